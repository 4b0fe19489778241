import type { Envelope } from '@sentry/core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { LIMITS, type LimitName } from '../../../../electron/shared/limitValues/limits.ts';
import { createDetails } from '../../../../electron/telemetry/sentry/logsAndSpans.ts';
import { endTurns, inTurn } from '../../../../electron/telemetry/workInTurns/turns.ts';
import { electron } from '../stubElectron.ts';
import {
  a,
  b,
  counters,
  envelopes,
  fromPage,
  ipc,
  itemsOf,
  pageBreadcrumb,
  pageError,
  pageSends,
  Sentry,
  sent,
  telemetry,
  thrown,
  withSdk,
} from './sdkHarness.ts';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);
vi.mock('@sentry/electron/main', async () => (await import('../stubElectron.ts')).loadSdk());

beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
withSdk();

/** Values of another shape than a field should have. */
const ODD = [7, 'x', true, null, 1e300, {}, [1], [null], [['a', 1]], { values: 5 }, { values: [1, null] }];
const FIELDS =
  'event_id timestamp start_timestamp message logger level transaction fingerprint exception threads breadcrumbs spans tags contexts user extra request logentry debug_meta sdk modules measurements transaction_info platform';
/** Events with one odd field, also within the fields whose parts the SDK reads. */
const oddEvents = ODD.flatMap((odd): object[] => {
  const throws = (part: object) => ({ exception: { values: [{ type: 'TypeError', value: 'x', ...part }] } });
  return [
    ...FIELDS.split(' ').map((name) => ({ [name]: odd })),
    ...['type', 'value', 'mechanism', 'stacktrace'].map((name) => throws({ [name]: odd })),
    throws({ stacktrace: { frames: odd } }),
    throws({ stacktrace: { frames: [{ filename: odd, function: odd }] } }),
    { threads: { values: [{ stacktrace: { frames: odd } }] } },
    { contexts: { trace: odd, device: odd, os: odd, fault: odd } },
    { sdk: { name: odd, integrations: odd, packages: odd } },
    { breadcrumbs: [{ timestamp: odd, data: odd, message: odd, category: odd }] },
    { debug_meta: { images: odd }, request: { url: odd, headers: odd } },
    { tags: { a: odd, replayId: odd }, user: { id: odd, email: odd } },
  ];
});

const emit = (channel: string, message: unknown) => ipc(a, `sentry-ipc.${channel}`, message);
const scope = (given: object) => emit('scope', JSON.stringify(given));
const envelope = (header: object, ...items: [object, unknown][]) => pageSends(a, header, ...items.flat());
const items = () => envelopes.flatMap(([, all]) => all.map(([{ type }]) => type));
async function nextReport() {
  envelopes.length = 0;
  Sentry.captureException(new Error('afterwards'));
  return (await sent('event'))[0][0];
}

it("keeps a page's tags, user and extras for main's reports, limited, as long as the page says them", async () => {
  scope({
    tags: { plan: 'free', odd: { a: 1 }, long: 'long '.repeat(1_000) },
    user: { id: '7', nested: {} },
    extra: { cart: { items: 3, deep: { deeper: { deepest: 1 } } }, password: 'x' },
    breadcrumbs: [{ message: 'in withScope' }],
  });
  const { tags, user, extra } = await nextReport();
  expect(tags).toMatchObject({ plan: 'free', long: 'long '.repeat(40) });
  expect(tags).not.toHaveProperty('odd');
  expect(user).toEqual({ id: '7' });
  expect(extra).toEqual({ cart: { items: 3, deep: { deeper: '[Object]' } }, password: '***' });
  scope({ tags: { plan: 'free' }, extra: {} });
  // Another window's page has never said it.
  ipc(b, 'sentry-ipc.scope', JSON.stringify({ tags: {} }));
  const later = await nextReport();
  expect(later.tags).toMatchObject({ plan: 'free' });
  expect(JSON.stringify({ tags: later.tags, extra: later.extra })).not.toMatch(/long|cart/);
});

it('the user is the one that the page or main set last, and nobody after the page removed it', async () => {
  scope({ user: { id: 'page' } });
  Sentry.setUser({ id: 'main' });
  // A page repeats its user with every breadcrumb.
  scope({ user: { id: 'page' }, breadcrumbs: [{ message: 'one' }] });
  expect((await nextReport()).user).toEqual({ id: 'main' });
  // The SDK sends this for setUser(null).
  scope({ user: {} });
  expect((await nextReport()).user?.id).toBeUndefined();
  // A reloaded page begins without a user, which does not remove one.
  scope({ user: { id: 'page' } });
  electron.ipcMain.emit('sentry-ipc.start', { sender: a, ...fromPage });
  scope({ user: {} });
  expect((await nextReport()).user).toEqual({ id: 'page' });
  scope({ user: { nobody: null } });
  expect((await nextReport()).user?.id).toBeUndefined();
});

it('forged parts of a report are not sent', async () => {
  const event = {
    event_id: '7'.repeat(32),
    exception: thrown,
    release: 'forged',
    environment: 'forged',
    server_name: 'forged',
    sdk: { name: 'forged', integrations: ['OfThePage'] },
    sdkProcessingMetadata: { capturedSpanScope: 'forged' },
    tags: { 'event.window': 99, 'event.process': 'forged' },
    breadcrumbs: [{ timestamp: Date.now() / 1000, message: 'own', data: { 'electron.process': 'main' } }],
  };
  const dump = { type: 'attachment', attachment_type: 'event.minidump', filename: 'forged.dmp' };
  const trace = { trace_id: '1'.repeat(32), release: 'forged' };
  envelope({ trace }, [{ type: 'event' }, event], [dump, 'MDMP']);
  const [[report, [, all]]] = await sent('event');
  expect(all).toHaveLength(1);
  envelope({}, [{ type: 'session' }, { sid: 'forged', status: 'crashed' }]);
  envelope({}, [{ type: 'client_report' }, { discarded_events: [], note: 'forged' }]);
  envelope({}, [{ type: 'replay_video', length: 6 }, 'forged']);
  expect(items()).toEqual(['event']);
  expect(JSON.stringify(envelopes)).not.toContain('forged');
  expect(report.tags).toMatchObject({ 'event.window': '1', 'event.process': 'renderer' });
  expect(report.sdk?.integrations).toContain('OfThePage');
  const data = { 'electron.process': 'renderer' };
  expect(report.breadcrumbs?.at(-1)).toMatchObject({ message: 'own', data });
});

it("nothing of main's private scope is on a page's report, in whose turn it may be captured", async () => {
  // Once a turn's time is used up, a page's work waits.
  void inTurn(() => {
    for (const began = performance.now(); performance.now() - began < 10; );
  });
  const body = [{}, { type: 'event' }, { exception: thrown }].map((part) => JSON.stringify(part)).join('\n');
  electron.ipcMain.emit('sentry-ipc.envelope', { sender: a, ...fromPage }, body);
  Sentry.withScope((scope) => {
    scope.setTag('private', 'main').setLevel('fatal').setUser({ id: 'private' });
    scope.addAttachment({ filename: 'private.txt', data: 'private' });
    Sentry.startSpan({ name: 'private' }, endTurns);
  });
  const [[event, [, items]]] = await sent('event');
  expect(items).toHaveLength(1);
  expect(event.level).not.toBe('fatal');
  expect(JSON.stringify({ ...event, breadcrumbs: [] })).not.toContain('private');
});

it("sends a report's attachments as long as they fit, and no memory dump", async () => {
  const bytes = (text: string) => ({ type: 'attachment', length: text.length + 2, filename: 'a.png' });
  const large = 'x'.repeat(LIMITS.attachmentBytes.value);
  envelope(
    {},
    [{ type: 'feedback' }, { contexts: { feedback: { message: 'It fails.' } } }],
    [bytes('PNG'), 'PNG'],
    [bytes(large), large],
    [{ ...bytes('MDMP'), attachment_type: 'event.minidump' }, 'MDMP'],
  );
  const [[event, [, items]]] = await sent('feedback');
  expect(event.contexts?.cut).toEqual({ parts: 'attachment a.png (too large)' });
  expect(items.map(([{ type }]) => type)).toEqual(['feedback', 'attachment']);
});

it("sends a page's logs and metrics together, and without forged fields", async () => {
  const text = (value: string) => ({ value, type: 'string' });
  const attributes = { 'sentry.release': text('forged'), note: text('x'.repeat(50_000)) };
  const log = { timestamp: 1, level: 'info', body: 'of the page', forged: 1, attributes };
  emit('structured-log', log);
  emit('structured-log', 'none');
  emit('structured-log', { ...log, body: 'again' });
  emit('metric', { timestamp: 1, name: 'orders', type: 'counter', value: 2, attributes });
  Sentry.logger.info('of main');
  await telemetry.flush();
  // Main's, and the page's.
  const [[logs]] = await sent<{ items: Record<string, unknown>[] }>('log', 2);
  expect(logs.items.map(({ body }) => body)).toEqual(['of the page', 'again']);
  const [[metrics]] = await sent<{ items: object[] }>('trace_metric');
  for (const one of [logs.items[0], metrics.items[0]]) {
    const release = text('holdfast@0.1.0');
    const added = { 'sentry.release': release, 'electron.process': text('renderer') };
    expect(one).toMatchObject({ attributes: added });
    expect(JSON.stringify(one).length).toBeLessThan(2_000);
  }
});

const PROFILE = {
  release: 'forged',
  profile: {
    frames: [{ function: 'save', abs_path: 'app://shell/_holdfast/page.js', lineno: 1 }],
    stacks: [[0]],
    samples: [{ stack_id: 0, thread_id: '0', timestamp: 1 }],
  },
};

it('sends a profile with its transaction, and a continuous one by itself, without odd parts and names', async () => {
  const transaction = { type: 'transaction', start_timestamp: 1, timestamp: 2, spans: [] };
  envelope({}, [{ type: 'transaction' }, transaction], [{ type: 'profile' }, PROFILE]);
  const [[, [, items]]] = await sent('transaction');
  expect(items.map(([{ type }]) => type)).toEqual(['transaction', 'profile']);
  const said = (word: string) => ({
    frames: [...PROFILE.profile.frames, word],
    stacks: [[word], 1, [0]],
    samples: [{ stack_id: 2, thread_id: word }, word],
  });
  for (const profile of [PROFILE.profile, said('alice@example.com'), 'of alice@example.com'])
    envelope({}, [{ type: 'profile_chunk' }, { ...PROFILE, profile }]);
  const [chunk, odd, text] = (await sent('profile_chunk', 3)).map(([chunk]) => chunk);
  for (const one of [items[1]?.[1], chunk])
    expect(one).toMatchObject({ release: 'holdfast@0.1.0', profile: { frames: PROFILE.profile.frames } });
  const { samples: _, ...others } = said('***');
  expect([odd, text]).toMatchObject([{ profile: others }, { profile: 'of ***' }]);
  expect(JSON.stringify([items, chunk, odd, text])).not.toMatch(/forged|alice/);
});

it.each([
  ['event', { exception: thrown }],
  ['transaction', { start_timestamp: 1, timestamp: 2, transaction: '/cart' }],
  ['feedback', { contexts: { feedback: { message: 'It fails.' } } }],
])('an odd field costs only itself: %s', async (type, event) => {
  expect(oddEvents.length).toBeGreaterThan(350);
  for (const odd of oddEvents) {
    envelopes.length = 0;
    envelope({}, [{ type }, { ...event, future: { nested: [1, 'two'] }, ...odd }]);
    await vi.waitFor(() => expect(itemsOf(type), JSON.stringify(odd)).toHaveLength(1), { interval: 0 });
    expect(itemsOf(type)[0]?.[0], JSON.stringify(odd)).toMatchObject({ future: { nested: [1, 'two'] } });
  }
});

it('spans pass alone and as a list, with their odd fields; an unknown item as redacted text, up to a limit', async () => {
  const [trace_id, span_id] = ['1'.repeat(32), '2'.repeat(16)];
  const single = { trace_id, span_id, start_timestamp: 1, op: 'ui.interaction.click' };
  envelope({ trace: { trace_id, release: 'forged', sampled: true } }, [{ type: 'span' }, single]);
  const [[payload, [alone]]] = await sent('span');
  const of = { release: 'holdfast@0.1.0', environment: 'development' };
  expect(payload).toMatchObject({ ...single, data: of });
  expect(alone).toMatchObject({ trace: { ...of, public_key: 'key', sampled: 'true' } });
  envelopes.length = 0;
  const span = { trace_id, span_id, name: 'GET /cart', is_segment: true };
  const list = { type: 'span', item_count: 2, content_type: 'application/vnd.sentry.items.span.v2+json' };
  const sdk = { name: 'sentry.javascript.react', version: '11.0.0' };
  envelope({ sdk }, [list, { version: 2, items: [span, 7] }]);
  const [[spans, [header, [item]]]] = await sent<{ items: object[] }>('span');
  const attributes = { 'sentry.release': { value: 'holdfast@0.1.0' } };
  expect(spans.items).toMatchObject([{ ...span, attributes }]);
  expect([header, item?.[0]]).toMatchObject([{ sdk }, { ...list, item_count: 1 }]);
  envelope({}, [{ type: 'novelty' }, { note: 'hello', password: 'hunter2' }]);
  envelope({}, [{ type: 'user_report' }, { comments: 'It fails.' }]);
  envelope({}, [{ type: 'novelty' }, { note: 'x'.repeat(LIMITS.eventBytes.value) }]);
  await sent('user_report');
  expect(items()).toEqual(['span', 'novelty', 'user_report']);
  expect(String(envelopes[1]?.[1][0]?.[1])).toBe('{"note":"hello","password":"***"}');
});

describe('the limits of an hour', () => {
  let time = 5;
  const { limit, profile } = createDetails({ release: '', environment: '' }, counters, () => time);
  const droppedBy = (name: LimitName, act: () => void) => {
    const before = counters.read()[name].dropped;
    act();
    return counters.read()[name].dropped - before;
  };

  it('stop the reading of profiles, and one of too many stacks is dropped unread', () => {
    const { profilesPerHour, itemValues } = LIMITS;
    const many = () => profile(Buffer.from('{'.repeat(itemValues.value + 1)));
    expect(droppedBy('itemValues', () => expect(many()).toBeUndefined())).toBe(1);
    const whole = Buffer.from(JSON.stringify(PROFILE));
    const taken: unknown[] = [];
    const read = () => {
      for (let n = 0; n < 2 * profilesPerHour.value; n += 1) taken.push(profile(whole));
    };
    expect(droppedBy('profilesPerHour', read)).toBe(profilesPerHour.value);
    expect(taken.filter(Boolean)).toHaveLength(profilesPerHour.value);
  });

  it('stop logs, metrics and spans until it is over', () => {
    const of = (count: number) => {
      const payload = { items: Array.from({ length: count }, () => ({ body: 'x' })) };
      const envelope = [{}, [[{ type: 'log', item_count: count }, payload]]] as unknown as Envelope;
      return [limit(envelope), payload.items.length];
    };
    const { value } = LIMITS.detailsPerHour;
    const said: unknown[] = [];
    expect(droppedBy('detailsPerHour', () => said.push(of(value - 1), of(5), of(5)))).toBe(9);
    expect(said).toEqual([
      [true, value - 1],
      [true, 1],
      [false, 0],
    ]);
    time += 3_600_000;
    expect(of(5)).toEqual([true, 5]);
  });
});

it('"off" stops both processes and forgets everything; none of it is in a report after a later yes', async () => {
  const both = (word: string) => {
    scope({ tags: { secret: word }, user: { id: word } });
    pageBreadcrumb(a, word);
    Sentry.addBreadcrumb({ message: word });
  };
  both('secret before');
  telemetry.setReports('off');
  expect(telemetry.isOn).toBe(false);
  both('secret while off');
  pageError(a, { event_id: '8'.repeat(32), exception: thrown });
  await telemetry.flush();
  expect(itemsOf('event').map(([{ event_id }]) => event_id)).not.toContain('8'.repeat(32));
  telemetry.setReports('on');
  expect(telemetry.isOn).toBe(true);
  const report = await nextReport();
  // The stack contains lines of this file.
  expect(JSON.stringify({ ...report, exception: [] })).not.toContain('secret');
  expect(report.breadcrumbs).toEqual([]);
});

it('an error of main within a span has that span as its trace, in its header too', async () => {
  const span = Sentry.startSpan({ name: 'a span' }, () => {
    Sentry.captureException(new Error('within'));
    return Sentry.spanToTraceHeader(Sentry.getActiveSpan() as never);
  });
  const [[event, [header]]] = await sent('event');
  const { trace_id, span_id } = event.contexts?.trace ?? {};
  expect(span.startsWith(`${trace_id}-${span_id}`)).toBe(true);
  expect(header.trace).toMatchObject({ trace_id, transaction: 'a span', release: 'holdfast@0.1.0' });
});
