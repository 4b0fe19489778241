/** What every report gets on its way to the disk: breadcrumbs, its replay, the limits. */
import type { Client, Envelope, Event, EventHint } from '@sentry/core';
import { describe, expect, it, vi } from 'vitest';
import { createCounters } from '../../../../electron/shared/limits.ts';
import { createBreadcrumbs } from '../../../../electron/telemetry/common/breadcrumbs.ts';
import type { ReplaySegments } from '../../../../electron/telemetry/replay/segments.ts';
import {
  boundTransport,
  type EnvelopeOptions,
  eventIntegration,
  holdsMinidump,
  isOfLastRun,
  startsReplay,
} from '../../../../electron/telemetry/sentry/events.ts';

function process(event: Event, hint: EventHint = {}): Event {
  const breadcrumbs = createBreadcrumbs();
  breadcrumbs.add('main', { timestamp: 100, message: 'of this run' });
  const integration = eventIntegration({
    breadcrumbs,
    counters: createCounters(),
    faults: { claim: () => undefined },
    previous: undefined,
  });
  return integration.processEvent?.(event, hint, {} as Client) as Event;
}

describe('the breadcrumbs on an event', () => {
  it('of the run before, of which nothing is known, are none', () => {
    const dump: EventHint = {
      attachments: [{ attachmentType: 'event.minidump', filename: 'a.dmp', data: '' }],
    };
    const event = process({ event_id: '1', tags: { replayId: 'of this run' } }, dump);
    expect(event).toEqual({ event_id: '1', breadcrumbs: [], tags: {} });
  });

  it('are not put on what the SDK only asks its processors about', () => {
    expect(process({ message: 'test' })).toEqual({ message: 'test' });
  });

  it('are not put on a transaction that has none', () => {
    expect(process({ event_id: '1', type: 'transaction', timestamp: 200 }).breadcrumbs).toBeUndefined();
    const some = process({
      event_id: '1',
      type: 'transaction',
      timestamp: 1,
      breadcrumbs: [{ timestamp: 100, message: 'of this run' }],
    });
    expect(some.breadcrumbs).toHaveLength(2);
  });

  it('end with the event', () => {
    expect(process({ event_id: '1', timestamp: 99 }).breadcrumbs).toEqual([]);
    expect(process({ event_id: '1', timestamp: 100 }).breadcrumbs).toHaveLength(1);
  });
});

describe('which reports make a held replay be sent', () => {
  it.each([
    ['an exception', { exception: { values: [] } }, true],
    ['a crash', { level: 'fatal', platform: 'native' }, true],
    ['a hang, which has no exception', { message: "This page isn't responding", level: 'error' }, true],
    ['feedback', { type: 'feedback' }, true],
    ['a message', { message: 'hello', level: 'info' }, false],
    ['a transaction', { type: 'transaction', exception: { values: [] } }, false],
  ] as [string, Event, boolean][])('%s', (_name, event, expected) => {
    expect(startsReplay(event)).toBe(expected);
  });
});

describe('a report', () => {
  it('of a crash is told from others, and of which run it is', () => {
    const dump = [
      {},
      [
        [{ type: 'event' }, {}],
        [{ type: 'attachment', attachment_type: 'event.minidump' }, ''],
      ],
    ];
    expect(holdsMinidump(dump as unknown as Envelope)).toBe(true);
    expect(holdsMinidump([{}, [[{ type: 'event' }, {}]]] as unknown as Envelope)).toBe(false);
    expect(isOfLastRun({ tags: { 'event.process': 'browser' } })).toBe(true);
    expect(isOfLastRun({ tags: { 'exit.reason': 'crashed' } })).toBe(false);
  });
});

it('what throws while a report is stored is told, and does not come back to the SDK', async () => {
  const onError = vi.fn<(error: Error) => void>();
  const options = {
    breadcrumbs: createBreadcrumbs(),
    counters: createCounters(),
    gate: { link: () => ({ replayId: undefined, release: false }) },
    segments: {} as ReplaySegments,
    now: () => 0,
    onError,
  } as unknown as EnvelopeOptions;
  const make = boundTransport(
    () => ({ send: () => Promise.reject(new Error('crc32 is not a function')), flush: async () => true }),
    options,
  );
  const transport = make({ url: 'http://127.0.0.1/', recordDroppedEvent: () => undefined });
  const report = [{ event_id: '1' }, [[{ type: 'event' }, { event_id: '1' }]]] as unknown as Envelope;
  expect(await transport.send(report)).toEqual({});
  expect(onError.mock.lastCall?.[0].message).toBe('A report could not be stored: crc32 is not a function');
});
