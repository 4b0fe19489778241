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

/** The module of a place in a built file. `bundler` stands for what it adds, and for data such as texts. */
function moduleAt(file: string): (row: number, column: number) => string {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  return (row, column) => {
    const { originalSource = 'bundler' } = map.findEntry(row, column) as { originalSource?: string };
    return originalSource.replace(/^(?:\.\.\/)+/, '');
  };
}

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

/** Why a package is there. Each other module says it itself. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@opentelemetry': 'What the SDK traces with. It sets that up whatever its options.',
  '@sentry/browser': 'How the SDK reads the stacks of a page.',
  '@sentry/conventions': 'Names of what the SDK reports.',
  '@sentry/core': 'The SDK: its client, scopes, envelopes and spans.',
  '@sentry/electron': 'The SDK in Electron: minidumps, sessions, and what pages send.',
  '@sentry/node': 'The SDK in Node.',
  '@sentry/node-core': 'The SDK in Node: the context of a report, and errors that nobody caught.',
  '@sentry/opentelemetry': 'How the SDK keeps one trace across promises.',
  bundler: 'Texts, documents of faults, and what joins the modules.',
  valibot: 'Checks of settings that a person or an administrator wrote.',
};

/** A module's package, or the module itself if it is Holdfast's. */
const packageOf = (module: string): string =>
  /node_modules\/(@opentelemetry|@sentry\/[^/]+|[^/]+)/.exec(module)?.[1] ?? module;

/** Why a module is there: the first sentence of its first docstring. */
function reasonFor(module: string): string {
  const [, comment = ''] = PACKAGES[module]
    ? ['', PACKAGES[module]]
    : (/\/\*\*(.*?)\*\//s.exec(readFileSync(join(PROJECT, module), 'utf8')) ?? []);
  const text = comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim();
  const sentence = /^.*?(?:[.:](?=\s|$)|$)/s.exec(text)?.[0].replace(/:$/, '.');
  if (!sentence) throw new Error(`${module} does not say why it is there: give it a docstring.`);
  return sentence.replaceAll('|', '\\|');
}

/** What of main's script a start reads, as a table in Markdown for each file, the largest modules first. */
export async function listModules(sides: Sides): Promise<string> {
  const times = await profileStarts(sides);
  const isRead = (name: string) => /^(?:main|(?:outbox|reports)-[\w-]{8})\.cjs$/.test(name);
  const files = (await readdir(MAIN)).filter(isRead);
  const tables = files.map((file) => {
    const rows = new Map<string, { bytes: number; ms: number }>();
    for (const [module, bytes] of bytesOf(join(MAIN, file))) {
      const name = packageOf(module);
      const row = rows.get(name) ?? { bytes: 0, ms: 0 };
      const ms = row.ms + (times.get(`${file} ${module}`) ?? 0);
      rows.set(name, { bytes: row.bytes + bytes, ms });
    }
    const sorted = [...rows].sort(([, one], [, other]) => other.bytes - one.bytes);
    const lines = sorted.map(
      ([name, { bytes, ms }]) => `| ${bytes} | ${ms.toFixed(2)} | ${name} | ${reasonFor(name)} |`,
    );
    const title = `## ${file.replace(/-.{8}(?=\.)/, '')}`;
    return [title, '', '| bytes | ms | module | why |', '|--:|--:|---|---|', ...lines].join('\n');
  });
  return `# Main's script at the start\n\n${tables.join('\n\n')}\n`;
}
