/** The whole house: rooms import only those above them, policies are pure, and documents link to existing files. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

/** The rooms in their order: the first column of the table in electron/README.md. */
const ROOMS = [...read('electron/README.md').matchAll(/^\| `((?:electron|renderer)[^`]*)` \|/gm)].map(
  ([, room = '']) => room,
);

/** A file's room: the longest path that contains it, or the file itself. */
const roomOf = (file: string): string =>
  ROOMS.filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)
    .at(0) ?? file;

const SOURCES = globSync('{electron,renderer}/**/*.{ts,tsx,mjs}', { cwd: PROJECT })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.d.ts') && !file.startsWith('renderer/pages/'));

/** The files that a file imports. */
const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/['"](\.{1,2}\/[^'"]+\.(?:tsx?|mjs))['"]/g)].map(([, specifier = '']) =>
    join(dirname(file), specifier).replaceAll('\\', '/'),
  );

it('every source is in a room of the table in electron/README.md', () => {
  expect(ROOMS.length).toBeGreaterThan(30);
  expect(SOURCES.filter((file) => !ROOMS.includes(roomOf(file)))).toEqual([]);
  expect(ROOMS.filter((room) => !SOURCES.some((file) => roomOf(file) === room))).toEqual([]);
});

it('a room imports only rooms above it in that table', () => {
  const places = SOURCES.flatMap((file) => importsOf(file).map((other) => ({ file, other })));
  expect(places.length).toBeGreaterThan(500);
  const place = (file: string) => ROOMS.indexOf(roomOf(file));
  const wrong = places.filter(({ file, other }) => place(other) > place(file));
  expect(wrong.map(({ file, other }) => `${file} imports ${other}`)).toEqual([]);
});

/** By wing: the wings whose code it runs. Types may come from everywhere above. */
const WINGS: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  common: ['shared'],
  builtConfig: ['shared', 'common'],
  telemetry: ['shared', 'common', 'builtConfig'],
  shell: ['shared', 'common', 'builtConfig', 'telemetry'],
  tool: ['shared', 'common', 'builtConfig'],
};

it.each(Object.keys(WINGS))('the wing %s imports only its own floor and those below', (wing) => {
  const wings = SOURCES.filter((file) => file.startsWith(`electron/${wing}/`)).flatMap((file) =>
    [...read(file).matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm)]
      .map(([, from = '']) => join(dirname(file), from).replaceAll('\\', '/').split('/'))
      .filter(([top, name]) => top === 'electron' && name !== wing)
      .map(([, name = '']) => name),
  );
  expect([...new Set(wings)].filter((name) => !WINGS[wing]?.includes(name))).toEqual([]);
});

it('other rooms enter telemetry by its facade; one connects it, and diagnostics also lists the outbox', () => {
  const outside = SOURCES.filter((file) => !/^electron\/(?:telemetry|shell\/setupTelemetry)\//.test(file));
  const entered = outside.flatMap((file) =>
    [...read(file).matchAll(/^import (?!type )[^;]*?from '[./]+\/(telemetry\/[^']+)'/gm)]
      .filter(() => file.startsWith('electron/'))
      .map(([, to = '']) => `${roomOf(file)} ${to}`),
  );
  expect([...new Set(entered)].sort()).toEqual([
    ...['disk', 'name', 'outbox.policy'].map(
      (name) => `electron/shell/diagnostics telemetry/outbox/${name}.ts`,
    ),
    'electron/shell/extension telemetry/index.ts',
  ]);
});

it.each(ROOMS)('no file of %s imports in a circle', (room) => {
  const files = new Map(
    SOURCES.filter((file) => roomOf(file) === room).map((file) => [file, importsOf(file)] as const),
  );
  // Removes files that import none of the rest; a circle, and what leads to it, remains.
  for (let found = true; found; ) {
    found = false;
    for (const [file, others] of files) {
      if (others.some((other) => other !== file && files.has(other))) continue;
      files.delete(file);
      found = true;
    }
  }
  expect(Object.fromEntries(files)).toEqual({});
});

it.each(SOURCES.filter((file) => file.endsWith('.policy.ts')))(
  '%s decides by pure functions: no class, promise, clock, chance or Electron',
  (file) => {
    const text = read(file);
    const code = text.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '');
    expect(
      code.match(
        /\bclass \b|\basync\b|\bawait\b|\bPromise\b|Date\.now|performance\.now|Math\.random|setTimeout|^import (?!type).*'electron'/gm,
      ) ?? [],
    ).toEqual([]);
  },
);

it('what runs before the end-to-end tests imports no Vitest: a second try in the same process would fail', () => {
  const files = new Set(['test/support/globalSetup.ts']);
  for (const file of files) for (const other of importsOf(file)) files.add(other);
  expect(files.size).toBeGreaterThan(10);
  expect([...files].filter((file) => /^import (?!type )[^;]*? from 'vitest'/m.test(read(file)))).toEqual([]);
});

it.each(
  globSync(['README.md', '.github/**/*.md', '{electron,renderer,test}/**/README.md'], { cwd: PROJECT }),
)('%s links to existing files and headings', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
  const missing = links.filter(([, link = '', heading]) => {
    const file = link === '' ? document : join(dirname(document), link);
    return !existsSync(join(PROJECT, file)) || (heading && !headingsOf(file).includes(heading));
  });
  expect(missing.map(([whole]) => whole)).toEqual([]);
});

/** The headings of a document, as GitHub names them in addresses. */
const headingsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

it('the guide about tests names every long one', () => {
  const guide = read('test/README.md');
  const files = globSync('test/**/*.long.test.ts', { cwd: PROJECT });
  expect(files.length).toBeGreaterThan(20);
  // In backquotes, with or without its folder.
  const isNamed = (file: string) =>
    ['`', '/'].some((before) => guide.includes(`${before}${basename(file, '.long.test.ts')}\``));
  expect(files.filter((file) => !isNamed(file))).toEqual([]);
});

it.each(globSync('.github/workflows/*.yml', { cwd: PROJECT }))(
  '%s pins its actions to commits',
  (workflow) => {
    const actions = [...read(workflow).matchAll(/\buses: (\S+)/g)];
    expect(actions.length).toBeGreaterThan(0);
    expect(
      actions.map(([, action = '']) => action).filter((action) => !/@[\da-f]{40}$/.test(action)),
    ).toEqual([]);
  },
);
