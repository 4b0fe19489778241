import type { Breadcrumb } from '@sentry/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchEarly } from '../../../renderer/telemetry/startTelemetry.ts';

/** The parts of a page that are watched. */
class Page extends EventTarget {
  lines: unknown[][] = [];
  console = Object.fromEntries(
    ['debug', 'info', 'log', 'warn', 'error'].map((name) => [
      name,
      (...args: unknown[]) => this.lines.push(args),
    ]),
  ) as unknown as Console;
  fetch = (url: string) =>
    url === '/none'
      ? Promise.reject(new TypeError('Failed'))
      : Promise.resolve(new Response('', { status: 404 }));
}
class Element extends EventTarget {
  localName = 'button';
  id = 'save';
  classList = ['a', 'b'];
}

let page: Page;
let added: Breadcrumb[];
let end: () => void;
beforeEach(() => {
  vi.stubGlobal('Element', Element);
  page = new Page();
  added = [];
  end = watchEarly(page as unknown as typeof globalThis, (breadcrumb) => added.push(breadcrumb));
});
afterEach(() => vi.unstubAllGlobals());

it('keeps what the page logs, and logs it', () => {
  page.console.warn('careful', 7, Object.create(null));
  page.console.log('x'.repeat(5_000));
  expect(added).toEqual([
    { category: 'console', level: 'warning', message: 'careful 7 [object]' },
    { category: 'console', level: 'log', message: 'x'.repeat(1024) },
  ]);
  expect(page.lines[0]?.slice(0, 2)).toEqual(['careful', 7]);
});

it('restores the page when it ends, except what was wrapped since', async () => {
  const { log } = page.console;
  const ours = page.console.warn;
  page.console.warn = (...args) => ours(...args);
  const theirs = page.console.warn;
  const pending = page.fetch('/gone');
  end();
  page.console.warn('after');
  page.dispatchEvent(new Event('click'));
  expect([page.console.log === log, page.console.warn === theirs, added]).toEqual([false, true, []]);
  await pending;
  expect(added).toHaveLength(1);
});
