/** A server on loopback that takes envelopes, and the HTTP client that sends to it. */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type Envelope, parseEnvelope } from '@sentry/core';
import type { Request } from '../../../../../electron/telemetry/outbox/upload.ts';

/** Answers a request; the envelope has been read already. */
export type Responder = (response: ServerResponse, envelope: Envelope, request: IncomingMessage) => void;

/** What Sentry's ingestion answers. */
export const accept: Responder = (response, envelope) => {
  const id = envelope[0].event_id;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(id ? { id } : {}));
};

export interface Loopback {
  /** The URL to give to a transport. */
  url: string;
  /** The same as a DSN. */
  dsn: string;
  /** How to answer from now on. */
  respond: Responder;
  /** All that arrived, answered well or not. */
  received: Envelope[];
  close: () => Promise<void>;
}

/** Starts a server on a free port of loopback. */
export async function startLoopback(respond: Responder = accept): Promise<Loopback> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      const envelope = parseEnvelope(plain);
      loopback.received.push(envelope);
      loopback.respond(response, envelope, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const loopback: Loopback = {
    url: `http://127.0.0.1:${port}/api/1/envelope/?sentry_key=k`,
    dsn: `http://k@127.0.0.1:${port}/1`,
    respond,
    received: [],
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return loopback;
}

/** The outbox's request, made by Node. */
export const nodeRequest: Request = ({ url, headers, body, signal }) =>
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
