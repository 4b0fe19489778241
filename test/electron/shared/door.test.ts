import type { Event, EventHint, Scope } from '@sentry/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { createDoor, MAX_WAITING, type OwnDoor, type Sdk } from '../../../electron/shared/door.ts';

let now: number;
let door: OwnDoor;
/** What reached the SDK, in order. */
let done: unknown[];
beforeEach(() => {
  now = 1_000_000;
  door = createDoor(() => now);
  done = [];
});

/** The event that a scope makes: what the context and the processors of a capture do to it. */
function described({ captureContext }: EventHint = {}): Event {
  let event: Event = {};
  const scope = {
    update: (context: object) => Object.assign(event, context),
    addEventProcessor: (processor: (event: Event) => Event) => {
      event = processor(event);
    },
  };
  (captureContext as (scope: Scope) => Scope)(scope as unknown as Scope);
  return event;
}

const span = (name: string) => ({
  setAttribute: (...args: unknown[]) => done.push([name, 'attribute', ...args]),
  setStatus: (status: unknown) => done.push([name, 'status', status]),
  end: (time: number) => done.push([name, 'end', time]),
});
const sdk = {
  getCurrentScope: () => ({
    captureException: (error: unknown, hint: EventHint) =>
      done.push(['exception', error, hint.event_id, described(hint), hint.mechanism]),
    captureMessage: (text: string, level: string, hint: EventHint) =>
      done.push(['message', text, level, hint.event_id, described(hint)]),
  }),
  addBreadcrumb: (breadcrumb: unknown) => done.push(['breadcrumb', breadcrumb]),
  setUser: (user: unknown) => done.push(['user', user]),
  setTag: (...tag: unknown[]) => done.push(['tag', ...tag]),
  startSpan: (options: { name: string }, callback: (made: unknown) => unknown) =>
    callback(span(options.name)),
  startInactiveSpan: (options: { name: string; startTime: number }) => {
    done.push([options.name, 'start', options.startTime]);
    return span(options.name);
  },
} as unknown as Sdk;

it('what is called before the SDK is there comes to it in order, with the time that it had', () => {
  const wanted = vi.fn();
  door.onCapture(wanted);
  door.setUser({ id: 'a' });
  door.addBreadcrumb({ message: 'one' });
  expect(wanted).not.toHaveBeenCalled();
  now += 5_000;
  const error = new Error('early');
  const id = door.captureException(error, { tags: { x: 1 } });
  door.setUser({ id: 'b' });
  now += 5_000;
  const second = door.captureMessage('hello', 'info');
  expect(done).toEqual([]);
  expect(wanted).toHaveBeenCalledTimes(2);
  now += 60_000;
  door.open(sdk);
  const third = door.captureMessage('late');
  expect(done).toEqual([
    ['user', { id: 'a' }],
    ['breadcrumb', { message: 'one', timestamp: 1_000 }],
    ['exception', error, id, { tags: { x: 1 }, timestamp: 1_005 }, undefined],
    ['user', { id: 'b' }],
    ['message', 'hello', 'info', second, { timestamp: 1_010 }],
    ['message', 'late', undefined, third, {}],
  ]);
  expect(id).toMatch(/^[0-9a-f]{32}$/);
});

it('the same error has one id and one report, however often it is met', () => {
  const error = new Error('met by the app, by the router and by the window');
  const id = door.captureException(error);
  expect(door.capture(error, {}, { handled: false, type: 'generic' })).toBe(id);
  door.open(sdk);
  expect(door.captureException(error)).toBe(id);
  expect(done).toHaveLength(1);
});

it('what waits is bounded: the first captures, which have ids, and the newest of all else', () => {
  const ids = Array.from({ length: 30 }, (_, i) => door.captureException(new Error(String(i))));
  for (let i = 0; i < 300; i++) {
    door.addBreadcrumb({ message: String(i) });
    door.setTag('n', i);
    door.startSpan({ name: String(i) }, () => undefined);
  }
  door.open(sdk);
  expect(ids.filter(Boolean)).toHaveLength(MAX_WAITING.capture);
  const of = (kind: string) => done.filter((one) => (one as string[])[0] === kind);
  expect(of('exception')).toHaveLength(MAX_WAITING.capture);
  expect(of('breadcrumb')).toHaveLength(MAX_WAITING.breadcrumb);
  expect(of('breadcrumb').at(-1)).toEqual(['breadcrumb', { message: '299', timestamp: 1_000 }]);
  expect(of('tag')).toHaveLength(MAX_WAITING.scope);
  expect(done.filter((one) => (one as string[])[1] === 'start')).toHaveLength(MAX_WAITING.span);
});

it('does nothing when reports are off, forgets what waited, and takes what comes after a yes', () => {
  door.captureException(new Error('early'));
  door.close();
  const ids = [door.captureException(new Error('x')), door.captureMessage('y')];
  door.setTag('a', 1);
  expect(door.startSpan({ name: 's' }, () => 7)).toBe(7);
  expect(ids).toEqual([undefined, undefined]);
  door.open(sdk);
  expect(done).toEqual([]);
  door.setTag('b', 2);
  expect(done).toEqual([['tag', 'b', 2]]);
});

it('a span that began before the SDK was there has its own times, and what was set on it', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const result = door.startSpan({ name: 'load' }, (made) => {
    made.setAttribute('rows', 3);
    return promise;
  });
  now += 2_000;
  door.open(sdk);
  expect(done).toEqual([]);
  now += 1_000;
  resolve('loaded');
  expect(await result).toBe('loaded');
  expect(done).toEqual([
    ['load', 'start', 1_000],
    ['load', 'attribute', 'rows', 3],
    ['load', 'end', 1_003],
  ]);
});

it.each([
  ['throws', () => expect(() => door.startSpan({ name: 's' }, fail)).toThrow('failed')],
  ['rejects', () => expect(door.startSpan({ name: 's' }, async () => fail())).rejects.toThrow('failed')],
])('a span whose callback %s ends as an error, and the caller gets it', async (_name, check) => {
  await check();
  door.open(sdk);
  expect(done).toContainEqual(['s', 'status', { code: 2, message: 'internal_error' }]);
  expect(done.at(-1)).toEqual(['s', 'end', 1_000]);
});
const fail = () => {
  throw new Error('failed');
};
