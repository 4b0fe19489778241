import fc from 'fast-check';
import { getRouteMatcher } from 'next/dist/shared/lib/router/utils/route-matcher.js';
import { getRouteRegex } from 'next/dist/shared/lib/router/utils/route-regex.js';
import { getSortedRoutes } from 'next/dist/shared/lib/router/utils/sorted-routes.js';
import { expect, it } from 'vitest';
import { createMatcher } from '../../../electron/shared/match.ts';

const matcherOf = (...paths: string[]) => {
  const match = createMatcher(getSortedRoutes(paths).map((path) => ({ path })));
  return (pathname: string) => {
    const found = match(pathname);
    return found.kind === 'page' ? [found.page.path, found.params] : found.kind;
  };
};

const match = matcherOf('/', '/blog', '/blog/[id]', '/blog/[...rest]', '/shop/[[...x]]', '/[slug]/edit');
it.each([
  ['/blog/a%20b%2Fc', ['/blog/[id]', { id: 'a b/c' }]],
  // The framework tries everything under /blog before /[slug]; react-router would not.
  ['/blog/edit', ['/blog/[id]', { id: 'edit' }]],
  ['/shop/red/small/', ['/shop/[[...x]]', { x: ['red', 'small'] }]],
  ...['/other', '/Blog', '/blog//', '/blog//x', '/shop//red'].map((path) => [path, 'missing']),
  ...['/%', '/blog/%E0%A4%A', '/blog/%zz/x'].map((path) => [path, 'malformed']),
] as [string, unknown][])('the page of %s is %j', (pathname, found) => {
  expect(match(pathname)).toEqual(found);
});

it('parameters have any name', () => {
  const params = JSON.parse('{"__proto__":"1","a b":"2"}');
  expect(matcherOf('/[__proto__]/[a b]')('/1/2')).toEqual(['/[__proto__]/[a b]', params]);
});

const segment = fc.constantFrom('blog', 'a', 'b c', 'é', '[id]', '[a]');
const last = fc.constantFrom('', '/[...rest]', '/[[...all]]');
const route = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 3 }), last)
  .map(([parts, end]) => `/${parts.join('/')}${end}`);
const pathname = fc
  .array(fc.constantFrom('blog', 'a', 'b c', 'é', 'x/y', '1'), { maxLength: 4 })
  .map((parts) => `/${parts.map(encodeURIComponent).join('/')}`);

it('generated paths match like the framework: 1,500 routes and paths', () => {
  let matched = 0;
  fc.assert(
    fc.property(route, pathname, (path, from) => {
      fc.pre(isValid(path));
      const decoded = from
        .split('/')
        .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
        .join('/');
      const theirs = getRouteMatcher(getRouteRegex(path))(decoded);
      const ours = createMatcher([{ path }])(from);
      expect(ours).toEqual(theirs ? { kind: 'page', page: { path }, params: theirs } : { kind: 'missing' });
      if (theirs) matched++;
    }),
    { numRuns: 1_500, seed: 20261120 },
  );
  expect(matched).toBeGreaterThan(100);
});

function isValid(path: string): boolean {
  try {
    return getSortedRoutes([path]).length === 1;
  } catch {
    return false;
  }
}
