import type { Client, Event, EventHint } from '@sentry/core';
import { expect, it } from 'vitest';
import { createCounters } from '../../../../electron/shared/limitValues/limits.ts';
import { eventIntegration, nameReplay, startsReplay } from '../../../../electron/telemetry/sentry/events.ts';
import { wellFormed } from '../../../../electron/telemetry/sentry/wellFormed.ts';
import { createBreadcrumbs } from '../../../../electron/telemetry/trimming/breadcrumbs.ts';

function process(event: Event, hint: EventHint = {}, isOn = true): Event | null {
  const breadcrumbs = createBreadcrumbs();
  breadcrumbs.add('main', { timestamp: 100, message: 'of this run' });
  const integration = eventIntegration({
    isOn: () => isOn,
    breadcrumbs,
    counters: createCounters(),
    faults: { claim: () => undefined },
    onStart: () => undefined,
    previous: undefined,
  });
  return integration.processEvent?.(event, hint, {} as Client) as Event | null;
}

it('an event is dropped while reports are off', () => {
  expect(process({ event_id: '1' }, {}, false)).toBeNull();
});

it('a minidump of the previous run has no breadcrumbs if that run is unknown', () => {
  const dump = { attachmentType: 'event.minidump' as const, filename: 'a.dmp', data: '' };
  const event = process({ event_id: '1', tags: { replayId: 'of this run' } }, { attachments: [dump] });
  expect(event).toEqual({ event_id: '1', breadcrumbs: [], tags: {} });
});

const own = [{ timestamp: 100, message: 'of this run' }];
it.each<[what: string, event: Event, count: number | undefined]>([
  ['the empty event with which the SDK asks for defaults', { message: 'test' }, undefined],
  ['a transaction without any', { event_id: '1', type: 'transaction', timestamp: 200 }, undefined],
  ['one that has some', { event_id: '1', type: 'transaction', timestamp: 1, breadcrumbs: own }, 2],
  ['an older event', { event_id: '1', timestamp: 99 }, 0],
  ['an event', { event_id: '1', timestamp: 100 }, 1],
])('%s has its breadcrumbs', (_, event, count) => {
  expect(process(event)?.breadcrumbs?.length).toBe(count);
});

it.each<[what: string, event: Event, sends: boolean]>([
  ['an exception', { exception: { values: [] } }, true],
  ['a crash', { level: 'fatal', platform: 'native' }, true],
  ['a hang, which has no exception', { message: "This page isn't responding", level: 'error' }, true],
  ['feedback', { type: 'feedback' }, true],
  ['a message', { message: 'hello', level: 'info' }, false],
  ['a transaction', { type: 'transaction', exception: { values: [] } }, false],
])('whether %s sends a held replay', (_name, event, sends) => {
  expect(startsReplay(event)).toBe(sends);
});

it.each([
  ['the sent one', 'a=1,sentry-public_key=k,R', 'sent', 'a=1,sentry-public_key=k,sentry-replay_id=sent'],
  ['none that is held', 'sentry-public_key=k, R,a=1', undefined, 'sentry-public_key=k,a=1'],
  ["what another project's SDK says", 'sentry-public_key=kk,R', 'sent', 'sentry-public_key=kk,R'],
])('a request names %s', (_name, given, replayId, expected) => {
  const other = `sentry-replay_id=${'f'.repeat(32)}`;
  const headers = { 'x-a': '1', Baggage: given.replace('R', other) };
  const asked: (string | undefined)[] = [];
  const replayOf = (named: string | undefined) => {
    asked.push(named);
    return replayId;
  };
  const named = nameReplay(headers, 'k', replayOf);
  expect(named).toEqual({ 'x-a': '1', Baggage: expected.replace('R', other) });
  expect(asked).toEqual(expected.includes('R') ? [] : ['f'.repeat(32)]);
});

it.each<[said: object, event: object]>([
  [{ timestamp: '1970-01-01T00:00:07Z' }, { timestamp: 7 }],
  [{ timestamp: '7.5' }, { timestamp: 7.5 }],
  [{ timestamp: 0 }, { timestamp: 0 }],
  [{ timestamp: -1 }, {}],
  [{ timestamp: null }, {}],
  [{ timestamp: 'x' }, {}],
  [{ event_id: 'ABCDEF01-2345-6789-abcd-ef0123456789' }, { event_id: 'abcdef0123456789abcdef0123456789' }],
  [{ event_id: 'x' }, {}],
  [{ exception: [{ type: 'E' }, {}] }, { exception: { values: [{ type: 'E' }] } }],
  [{ exception: { values: [{ stacktrace: {} }] } }, { exception: { values: [{ stacktrace: {} }] } }],
  [{ exception: [{ type: null, value: 'x' }] }, { exception: { values: [{ type: null, value: 'x' }] } }],
  [
    { fingerprint: ['fp', 404], level: 'odd' },
    { fingerprint: ['fp', '404'], level: 'odd' },
  ],
  [{ exception: [{}], constructor: 1, tags: 'x' }, { constructor: 1 }],
])('of %j main takes %j', (said, event) => expect(wellFormed(said)).toEqual(event));
