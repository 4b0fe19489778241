/** Starts telemetry in the page: early breadcrumbs at once, the SDK after the first paint and the page's own scripts. */

import type { Breadcrumb, SeverityLevel } from '@sentry/core';
import type { TelemetryBridge } from '../../electron/shared/telemetryMessages.ts';
import { facade } from '../facade/pageFacade.ts';
import { appSdk, endSearch } from './appSdk.ts';

/** Early breadcrumbs at once; the SDK after `ready`, if reports are on and the pages have no SDK. Never rejects. */
export async function startTelemetry(bridge: TelemetryBridge | undefined, ready: Promise<unknown>) {
  const endEarly = watchEarly(globalThis, (breadcrumb) => {
    if (!appSdk()) facade.addBreadcrumb(breadcrumb);
  });
  const stayOff = () => {
    endEarly();
    facade.close();
  };
  try {
    await ready;
    const settings = await bridge?.settings();
    if (!bridge || !settings) return stayOff();
    const { followSdk, startSdk } = await import('./pageSdk.ts');
    const own = appSdk();
    if (!own) {
      endSearch();
      return await startSdk(bridge, settings, facade, endEarly);
    }
    endEarly();
    followSdk(bridge, own, facade);
  } catch (error) {
    console.error('Telemetry did not start in this page.', error);
    stayOff();
  }
}

/** Longest message in characters, and maximum elements in a click's path: the SDK's own limits. */
const MAX_MESSAGE = 1024;
const MAX_ELEMENTS = 5;

const LEVELS = { debug: 'debug', info: 'info', log: 'log', warn: 'warning', error: 'error' } as const;

/** Records console, clicks and fetch. Returns a function that stops it; call that right before the SDK starts. */
export function watchEarly(page: typeof globalThis, add: (breadcrumb: Breadcrumb) => void): () => void {
  const { console } = page;
  let isWatching = true;
  const undo: (() => void)[] = [];
  /** Patches a function; the patch is undone unless somebody else has patched over it. */
  function replace<T, K extends keyof T>(object: T, name: K, replacement: T[K]): void {
    const original = object[name];
    object[name] = replacement;
    undo.push(() => {
      if (object[name] === replacement) object[name] = original;
    });
  }

  for (const [name, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, SeverityLevel][]) {
    const original = console[name];
    replace(console, name, (...args: unknown[]) => {
      if (isWatching)
        add({ category: 'console', level, message: args.map(textOf).join(' ').slice(0, MAX_MESSAGE) });
      original.apply(console, args);
    });
  }

  const send = page.fetch;
  replace(page, 'fetch', async function fetch(input, init) {
    if (!isWatching) return send.call(page, input, init);
    const isRequest = input instanceof Request;
    const data = {
      method: init?.method ?? (isRequest ? input.method : 'GET'),
      url: isRequest ? input.url : String(input),
    };
    const request = { category: 'fetch', type: 'http' };
    try {
      const response = await send.call(page, input, init);
      const level: SeverityLevel =
        response.status >= 500 ? 'error' : response.status >= 400 ? 'warning' : 'info';
      add({ ...request, level, data: { ...data, status_code: response.status } });
      return response;
    } catch (error) {
      add({ ...request, level: 'error', data });
      throw error;
    }
  });

  const clicked = (event: Event) => {
    const path = event.composedPath().filter((one) => one instanceof Element);
    add({ category: 'ui.click', message: path.slice(0, MAX_ELEMENTS).reverse().map(nameOf).join(' > ') });
  };
  page.addEventListener('click', clicked, { capture: true });
  undo.push(() => page.removeEventListener('click', clicked, { capture: true }));

  return () => {
    isWatching = false;
    for (const one of undo) one();
  };
}

/** Returns the element's CSS selector, which contains nothing that the user has typed. */
function nameOf({ localName, id, classList }: Element): string {
  return [localName, id && `#${id}`, ...[...classList].map((name) => `.${name}`)].join('');
}

function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    // An object without a prototype cannot be converted.
    return '[object]';
  }
}
