import type { ReplayEvent } from '@sentry/core';
import { expect, it, vi } from 'vitest';
import {
  a,
  b,
  counters,
  envelopes,
  itemsOf,
  pageError,
  pageSegment,
  pageSends,
  report,
  Sentry,
  sent,
  telemetry,
  thrown,
  withSdk,
} from '../sentry/sdkHarness.ts';
import { electron, Page } from '../stubElectron.ts';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);
vi.mock('@sentry/electron/main', async () => (await import('../stubElectron.ts')).loadSdk());

withSdk();

const replayOf = (page: Page) => String(page.id).repeat(32);
const begin = (page: Page) => {
  report(page, { what: 'input' });
  report(page, { what: 'started', replayId: replayOf(page) });
};

it('replays are held, and an error in main sends the one of the window with the latest input', async () => {
  begin(b);
  begin(a);
  expect(a.told).toContainEqual({ do: 'record' });
  pageSegment(a, replayOf(a), 7);
  pageSegment(a, replayOf(a), 8);
  pageSegment(b, replayOf(b), 0);
  await Sentry.flush(1000);
  expect(itemsOf('replay_event')).toEqual([]);

  report(a, { what: 'input' });
  Sentry.setUser({ id: 'alice' });
  Sentry.captureException(new Error('in main'));
  const [[error, envelope]] = await sent('event');
  const segments = await sent<ReplayEvent>('replay_event', 2);
  expect(error.tags?.replayId).toBe(replayOf(a));
  expect(error.contexts?.replay).toEqual({ replay_id: replayOf(a) });
  expect(envelopes.indexOf(envelope)).toBeLessThan(envelopes.indexOf(segments[0][1]));
  expect(segments.map(([{ segment_id, error_ids }]) => [segment_id, error_ids])).toEqual([
    [0, [error.event_id]],
    [1, []],
  ]);
});

it('replays pause while the screen is locked', () => {
  electron.powerMonitor.emit('lock-screen');
  expect(a.told.at(-1)).toEqual({ do: 'pause' });
  electron.powerMonitor.emit('unlock-screen');
  expect(a.told.at(-1)).toEqual({ do: 'resume' });
});

it('an error that beforeSend drops neither starts nor names a replay', async () => {
  pageError(b, { event_id: '2'.repeat(32), message: 'unwanted', exception: thrown });
  pageSegment(b, replayOf(b), 1);
  await Sentry.flush(1000);
  expect([itemsOf('event'), itemsOf('replay_event')]).toEqual([[], []]);
});

it("a page's message does not have a held replay's id", async () => {
  const tags = { replayId: replayOf(b) };
  pageError(b, { event_id: '3'.repeat(32), level: 'info', message: 'hello', tags });
  const [[event, envelope]] = await sent('event');
  expect(event.tags?.replayId).toBeUndefined();
  expect(envelope[0].trace).not.toHaveProperty('replay_id');
});

it('a span without a transaction names no held replay, and a sent one', async () => {
  for (const page of [a, b]) {
    const trace = { trace_id: '1'.repeat(32), replay_id: replayOf(page) };
    pageSends(page, { trace }, { type: 'span' }, { span_id: '2'.repeat(16) });
  }
  const traces = (await sent('span', 2)).map(([, [{ trace }]]) => trace as { replay_id?: string });
  expect(traces.map(({ replay_id }) => replay_id)).toEqual([replayOf(a), undefined]);
});

it("main's own requests in a page's trace name its replay only if that is sent", () => {
  const named = (page: Page) => {
    const [trace, span] = ['1'.repeat(32), '2'.repeat(16)];
    const members = [`trace_id=${trace}`, 'public_key=key', `replay_id=${replayOf(page)}`];
    const baggage = members.map((one) => `sentry-${one}`).join();
    return telemetry.functions.continueTrace(
      { 'sentry-trace': `${trace}-${span}-1`, baggage },
      () => /sentry-replay_id=(\w+)/.exec(`${telemetry.traceHeaders().baggage}`)?.[1],
    );
  };
  expect([named(a), named(b)]).toEqual([replayOf(a), undefined]);
});

it('an early segment waits in main', async () => {
  pageSegment(a, replayOf(a), 12);
  pageSegment(a, replayOf(a), 13);
  await vi.waitFor(() => expect(counters.read().replayFlushMinimum.paused).toBeGreaterThan(0));
  expect(itemsOf('replay_event').length).toBeLessThanOrEqual(1);
  // It is sent when the app quits.
  await telemetry.flush(0);
  expect(itemsOf('replay_event')).toHaveLength(2);
});

it("a replay of the app's own SDK keeps its type, and names its window", async () => {
  const c = new Page(3);
  electron.app.emit('web-contents-created', {}, c);
  pageSegment(c, replayOf(c), 0, 'buffer');
  const [[segment]] = await sent('replay_event');
  expect(segment).toMatchObject({ replay_type: 'buffer', segment_id: 0, tags: { 'event.window': '3' } });
});
