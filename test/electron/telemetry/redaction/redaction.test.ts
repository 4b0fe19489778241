/** Redaction of every kind of item; the ids that link them stay. */
import type { Envelope } from '@sentry/core';
import { expect, it, vi } from 'vitest';
import { createRedaction } from '../../../../electron/telemetry/redaction/redaction.ts';
import { inTurns as run } from '../../../../electron/telemetry/workInTurns/turns.ts';

const { redactEnvelope: steps } = createRedaction({});
const redactEnvelope = (envelope: Envelope) => run(steps(envelope));
const ID = '0123456789abcdef0123456789abcdef';
const SPAN = '0123456789abcdef';
const UUID = '6f1c1e0a-0b5e-4c3e-9a3f-1e2d3c4b5a69';

function redacted(type: string, payload: unknown): unknown {
  const envelope = [{}, [[{ type }, payload]]] as Envelope;
  return (redactEnvelope(envelope) as Envelope)[1][0]?.[1];
}

/** The result, and the number of event loop turns, on a machine where a little work takes 2 ms. */
async function inTurns<T>(promised: () => T) {
  let time = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 2));
  let turns = 0;
  let timer = setImmediate(function count() {
    turns += 1;
    timer = setImmediate(count);
  });
  const result = await promised();
  clearImmediate(timer);
  vi.restoreAllMocks();
  return { result, turns };
}

it('redacts an event everywhere', () => {
  const event = {
    event_id: ID,
    release: 'app@1.2.3-beta.rc',
    server_name: 'alices-laptop',
    transaction: '/home/settings',
    user: { id: UUID, email: 'a@example.com', username: 'alice', ip_address: '1.2.3.4', plan: 'pro' },
    request: { url: 'app://shell/home/x?token=abc', query_string: 'a=1&b=2', cookies: { sid: 'abc' } },
    exception: {
      values: [{ value: 'a /home/al/x', stacktrace: { frames: [{ abs_path: '/home/al/a.js' }] } }],
    },
    breadcrumbs: [{ category: 'navigation', data: { from: '/home/a?x=1', to: '/b' } }],
    extra: { password: 'abc', pin: { token: 7 }, nested: { Authorization: ['x'], 'a@example.com': 1 } },
    tags: { token: true, count: 7, nothing: null },
    contexts: { trace: { trace_id: ID, span_id: SPAN }, replay: { replay_id: ID } },
    debug_meta: { images: [{ type: 'sourcemap', debug_id: UUID, code_file: 'app:///main.cjs' }] },
  };
  const before = structuredClone(event);
  expect(redacted('event', event)).toEqual({
    event_id: ID,
    release: 'app@1.2.3-beta.rc',
    transaction: '/home/settings',
    user: { id: UUID, plan: 'pro' },
    request: { url: 'app://shell/home/x?token=***', query_string: 'a=***&b=***', cookies: '***' },
    exception: { values: [{ value: 'a ~/x', stacktrace: { frames: [{ abs_path: '~/a.js' }] } }] },
    breadcrumbs: [{ category: 'navigation', data: { from: '/home/a?x=***', to: '/b' } }],
    extra: { password: '***', pin: '***', nested: { Authorization: '***', '***': 1 } },
    tags: { token: true, count: 7, nothing: null },
    contexts: { trace: { trace_id: ID, span_id: SPAN }, replay: { replay_id: ID } },
    debug_meta: { images: [{ type: 'sourcemap', debug_id: UUID, code_file: 'app:///main.cjs' }] },
  });
  expect(event).toEqual(before);
});

it('redacts from a trace header only what may identify the user', () => {
  const trace = { trace_id: ID, public_key: ID, sample_rand: '0.1234567890123456', sample_rate: '0.25' };
  const named = { transaction: 'mail to a@example.com', user_id: 'a@example.com', user_segment: 'x' };
  const [header] = redactEnvelope([{ trace: { ...trace, ...named } }, []] as unknown as Envelope) as Envelope;
  expect(header.trace).toEqual({ ...trace, transaction: 'mail to ***', user_id: '***', user_segment: 'x' });
});

it('redacts transactions, spans and sessions, and serialised items', () => {
  const span = { span_id: SPAN, description: 'GET https://example.com/x?email=a@example.com' };
  expect(redacted('transaction', { spans: [span] })).toEqual({
    spans: [{ span_id: SPAN, description: 'GET https://example.com/x?email=***' }],
  });
  const session = (did: string) => ({ sid: ID, did, attrs: { release: 'app@1.2.3-beta.rc' } });
  expect(redacted('session', session('a@example.com'))).toEqual(session('***'));
  expect(String(redacted('log', Buffer.from('{"body":"mail a@example.com"}')))).toBe('{"body":"mail ***"}');
  expect(String(redacted('statsd', 'sent to a@example.com'))).toBe('sent to ***');
  // The name of an attribute decides about its value.
  const query = (value: string) => ({ items: [{ attributes: { 'url.query': { type: 'string', value } } }] });
  expect(redacted('log', query('?a=1&b=2'))).toEqual(query('a=***&b=***'));
});

const attached = async (data: string | Uint8Array, more: object = {}) => {
  const header = { type: 'attachment', filename: '/home/alice/a.log', length: data.length, ...more };
  const [, [item]] = await redactEnvelope([{}, [[header, data]]] as unknown as Envelope);
  return item as [{ length: number; filename: string }, Uint8Array] | undefined;
};

it('redacts text attachments, and their names', async () => {
  const [header, bytes] = (await attached(Buffer.from('ü token=abc for a@example.com\n'))) ?? [];
  expect(String(bytes)).toBe('ü token=*** for ***\n');
  expect(header).toMatchObject({ length: bytes?.length, filename: '~/a.log' });
});

it.each([
  ['a memory dump', Buffer.from('MDMP a@example.com'), { attachment_type: 'event.minidump' }],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]), { content_type: 'image/png' }],
  ['a document', Buffer.from('PK\x03\x04\0'), { content_type: 'application/vnd.oasis.opendocument.text' }],
])('leaves %s unchanged', async (_, data, header) => {
  expect((await attached(data, header))?.[1]).toBe(data);
});

it('drops a text that is not UTF-8, and says so on its report', async () => {
  for (const content_type of ['text/plain', 'application/json', 'image/svg+xml']) {
    expect(await attached(Buffer.from('token=abc\xff', 'latin1'), { content_type })).toBeUndefined();
    expect(await attached(Buffer.from('token=abc', 'utf16le'), { content_type })).toBeUndefined();
  }
  const items = [
    [{ type: 'event' }, { event_id: ID, contexts: { cut: { parts: 'extra (1)' } } }],
    [{ type: 'attachment', filename: 'a.txt', content_type: 'text/plain' }, Buffer.from([0xff, 0xfe])],
  ];
  const [, [report, ...rest]] = redactEnvelope([{}, items] as unknown as Envelope) as Envelope;
  expect([report?.[1], rest]).toEqual([
    { event_id: ID, contexts: { cut: { parts: 'extra (1), attachment a.txt (no readable text)' } } },
    [],
  ]);
});

it.each([
  ['lines', 'a line for a@example.com\n'.repeat(50_000)],
  ['one line of JSON', JSON.stringify(Array(30_000).fill({ password: 'hunter2', mail: 'a@example.com' }))],
  ['one line of words', 'some words for a@example.com '.repeat(50_000)],
  ['one word', 'a'.repeat(1_000_000)],
])('redacts a megabyte of %s, and lets main do other things', async (_, text) => {
  const { result, turns } = await inTurns(() => attached(text));
  const [header, bytes] = result ?? [];
  expect(turns).toBeGreaterThan(5);
  expect(header?.length).toBe(bytes?.length);
  expect(String(bytes)).not.toMatch(/example|hunter/);
});

it('redacts the names in a profile, keeps those of functions and files, and lets main do other things', async () => {
  const samples = [{ stack_id: 0, thread_id: '0', timestamp: 1_732_000_000.5 }];
  const frame = { function: 'saveOrderOfCustomer', lineno: 4 };
  const at = (folder: string) => ({ ...frame, abs_path: `${folder}/shop/page-4f3e2d1c0b9a8877.js` });
  const frames = Array.from({ length: 10_000 }, () => at('/home/alice'));
  const profile = { frames, stacks: [[0]], samples, thread_metadata: { 0: { name: 'main' } } };
  const said = { profiler_id: ID, release: 'app@1.2.3', note: 'a@example.com', profile };
  const { result, turns } = await inTurns(() =>
    redactEnvelope([{}, [[{ type: 'profile_chunk' }, said]]] as never),
  );
  expect(turns).toBeGreaterThan(5);
  const redacted = { ...profile, frames: frames.map(() => at('~')) };
  expect(result[1][0]?.[1]).toEqual({ ...said, note: '***', profile: redacted });
});

it('keeps the contact address of feedback, and no other', () => {
  const form = { contact_email: 'a@example.com' };
  const feedback = { contexts: { feedback: { ...form, message: 'It fails.' } } };
  expect(redacted('feedback', feedback)).toEqual(feedback);
  for (const contexts of [{ form }, { form: { feedback: form } }])
    expect(JSON.stringify(redacted('event', { contexts }))).toContain('{"contact_email":"***"}');
});

it.each(['alice', null, 7])('drops a user that is not an object, such as %j', (user) => {
  expect(redacted('event', { user })).toEqual({});
});

it('keeps only the upper levels of a deeply nested event', () => {
  let deep: unknown = 'a@example.com';
  for (let i = 0; i < 5_000; i++) deep = [deep];
  const text = JSON.stringify(redacted('event', { extra: { deep } }));
  expect(text).not.toContain('example.com');
  expect(text.split('[')).toHaveLength(40);
});
