/** A server that takes envelopes as Sentry's ingestion endpoint does, decodes them, and can fail as a network does. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, inflateSync } from 'node:zlib';
import type { Breadcrumb } from '@sentry/core';
import { until } from './until.ts';

/** What tests look at in the JSON of an item. */
export interface Payload {
  event_id?: string;
  replay_id?: string;
  segment_id?: number;
  /** Seconds since the epoch. */
  timestamp?: number;
  level?: string;
  /** Of a session. */
  status?: string;
  message?: string;
  transaction?: string;
  spans?: { op?: string; description?: string; data: Record<string, unknown> }[];
  release?: string;
  dist?: string;
  environment?: string;
  user?: Record<string, unknown>;
  tags?: Record<string, unknown>;
  breadcrumbs?: Breadcrumb[];
  contexts?: Record<string, Record<string, unknown>>;
  exception?: { values: { type: string; value: string }[] };
}
export interface Item {
  type: string;
  /** Empty for what is not JSON. */
  payload: Payload;
  bytes: Buffer;
}
export interface Envelope {
  header: Record<string, unknown>;
  items: Item[];
}
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}
export interface EnvelopeServer {
  dsn: string;
  port: number;
  /** What was answered with a 2xx. */
  taken: Envelope[];
  /** How many requests came, whatever was answered. */
  requests: number;
  /** How requests are answered from now on. */
  answer: Answer;
  items(type: string): Item[];
  /** Waits for an item of a type that `is` so. */
  item(type: string, is: (item: Item) => boolean): Promise<Item>;
  /** Waits for the event with this text as its exception. */
  error(text: string): Promise<Payload>;
  close(): Promise<void>;
}

const LINE_END = 0x0a;
/** No answer ever comes. */
export const HANGS: Answer = { status: 0 };
/** What a server says that took an envelope. */
export const TAKEN: Answer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"id":"taken"}',
};

/** Splits an envelope: a line of JSON, then for each item a line of JSON and its payload. */
export function readEnvelope(bytes: Buffer): Envelope {
  let at = 0;
  const part = (length?: number): Buffer => {
    const newline = bytes.indexOf(LINE_END, at);
    const lineEnd = newline < 0 ? bytes.length : newline;
    const end = length === undefined ? lineEnd : at + length;
    const found = bytes.subarray(at, end);
    at = end + 1;
    return found;
  };
  const header = JSON.parse(part().toString());
  const items: Item[] = [];
  while (at < bytes.length) {
    const { type, length } = JSON.parse(part().toString()) as { type: string; length?: number };
    const payload = part(length);
    items.push({ type, payload: payload[0] === 0x7b ? parsed(payload) : {}, bytes: payload });
  }
  return { header, items };
}

function parsed(payload: Buffer): Payload {
  try {
    return JSON.parse(payload.toString());
  } catch {
    // A recording: a line of JSON, and bytes.
    return {};
  }
}

/** The rrweb events of a `replay_recording`, whose first line is its header. */
export function readRecording({ bytes }: Item): { type: number; timestamp: number; data: unknown }[] {
  const body = bytes.subarray(bytes.indexOf(LINE_END) + 1);
  return JSON.parse((body[0] === 0x78 ? inflateSync(body) : body).toString());
}

/** @param port where an earlier server listened, to come back there */
export async function startEnvelopeServer(port = 0): Promise<EnvelopeServer> {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const chunk of request) parts.push(chunk as Buffer);
    server.requests += 1;
    if (server.answer === HANGS) return;
    const { status, headers, body } = server.answer;
    const bytes = Buffer.concat(parts);
    // A probe sends nothing.
    if (server.answer === TAKEN && bytes.length > 0)
      server.taken.push(
        readEnvelope(request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes),
      );
    response.writeHead(status, headers).end(body);
  };
  const http = createServer((request, response) => {
    take(request, response).catch((error) => response.destroy(error));
  });
  await new Promise<void>((resolve, reject) => http.once('error', reject).listen(port, '127.0.0.1', resolve));
  const { port: used } = http.address() as AddressInfo;
  const server: EnvelopeServer = {
    dsn: `http://key@127.0.0.1:${used}/1`,
    port: used,
    taken: [],
    requests: 0,
    answer: TAKEN,
    items: (type) => server.taken.flatMap(({ items }) => items).filter((item) => item.type === type),
    item: (type, is) => until(`an item of type ${type}`, () => server.items(type).find(is)),
    async error(text) {
      const is = ({ payload }: Item) =>
        payload.exception?.values.some(({ value }) => value === text) ?? false;
      return (await until(`the error "${text}"`, () => server.items('event').find(is))).payload;
    },
    async close() {
      const closed = new Promise((resolve) => http.close(resolve));
      http.closeAllConnections();
      await closed;
    },
  };
  return server;
}
