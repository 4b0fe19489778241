/** A web server on loopback that counts its requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Origin {
  /** `http://127.0.0.1:…` */
  url: string;
  /** Requests so far, by path and query. */
  counts: Map<string, number>;
  requests: { url: string; headers: IncomingMessage['headers'] }[];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  total(): number;
  close(): Promise<void>;
}

export async function startOrigin(answer: Origin['answer']): Promise<Origin> {
  const counts = new Map<string, number>();
  const origin: Origin = {
    url: '',
    counts,
    requests: [],
    answer,
    total: () => origin.requests.length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    counts.set(url, (counts.get(url) ?? 0) + 1);
    origin.requests.push({ url, headers: request.headers });
    origin.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return origin;
}

/** A PNG of `size` bytes, judging by its first bytes; `seed` makes it unique. */
export function png(seed: number, size = 64): Buffer<ArrayBuffer> {
  const body = Buffer.alloc(size, seed % 256);
  body.write('\x89PNG\r\n\x1a\n', 'latin1');
  body.writeUInt32BE(seed, 8);
  return body;
}

/** Waits until a condition holds, limited only by the test's own timeout. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}
