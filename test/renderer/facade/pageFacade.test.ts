import type { Event, EventHint, Scope } from '@sentry/core';
import { beforeEach, expect, it } from 'vitest';
import type { FacadeSpan } from '../../../electron/shared/reportTypes.ts';
import { createFacade, MAX_WAITING, type PageFacade, type Sdk } from '../../../renderer/facade/pageFacade.ts';

let now: number;
let facade: PageFacade;
/** What reached the SDK, in order. */
let done: unknown[];
beforeEach(() => {
  now = 1_000_000;
  facade = createFacade(() => now);
  done = [];
});

/** The event after a capture's context and processors. */
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
} as unknown as Sdk;

it('calls before the SDK has loaded reach it in order, with their own times', () => {
  facade.setUser({ id: 'a' });
  facade.addBreadcrumb({ message: 'one' });
  now += 5_000;
  const error = new Error('early');
  const id = facade.captureException(error, { tags: { x: 1 } });
  facade.setUser({ id: 'b' });
  now += 5_000;
  const second = facade.captureMessage('hello', 'info');
  expect(done).toEqual([]);
  now += 60_000;
  facade.open(sdk);
  const third = facade.captureMessage('late');
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

it('an error has one id and one report, however often it is captured', () => {
  const error = new Error('met by the app, by the router and by the window');
  const id = facade.captureException(error);
  expect(facade.capture(error, {}, { handled: false, type: 'generic' })).toBe(id);
  facade.open(sdk);
  expect(facade.captureException(error)).toBe(id);
  expect(done).toHaveLength(1);
});

it('the queue keeps the first captures, whose ids are known, and the newest of everything else', () => {
  const ids = Array.from({ length: 30 }, (_, i) => facade.captureException(new Error(String(i))));
  for (let i = 0; i < 300; i++) {
    facade.addBreadcrumb({ message: String(i) });
    facade.setTag('n', i);
  }
  facade.open(sdk);
  expect(ids.filter(Boolean)).toHaveLength(MAX_WAITING.capture);
  const of = (kind: string) => done.filter((one) => (one as string[])[0] === kind);
  expect(of('exception')).toHaveLength(MAX_WAITING.capture);
  expect(of('breadcrumb')).toHaveLength(MAX_WAITING.breadcrumb);
  expect(of('breadcrumb').at(-1)).toEqual(['breadcrumb', { message: '299', timestamp: 1_000 }]);
  expect(of('tag')).toHaveLength(MAX_WAITING.scope);
});

it('does nothing with reports off, empties the queue, and works again after a yes', () => {
  facade.captureException(new Error('early'));
  facade.close();
  const ids = [facade.captureException(new Error('x')), facade.captureMessage('y')];
  facade.setTag('a', 1);
  expect(facade.startSpan({ name: 's' }, () => 7)).toBe(7);
  expect(ids).toEqual([undefined, undefined]);
  facade.open(sdk);
  expect(done).toEqual([]);
  facade.setTag('b', 2);
  expect(done).toEqual([['tag', 'b', 2]]);
});

it('a span is recorded once the SDK has loaded; before, its callback just runs, once', () => {
  const runs: unknown[] = [];
  const run = (made: FacadeSpan) => void runs.push(made.setAttribute('rows', 3));
  facade.startSpan({ name: 'early' }, run);
  facade.open(sdk);
  expect(done).toEqual([]);
  facade.startSpan({ name: 'late' }, run);
  expect(done).toEqual([['late', 'attribute', 'rows', 3]]);
  expect(runs).toHaveLength(2);
});
