/** The programs that are measured side by side, each in a folder of its own and started in the same way. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../support/app.ts';
import { copyApp } from '../support/brokenApp.ts';
import { BUILD_ID, startServer } from '../support/example/server.ts';
import { buildPagesApp } from '../support/pagesApp.ts';
import type { SideName } from './report.ts';

export const BASELINES = join(import.meta.dirname, 'baselines');
const VITE = join(PROJECT, 'node_modules', 'vite', 'bin', 'vite.js');
/** A closed port of loopback: both Sentry set-ups find no server, as offline. */
const NOWHERE = 'http://127.0.0.1:9';
const DSN = 'http://key@127.0.0.1:9/1';
/** What the window shows at the end of a start. */
const NOT_FOUND = 'This page could not be found';
const EXAMPLE = '\\bStart\\b';

/** An app folder as it would be shipped, but for the file that notes times. */
export interface Side {
  name: SideName;
  folder: string;
  env: Readonly<Record<string, string>>;
  /** A regular expression. */
  shows: string;
}

export interface Sides {
  get(name: SideName): Promise<Side>;
  remove(): Promise<void>;
}

/**
 * Started in place of an app's main file, which it runs: notes times on stdout, in milliseconds since the epoch, as
 * `bench <what> <time>`; `cpu` is how long a processor worked for it.
 */
const timed = (main: string) => `
const at = () => performance.timeOrigin + performance.now();
const note = (what, time = at()) => process.stdout.write('bench ' + what + ' ' + time + '\\n');
require('electron').app.once('ready', () => note('ready')).once('browser-window-created', () => note('window'));
const before = process.cpuUsage();
const begin = at();
require('./${main}');
const end = at();
const { user, system } = process.cpuUsage(before);
note('cpu', (user + system) / 1000);
note('begin', begin);
note('loaded', end);
`;

async function makeTimed(folder: string): Promise<void> {
  const manifest = join(folder, 'package.json');
  const parts = JSON.parse(await readFile(manifest, 'utf8')) as { main: string };
  await writeFile(join(folder, 'timed.cjs'), timed(parts.main));
  await writeFile(manifest, JSON.stringify({ ...parts, main: 'timed.cjs' }));
}

/** From what Vite builds the page of a baseline, and where it then lies beside its main. */
const PAGES: Partial<Record<SideName, readonly [source: string, target: string, ...args: string[]]>> = {
  stock: ['stock', 'dist'],
  electronVite: ['stock', 'out/renderer', '--minify=false'],
  vite: ['vite', '.'],
};

/** A baseline: its main as it is written, its page built by Vite, `node_modules` beside it. */
async function makeBaseline(name: SideName, folder: string): Promise<void> {
  await cp(join(BASELINES, name === 'vite' ? 'bare' : name), folder, { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  const [source, target, ...args] = PAGES[name] ?? [];
  if (!source || !target) return;
  // With a base for pages that are loaded from a file.
  const all = [
    VITE,
    'build',
    join(BASELINES, source),
    '--base=./',
    `--outDir=${join(folder, target)}`,
    ...args,
  ];
  await promisify(execFile)(process.execPath, all, { env: { ...process.env, NODE_ENV: 'production' } });
}

/** Makes each side when it is first asked for. */
export async function createSides(): Promise<Sides> {
  const all = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
  const server = await startServer();
  let example: ReturnType<typeof buildPagesApp> | undefined;

  /** A build of Holdfast and the settings it is started with. */
  const holdfast = async (name: SideName, source: string, shows: string, origin?: string): Promise<Side> => {
    const { folder } = await copyApp(source, join(all, name));
    await makeTimed(folder);
    const file = join(folder, 'settings.json');
    await writeFile(file, JSON.stringify({ sentryDsn: DSN, reports: 'on', origin, buildId: BUILD_ID }));
    return { name, folder, env: { HOLDFAST_SETTINGS: file }, shows };
  };
  const baseline = async (name: SideName, shows: string): Promise<Side> => {
    const folder = join(all, name);
    await makeBaseline(name, folder);
    await makeTimed(folder);
    return { name, folder, env: { SENTRY_DSN: DSN }, shows };
  };
  const make = async (name: SideName): Promise<Side> => {
    if (name === 'holdfast') return holdfast(name, PROJECT, NOT_FOUND);
    if (!name.startsWith('page')) return baseline(name, name === 'vite' ? EXAMPLE : NOT_FOUND);
    example ??= buildPagesApp();
    return holdfast(name, (await example).folder, EXAMPLE, name === 'page' ? server.url : NOWHERE);
  };
  const made = new Map<SideName, Promise<Side>>();
  return {
    get(name) {
      const side = made.get(name) ?? make(name);
      made.set(name, side);
      return side;
    },
    async remove() {
      await server.stop();
      await (await example)?.remove();
      await rm(all, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
