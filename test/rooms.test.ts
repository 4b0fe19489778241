/** The whole house: folders do not import in circles, and documents link to existing files. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..');

/** A file's folder: `electron/window`, `electron/telemetry/replay`, `renderer/data`. */
function roomOf(file: string): string {
  // Imported by all, and next to main.ts, which imports all.
  if (['electron/config.ts', 'electron/app/folder.ts'].includes(file)) return file;
  const parts = file.split('/').slice(0, -1);
  const isHouse = parts[0] === 'electron' && ['build', 'telemetry', 'tool'].includes(parts[1] ?? '');
  return parts.slice(0, isHouse ? 3 : 2).join('/');
}

/** What each room imports, or each file of it. @param nameOf the name of what a file belongs to */
function imports(nameOf: (file: string) => string, pattern = '{electron,renderer}/**/*.{ts,tsx}') {
  const all = new Map<string, Set<string>>();
  for (const file of globSync(pattern, { cwd: PROJECT })) {
    const from = nameOf(file);
    const others = all.get(from) ?? new Set();
    all.set(from, others);
    for (const [, specifier = ''] of readFileSync(join(PROJECT, file), 'utf8').matchAll(
      /['"](\.{1,2}\/[^'"]+\.tsx?)['"]/g,
    )) {
      const to = nameOf(join(dirname(file), specifier));
      if (to !== from) others.add(to);
    }
  }
  return all;
}

/** What imports each other in a circle, and what leads there. */
function circles(all: Map<string, Set<string>>): Record<string, string[]> {
  // Removes what imports none of the rest; what remains is a circle.
  for (let found = true; found; ) {
    found = false;
    for (const [name, others] of all) {
      if ([...others].some((other) => all.has(other))) continue;
      all.delete(name);
      found = true;
    }
  }
  return Object.fromEntries([...all].map(([name, others]) => [name, [...others]]));
}

it('no folder imports in a circle', () => {
  const rooms = imports(roomOf);
  expect(rooms.size).toBeGreaterThan(15);
  expect(circles(rooms)).toEqual({});
});

it.each(['app', 'ipc', 'menu', 'recovery', 'shared', 'signIn', 'window'])(
  'no file of electron/%s imports in a circle',
  (room) => {
    const files = imports((file) => file, `electron/${room}/**/*.ts`);
    expect(files.size).toBeGreaterThan(1);
    expect(circles(files)).toEqual({});
  },
);

it.each(
  globSync(['README.md', '.github/**/*.md', '{electron,renderer,test}/**/README.md'], { cwd: PROJECT }),
)('%s links to existing files', (document) => {
  const links = readFileSync(join(PROJECT, document), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g);
  const missing = [...links].filter(([, link = '']) => !existsSync(join(PROJECT, dirname(document), link)));
  expect(missing.map(([, link]) => link)).toEqual([]);
});

it('the guide about tests names every long one', () => {
  const guide = readFileSync(join(PROJECT, 'test/README.md'), 'utf8');
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
    const actions = [...readFileSync(join(PROJECT, workflow), 'utf8').matchAll(/\buses: (\S+)/g)];
    expect(actions.length).toBeGreaterThan(0);
    expect(
      actions.map(([, action = '']) => action).filter((action) => !/@[\da-f]{40}$/.test(action)),
    ).toEqual([]);
  },
);
