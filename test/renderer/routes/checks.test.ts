import fc from 'fast-check';
import { getSortedRoutes } from 'next/dist/shared/lib/router/utils/sorted-routes.js';
import { describe, expect, it } from 'vitest';
import { RouteError, sortRoutes } from '../../../renderer/routes/checks.ts';

type Verdict = { order: string[] } | { message: string };

function verdict(judge: (paths: string[]) => string[], paths: string[]): Verdict {
  try {
    return { order: judge(paths) };
  } catch (error) {
    return { message: (error as Error).message };
  }
}

/** The eleven checks, each with a set that fails it first, and its message. */
const FAILURES: [string[], string][] = [
  [['/[...a]/b'], 'Catch-all must be the last part of the URL.'],
  [['/[…a]'], "Detected a three-dot character ('…') at ('…a'). Did you mean ('...')?"],
  [['/[[a]'], "Segment names may not start or end with extra brackets ('[a')."],
  [['/[..a]'], "Segment names may not start with erroneous periods ('..a')."],
  [
    ['/[...a]', '/[[...b]]'],
    'You cannot use both an required and optional catch-all route at the same level ("[...a]" and "[[...b]]" ).',
  ],
  [
    ['/[[...a]]', '/[...b]'],
    'You cannot use both an optional and required catch-all route at the same level ("[[...a]]" and "[...b]").',
  ],
  [['/[[a]]'], 'Optional route parameters are not yet supported ("[[a]]").'],
  [['/[a]/x', '/[b]/y'], "You cannot use different slug names for the same dynamic path ('a' !== 'b')."],
  [['/[a]/[a]'], 'You cannot have the same slug name "a" repeat within a single dynamic path'],
  [
    ['/[a-b]/[ab]'],
    'You cannot have the slug names "a-b" and "ab" differ only by non-word symbols within a single dynamic path',
  ],
  [
    ['/p', '/p/[[...r]]'],
    'You cannot define a route with the same specificity as a optional catch-all route ("/p" and "/p[[...r]]").',
  ],
];

describe('the eleven checks', () => {
  it.each(FAILURES)('%j fails with the specified message', (paths, message) => {
    expect(verdict(sortRoutes, paths)).toEqual({ message });
    expect(verdict(getSortedRoutes, paths)).toEqual({ message });
  });

  it('names the routes to change', () => {
    const routesOf = (paths: string[]) => {
      try {
        return sortRoutes(paths);
      } catch (error) {
        expect(error).toBeInstanceOf(RouteError);
        return (error as RouteError).routes;
      }
    };
    expect(routesOf(['/ok', '/[a]/x', '/[b]/y'])).toEqual(['/[a]/x', '/[b]/y']);
    expect(routesOf(['/', '/ok', '/[[...r]]'])).toEqual(['/', '/[[...r]]']);
    expect(routesOf(['/ok', '/[...r]/x'])).toEqual(['/[...r]/x']);
  });
});

describe('the order of routes', () => {
  it('follows the specification', () => {
    const order = [
      '/',
      '/blog',
      '/blog/new',
      '/blog/[id]',
      '/blog/[id]/comments',
      '/blog/[...rest]',
      '/posts/[[...x]]',
      '/zed',
      '/[slug]',
      '/[slug]/edit',
    ];
    expect(sortRoutes(order.toReversed())).toEqual(order);
    expect(sortRoutes([])).toEqual([]);
  });
});

/** Pieces chosen so that each check comes up often. */
const name = fc.constantFrom(...`a b id a-b ab Ab :a é . …a ..a ] [a`.split(' '), ...['a b', '']);
const segment = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('blog', 'Blog', 'a', 'z', '_u', '0', 'index', 'é', '__proto__') },
  { weight: 4, arbitrary: fc.constantFrom('[a]', '[b]', '[id]', '[a-b]', '[ab]') },
  { weight: 2, arbitrary: fc.constantFrom('[...a]', '[...b]', '[[...a]]', '[[...b]]') },
  { weight: 1, arbitrary: name.map((text) => `[${text}]`) },
  { weight: 1, arbitrary: name.map((text) => `[...${text}]`) },
  { weight: 1, arbitrary: name.map((text) => `[[...${text}]]`) },
  { weight: 1, arbitrary: name.map((text) => `[[${text}]]`) },
  { weight: 1, arbitrary: fc.constantFrom('pre-[x]', '[x]-post', 'a[b]c', '[', ']', '[x', 'x]') },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom('[', ']', '.', '…', 'a', 'b', '-'), maxLength: 8 }),
  },
);
const route = fc
  .tuple(fc.constantFrom('/', '/', '/', ''), fc.array(segment, { maxLength: 4 }))
  .map(([start, segments]) => start + segments.join('/'));
const routes = fc.oneof(
  { weight: 1, arbitrary: fc.array(route, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(route, { maxLength: 12 }) },
);

describe('generated sets of routes', () => {
  it('get the framework’s verdict, message and order: 2,500 sets', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(routes, (paths) => {
        const theirs = verdict(getSortedRoutes, paths);
        expect(verdict(sortRoutes, paths)).toEqual(theirs);
        const kind = 'message' in theirs ? theirs.message.replace(/["'].*$/, '') : 'valid';
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }),
      { numRuns: 2_500, seed: 20261120 },
    );
    // The property means little unless each verdict occurred.
    expect(seen.size).toBe(12);
    expect(Math.min(...seen.values())).toBeGreaterThanOrEqual(5);
  });
});
