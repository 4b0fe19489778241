/** What main's start is made of: each module with its bytes in the built files and the milliseconds that it ran. */
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PROJECT } from '../../support/app.ts';
import { launch } from '../launchApp.ts';
import type { Sides } from '../sides.ts';

const MAIN = join(PROJECT, '.build', 'main');
/** Starts whose profiles are added up: one has a sample every tenth of a millisecond. */
const STARTS = 5;

/** Finds the module of a place in a built file. `bundler` stands for what it adds, and for data such as texts. */
function moduleAt(file: string): (row: number, column: number) => string {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  return (row, column) => {
    const { originalSource = 'bundler' } = map.findEntry(row, column) as { originalSource?: string };
    return originalSource.replace(/^(?:\.\.\/)+/, '');
  };
}

/** Bytes by module. */
function bytesOf(file: string): Map<string, number> {
  const at = moduleAt(file);
  const modules = new Map<string, number>();
  for (const [row, line] of readFileSync(file, 'latin1').split('\n').entries())
    for (let column = 0; column < line.length; column += 1) {
      const name = at(row, column);
      modules.set(name, (modules.get(name) ?? 0) + 1);
    }
  return modules;
}

/** Adds the milliseconds that each module of main ran itself, until the window existed, by file and module. */
function addTimes(profile: Profiler.Profile, times: Map<string, number>, share: number): void {
  const finders = new Map<string, ReturnType<typeof moduleAt>>();
  const names = new Map<number, string>();
  for (const { id, callFrame } of profile.nodes) {
    const file = basename(callFrame.url);
    if (!callFrame.url.includes('/.build/main/')) continue;
    if (!finders.has(file)) finders.set(file, moduleAt(join(MAIN, file)));
    names.set(id, `${file} ${finders.get(file)?.(callFrame.lineNumber, callFrame.columnNumber)}`);
  }
  for (const [at, id] of (profile.samples ?? []).entries()) {
    const name = names.get(id);
    const ms = (profile.timeDeltas?.[at] ?? 0) / 1000;
    if (name) times.set(name, (times.get(name) ?? 0) + ms * share);
  }
}

async function profileStarts(sides: Sides): Promise<Map<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-profile-'));
  const side = await sides.get('holdfast');
  const times = new Map<string, number>();
  try {
    for (let start = 0; start < STARTS; start += 1) {
      const file = join(folder, `${start}.cpuprofile`);
      const { stop } = await launch({ ...side, env: { ...side.env, BENCH_PROFILE: file } });
      await stop();
      addTimes(JSON.parse(readFileSync(file, 'utf8')), times, 1 / STARTS);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return times;
}

/** Lists the modules of main's three files that a start may read, each file's largest first. */
export async function listModules(sides: Sides): Promise<string> {
  const times = await profileStarts(sides);
  const files = (await readdir(MAIN)).filter((name) =>
    /^(?:main|(?:outbox|reports)-[\w-]{8})\.cjs$/.test(name),
  );
  const lists = files.map((file) => {
    const lines = [...bytesOf(join(MAIN, file))].sort(([, one], [, other]) => other - one);
    const line = ([name, bytes]: [string, number]) =>
      `${String(bytes).padStart(8)} ${(times.get(`${file} ${name}`) ?? 0).toFixed(2).padStart(8)}  ${name}`;
    return [file, '   bytes       ms', ...lines.map(line)].join('\n');
  });
  return `${lists.join('\n\n')}\n`;
}
