import { EventEmitter } from 'node:events';
import { SentrySpan, spanToJSON } from '@sentry/core';
import { getCurrentScope, startBrowserTracingNavigationSpan } from '@sentry/electron/renderer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MANIFEST_GLOBAL, makeManifest } from '../../../renderer/routes/manifest.ts';
import { routeName, routeNames } from '../../../renderer/routes/names.ts';

const MANIFEST = JSON.stringify(
  makeManifest(['/', '/about', '/é', '/posts/new', '/posts/[id]', '/docs/[...path]', '/[slug]/edit']),
);

describe('the name of a path', () => {
  it.each([
    ['/about/', '/about'],
    ['/%C3%A9', '/é'],
    ['/posts/1', '/posts/:id'],
    ['/posts/a%2Fb', '/posts/:id'],
    ['/docs/a/b/c', '/docs/:path*'],
    ['/posts/edit', '/posts/:id'],
    ['/x/edit', '/:slug/edit'],
    ['/nowhere', undefined],
    ['/%E0%A4%A', undefined],
  ])('%s is %s', (pathname, name) => {
    expect(routeName(pathname, MANIFEST)).toBe(name);
  });

  it('is undefined without a manifest, or with an empty one', () => {
    expect(routeName('/', undefined)).toBeUndefined();
    expect(routeName('/', JSON.stringify(makeManifest([])))).toBeUndefined();
  });
});

describe('with the SDK', () => {
  /** The parts of a client that the SDK's functions use. */
  class Client extends EventEmitter {
    _sentry_idleSpan: unknown;
  }
  let client: Client;
  type SdkClient = Parameters<typeof startBrowserTracingNavigationSpan>[0];
  const asClient = () => client as unknown as SdkClient;

  beforeEach(() => {
    vi.stubGlobal(MANIFEST_GLOBAL, MANIFEST);
    client = new Client();
    routeNames().setup?.(asClient() as never);
  });
  afterEach(() => vi.unstubAllGlobals());

  const navigate = (name: string) => {
    const started = vi.fn();
    client.on('startNavigationSpan', started);
    startBrowserTracingNavigationSpan(asClient(), {
      name,
      attributes: { 'sentry.source': 'url', 'sentry.origin': 'o' },
    });
    return started.mock.calls[0]?.[0];
  };

  it.each([
    ['/posts/7', '/posts/:id', 'route'],
    ['/nowhere', '/nowhere', undefined],
  ])('the load of %s is named %s', (pathname, name, source) => {
    vi.stubGlobal('location', { pathname });
    const span = new SentrySpan({ name: pathname });
    client.emit('afterStartPageLoadSpan', span);
    const { description, data } = spanToJSON(span);
    expect([description, data['sentry.source']]).toEqual([name, source]);
  });

  it('a navigation is named by its route', () => {
    expect(navigate('/posts/7')).toEqual({
      name: '/posts/:id',
      attributes: { 'sentry.source': 'route', 'sentry.origin': 'o' },
    });
    expect(getCurrentScope().getScopeData().transactionName).toBe('/posts/:id');
  });
});
