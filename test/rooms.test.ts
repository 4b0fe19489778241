/** The whole house: folders do not import in circles, and documents link to existing files. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..');

/** A file's folder: `electron/window`, `electron/telemetry/replay`, `renderer/data`. */
function roomOf(file: string): string {
  // Imported by all, and next to main.ts, which imports all.
  if (file === 'electron/config.ts') return file;
  const parts = file.split('/').slice(0, -1);
  return parts.slice(0, parts[1] === 'telemetry' && parts[0] === 'electron' ? 3 : 2).join('/');
}

/** The rooms that each room imports. */
function imports(): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const file of globSync('{electron,renderer}/**/*.{ts,tsx}', { cwd: PROJECT })) {
    const from = roomOf(file);
    const others = rooms.get(from) ?? new Set();
    rooms.set(from, others);
    for (const [, specifier = ''] of readFileSync(join(PROJECT, file), 'utf8').matchAll(
      /['"](\.{1,2}\/[^'"]+\.tsx?)['"]/g,
    )) {
      const to = roomOf(join(dirname(file), specifier));
      if (to !== from) others.add(to);
    }
  }
  return rooms;
}

it('no folder imports in a circle', () => {
  const rooms = imports();
  expect(rooms.size).toBeGreaterThan(15);
  // Removes rooms that import none of the rest; what remains is a circle.
  for (let found = true; found; ) {
    found = false;
    for (const [room, others] of rooms) {
      if ([...others].some((other) => rooms.has(other))) continue;
      rooms.delete(room);
      found = true;
    }
  }
  expect(Object.fromEntries([...rooms].map(([room, others]) => [room, [...others]]))).toEqual({});
});

it.each(globSync('{README.md,.github/**/*.md}', { cwd: PROJECT }))(
  '%s links to existing files',
  (document) => {
    const links = readFileSync(join(PROJECT, document), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g);
    const missing = [...links].filter(([, link = '']) => !existsSync(join(PROJECT, dirname(document), link)));
    expect(missing.map(([, link]) => link)).toEqual([]);
  },
);

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
