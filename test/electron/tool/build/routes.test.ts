import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFiles, readPages, routeOf } from '../../../../electron/tool/build/routes.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { testFolder } from '../../testFolder.ts';

it('the pages folder gives each page its route in matching order, and other files no route', () => {
  const pages =
    'index.tsx about.jsx blog/index.ts blog/[id].js blog/[...rest].tsx shop/[[...x]].tsx index/index.tsx';
  const others = '.hidden.ts a.css _app.tsx a/__tests__/b.ts api/users.ts';
  const files = `${pages} ${others}`.split(' ').map((file) => [file, '']);
  const folder = writeFiles(testFolder(), Object.fromEntries(files));
  expect(readPages(findFiles(folder)).map(({ file, path }) => `${path} ${file}`)).toEqual([
    '/ index.tsx',
    '/about about.jsx',
    '/blog blog/index.ts',
    '/blog/[id] blog/[id].js',
    '/blog/[...rest] blog/[...rest].tsx',
    '/index index/index.tsx',
    '/shop/[[...x]] shop/[[...x]].tsx',
  ]);
  expect(findFiles(join(folder, 'none'))).toEqual([]);
});

/** The framework's eleven checks, and one of ours: pages that fail, the message, and which are named if not all. */
it.each([
  ['[...a]/b', 'Catch-all must be the last part of the URL.'],
  ['[…a]', "Detected a three-dot character ('…') at ('…a'). Did you mean ('...')?"],
  ['[[a]', "Segment names may not start or end with extra brackets ('[a')."],
  ['[..a]', "Segment names may not start with erroneous periods ('..a')."],
  [
    '[...a] [[...b]]',
    'You cannot use both an required and optional catch-all route at the same level ("[...a]" and "[[...b]]" ).',
  ],
  [
    '[[...a]] [...b]',
    'You cannot use both an optional and required catch-all route at the same level ("[[...a]]" and "[...b]").',
  ],
  ['[[a]]', 'Optional route parameters are not yet supported ("[[a]]").'],
  [
    'z [a]/x y [b]/y [c]/z',
    "You cannot use different slug names for the same dynamic path ('a' !== 'b').",
    '[a]/x [b]/y',
  ],
  ['[a]/[a]', 'You cannot have the same slug name "a" repeat within a single dynamic path'],
  [
    '[a-b]/[ab]',
    'You cannot have the slug names "a-b" and "ab" differ only by non-word symbols within a single dynamic path',
  ],
  [
    'p/index p/[[...r]]',
    'You cannot define a route with the same specificity as a optional catch-all route ("/p" and "/p[[...r]]").',
  ],
  ['a a/index', 'Two files define the page "/a".'],
])('pages %s are refused, and named: %s', (pages, message, named = pages) => {
  const files = (names: string) => names.split(' ').map((name) => `${name}.tsx`);
  const whole = [message, ...files(named)].join('\n  ');
  expect(() => readPages(['ok.tsx', ...files(pages)])).toThrow(new Error(whole));
});

it.each([
  ['indexes.jsx', '/indexes'],
  ['a.b.tsx', '/a.b'],
  ['apis.tsx', '/apis'],
  ['4040.tsx', '/4040'],
  ['404/index.tsx', '/404'],
])('the file %s is the page %s', (file, path) => expect(routeOf(file)).toBe(path));

it.each('a/_b/c.tsx 404.tsx api/a.ts api.ts a.test.tsx a.spec.ts a.d.ts .hidden.ts a.mjs'.split(' '))(
  'the file %s is no page',
  (file) => expect(routeOf(file)).toBeUndefined(),
);
