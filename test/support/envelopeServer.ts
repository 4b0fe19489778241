/** A server that takes envelopes like Sentry's ingestion endpoint, decodes them, and can fail like a network. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, inflateSync } from 'node:zlib';
import type { Event, Exception } from '@sentry/core';
import { readEnvelope as readItems } from '../../electron/telemetry/outbox/envelope.ts';
import { startOrigin } from './origin.ts';
import { until } from './until.ts';

/** The fields of an item that tests look at: an event's, a replay's and a session's. */
export interface Payload extends Omit<Event, 'exception'> {
  replay_id?: string;
  segment_id?: number;
  sid?: string;
  status?: string;
  exception?: {
    values: (Pick<Exception, 'mechanism' | 'stacktrace'> & Record<'type' | 'value', string>)[];
  };
}
export interface Item {
  type: string;
  /** Empty if the payload is not JSON. */
  payload: Payload;
  bytes: Buffer;
}
export interface Envelope {
  header: { trace?: Record<string, string>; [name: string]: unknown };
  items: Item[];
}
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}
export type EnvelopeServer = Awaited<ReturnType<typeof startEnvelopeServer>>;

/** Never answers. */
export const HANGS: Answer = { status: 0 };
/** Breaks the connection. */
export const RESETS: Answer = { status: 0 };
export const TAKEN: Answer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"id":"taken"}',
};

export function readEnvelope(envelope: Buffer): Envelope {
  const { header, items } = readItems(envelope);
  const read = items.map(({ header: { type }, payload: bytes }) => ({ type, payload: parsed(bytes), bytes }));
  return { header, items: read };
}

function parsed(payload: Buffer): Payload {
  try {
    return payload[0] === 0x7b ? JSON.parse(payload.toString()) : {};
  } catch {
    // A recording: a line of JSON, then bytes.
    return {};
  }
}

type Recording = { type: number; timestamp: number; data: unknown }[];
/** Those read already: tests look at all of them again and again. */
const recordings = new WeakMap<Item, Recording>();

/** The rrweb events of a `replay_recording`, after the header line. */
export function readRecording(item: Item): Recording {
  const known = recordings.get(item);
  if (known) return known;
  const { bytes } = item;
  const body = bytes.subarray(bytes.indexOf('\n') + 1);
  const recording: Recording = JSON.parse((body[0] === 0x78 ? inflateSync(body) : body).toString());
  recordings.set(item, recording);
  return recording;
}

/** @param port of an earlier server, to listen there again */
export async function startEnvelopeServer(port = 0) {
  const held = {
    /** Envelopes that were answered with a 2xx. */
    taken: [] as Envelope[],
    requests: 0,
    /** Sets how to answer requests; a function answers each by its unpacked envelope. */
    answer: TAKEN as Answer | ((envelope: Buffer) => Answer),
  };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = await buffer(request);
    held.requests += 1;
    const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    const answer = typeof held.answer === 'function' ? held.answer(bytes) : held.answer;
    if (answer === HANGS) return;
    if (answer === RESETS) return void request.socket.resetAndDestroy();
    const { status, headers, body } = answer;
    // A probe sends no body.
    if (answer === TAKEN && bytes.length > 0) held.taken.push(readEnvelope(bytes));
    response.writeHead(status, headers).end(body);
  };
  const answer: RequestListener = (request, response) =>
    void take(request, response).catch((error) => response.destroy(error));
  const { port: used, close } = await startOrigin(answer, { port });
  const items = (type: string) =>
    held.taken.flatMap((envelope) => envelope.items).filter((item) => item.type === type);
  const events = () => items('event').map(({ payload }) => payload);
  return Object.assign(held, {
    dsn: `http://key@127.0.0.1:${used}/1`,
    /** Where an SDK with this DSN posts. */
    url: `http://127.0.0.1:${used}/api/1/envelope/?sentry_key=key`,
    port: used,
    items,
    events,
    /** Waits for an event. @param id the whole id or its beginning, as the error page shows it */
    event: (id: string) =>
      until(
        () => `the report ${id}; there are ${events().map((one) => one.event_id)}`,
        () => events().find(({ event_id = '' }) => event_id.startsWith(id)),
      ),
    item: (type: string, is: (item: Item) => boolean) =>
      until(`an item of type ${type}`, () => items(type).find(is)),
    error: (text: string) =>
      until(`the error "${text}"`, () =>
        events().find(({ exception }) => exception?.values.some(({ value }) => value === text)),
      ),
    close,
  });
}
