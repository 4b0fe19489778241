/** A real outbox: real clock, real disk, HTTP made by Node, and no wait before the first send. */
import { Disk } from '../../../../../electron/telemetry/outbox/disk.ts';
import { createOutbox, type OutboxOptions } from '../../../../../electron/telemetry/outbox/outbox.ts';
import type { Request } from '../../../../../electron/telemetry/outbox/upload.ts';

export function openOutbox(folder: string, url: string, options: Partial<OutboxOptions> = {}) {
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

const nodeRequest: Request = async ({ url, headers, body, signal }) => {
  const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
  const bodyStart = (await answer.text()).slice(0, 1024);
  return { status: answer.status, headers: Object.fromEntries(answer.headers), bodyStart };
};
