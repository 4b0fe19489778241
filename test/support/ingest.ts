/** A server that takes reports, as Sentry's ingestion endpoint does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { until } from './until.ts';

/** An event as far as tests look at it. */
export interface ReceivedEvent {
  event_id: string;
  level?: string;
  tags?: Record<string, string>;
  exception?: { values: { type: string; value: string; mechanism?: { handled?: boolean } }[] };
  contexts?: {
    fault?: { kind: string; code?: string | number; title: string; detail?: string; url: string };
  };
}

export interface Ingest {
  /** What the app is given as its DSN. */
  dsn: string;
  events(): ReceivedEvent[];
  /** Waits for the event with this id. */
  event(id: string): Promise<ReceivedEvent>;
  close(): Promise<void>;
}

/** @param port the one to listen on again; 0 for any that is free */
export async function startIngest(port = 0): Promise<Ingest> {
  const events: ReceivedEvent[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      events.push(...eventsOf(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: listening } = server.address() as AddressInfo;
  return {
    dsn: `http://key@127.0.0.1:${listening}/1`,
    events: () => events,
    event: (id) =>
      until(
        () => `the report ${id}; there are ${events.map((one) => one.event_id).join(', ')}`,
        () => events.find(({ event_id }) => event_id === id),
      ),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The events of an envelope: a header, then header and payload of each item, which may be binary and tell its length. */
function eventsOf(envelope: Buffer): ReceivedEvent[] {
  const found: ReceivedEvent[] = [];
  let at = 0;
  const take = (length?: number) => {
    const newline = envelope.indexOf(10, at + (length ?? 0));
    const end = newline < 0 ? envelope.length : newline;
    const part = envelope.subarray(at, length === undefined ? end : at + length);
    at = end + 1;
    return part.toString();
  };
  take();
  while (at < envelope.length) {
    const { type, length } = JSON.parse(take()) as { type: string; length?: number };
    const payload = take(length);
    if (type === 'event') found.push(JSON.parse(payload) as ReceivedEvent);
  }
  return found;
}
