/** A real outbox: real clock, real disk, HTTP made by Node, and no wait before the first send. */
import { request as httpRequest } from 'node:http';
import { Disk } from '../../../../../electron/telemetry/outbox/disk.ts';
import {
  createOutbox,
  type Outbox,
  type OutboxOptions,
} from '../../../../../electron/telemetry/outbox/outbox.ts';
import type { Request } from '../../../../../electron/telemetry/outbox/upload.ts';

export function openOutbox(
  folder: string,
  url: string,
  options: Partial<OutboxOptions> = {},
): { outbox: Outbox; transport: ReturnType<Outbox['transport']> } {
  const outbox = createOutbox({
    disk: new Disk(folder),
    mode: 'on',
    request: nodeRequest,
    random: () => 0,
    onLimits: () => undefined,
    ...options,
  });
  return { outbox, transport: outbox.transport({ url }) };
}

/** The outbox's request, made by Node. */
const nodeRequest: Request = ({ url, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers: { ...headers }, signal }, (response) => {
      let bodyStart = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        bodyStart += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        const headers = Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(headers),
          bodyStart: bodyStart.slice(0, 1024),
        });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
