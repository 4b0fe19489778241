import { describe, expect, it } from 'vitest';
import { makeManifest } from '../../../renderer/routes/manifest.ts';

describe('the manifest of routes', () => {
  it('is empty without pages', () => {
    expect(JSON.stringify(makeManifest([]))).toBe('{"dynamicRoutes":[],"staticRoutes":[]}');
  });

  it('has static routes by path, and dynamic ones with expression and parameters, in the given order', () => {
    expect(makeManifest(['/', '/about', '/users/[id]', '/docs/[id]/[...slug]', '/[[...all]]'])).toEqual({
      staticRoutes: [{ path: '/' }, { path: '/about' }],
      dynamicRoutes: [
        { path: '/users/:id', regex: '^/users/([^/]+)$', paramNames: ['id'], hasOptionalPrefix: false },
        {
          ...{ path: '/docs/:id/:slug*', regex: '^/docs/([^/]+)/(.+)$' },
          ...{ paramNames: ['id', 'slug'], hasOptionalPrefix: false },
        },
        { path: '/:all*?', regex: '^/(.*)$', paramNames: ['all'], hasOptionalPrefix: false },
      ],
    });
  });

  it('has expressions that match what the routes match', () => {
    const regexOf = (path: string) => new RegExp(makeManifest([path]).dynamicRoutes[0]?.regex as string);
    expect('/a/b'.match(regexOf('/[[...all]]'))?.[1]).toBe('a/b');
    expect('/'.match(regexOf('/[[...all]]'))?.[1]).toBe('');
    expect('/shop'.match(regexOf('/shop/[[...all]]'))).not.toBeNull();
    expect('/shopping'.match(regexOf('/shop/[[...all]]'))).toBeNull();
    expect('/a+b(c)/1'.match(regexOf('/a+b(c)/[id]'))?.[1]).toBe('1');
    expect('/a.b/1'.match(regexOf('/a.b/[id]'))).not.toBeNull();
    expect('/aXb/1'.match(regexOf('/a.b/[id]'))).toBeNull();
  });

  it('says when the first parameter is a language', () => {
    const prefixOf = (path: string) => makeManifest([path]).dynamicRoutes[0]?.hasOptionalPrefix;
    expect(prefixOf('/[locale]/about')).toBe(true);
    expect(prefixOf('/[lang]')).toBe(true);
    expect(prefixOf('/[id]/[locale]')).toBe(false);
  });
});
