import type { EventHint } from '@sentry/core';
import { beforeEach, expect, it } from 'vitest';
import { createFacade, MAX_WAITING, type PageFacade, type Sdk } from '../../../renderer/facade/pageFacade.ts';

let facade: PageFacade;
/** What reached the SDK, in order. */
let done: unknown[];
beforeEach(() => {
  facade = createFacade(() => 1_000_000);
  done = [];
});

const sdk = {
  getCurrentScope: () => ({
    captureException: (error: unknown, hint: EventHint) => done.push(['exception', error, hint.event_id]),
  }),
  addBreadcrumb: (breadcrumb: unknown) => done.push(['breadcrumb', breadcrumb]),
  setTag: (...tag: unknown[]) => done.push(['tag', ...tag]),
} as unknown as Sdk;

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
