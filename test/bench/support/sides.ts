/** The programs that are measured side by side, each in a folder of its own and started in the same way. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../support/app.ts';

const run = promisify(execFile);
const BASELINES = join(import.meta.dirname, '..', 'baselines');
const VITE = join(PROJECT, 'node_modules', 'vite', 'bin', 'vite.js');

/** The file that is started in place of an app's main file: it notes times and then runs that. */
const TIMED = 'timed.cjs';

export type SideName = 'holdfast' | 'stock' | 'bare' | 'next';

/** An app folder as it would be shipped, but for the file that notes times. */
export interface Side {
  name: SideName;
  folder: string;
  env: Readonly<Record<string, string>>;
}

export interface Sides {
  side(name: SideName): Promise<Side>;
  remove(): Promise<void>;
}

/**
 * Notes the times of this process on stdout, in milliseconds since the epoch: `bench <what> <time>`; `cpu` is how
 * long a processor worked for it. What the app itself does is not touched. BENCH_SCRIPT names a file that is run in
 * this process too, once the app is ready.
 */
const timed = (main: string) => `
const at = () => performance.timeOrigin + performance.now();
const note = (what, time = at()) => process.stdout.write('bench ' + what + ' ' + time + '\\n');
const { app } = require('electron');
app.once('ready', () => note('ready'));
app.once('browser-window-created', (_event, window) => {
  note('window');
  window.once('show', () => note('shown'));
});
const before = process.cpuUsage();
const begin = at();
require(${JSON.stringify(main)});
const end = at();
const { user, system } = process.cpuUsage(before);
note('cpu', (user + system) / 1000);
note('node', performance.timeOrigin);
note('begin', begin);
note('loaded', end);
if (process.env.BENCH_SCRIPT) app.whenReady().then(() => require(process.env.BENCH_SCRIPT));
`;

async function makeTimed(folder: string): Promise<void> {
  const manifest = join(folder, 'package.json');
  const parts = JSON.parse(await readFile(manifest, 'utf8')) as { main: string };
  await writeFile(join(folder, TIMED), timed(`./${parts.main}`));
  await writeFile(manifest, JSON.stringify({ ...parts, main: TIMED }));
}

/** Holdfast as it is built, without source maps. */
async function makeHoldfast(folder: string): Promise<void> {
  await cp(join(PROJECT, 'package.json'), join(folder, 'package.json'));
  const parts = ['main', 'preload', 'renderer'];
  for (const part of parts) {
    await cp(join(PROJECT, '.build', part), join(folder, '.build', part), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    });
  }
}

/** The stock app: its renderer built by Vite, its main as it is written, `node_modules` beside it. */
async function makeStock(folder: string): Promise<void> {
  await cp(join(BASELINES, 'stock'), folder, { recursive: true });
  const args = [
    'build',
    '--config',
    join(BASELINES, 'stock', 'vite.config.ts'),
    '--outDir',
    join(folder, 'dist'),
  ];
  await run(process.execPath, [VITE, ...args], { env: { ...process.env, NODE_ENV: 'production' } });
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
}

/**
 * Makes the sides when they are first asked for.
 * @param dsn where both Sentry set-ups send to
 * @param nextUrl address of a page that the framework's server has not got
 */
export async function createSides(dsn: string, nextUrl: () => Promise<string>): Promise<Sides> {
  const all = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
  const settings = join(all, 'settings.json');
  await writeFile(settings, JSON.stringify({ sentryDsn: dsn, reports: 'on' }));
  const sides = new Map<SideName, Promise<Side>>();
  const make = async (name: SideName): Promise<Side> => {
    const folder = join(all, name);
    await mkdir(folder);
    const env: Record<string, string> = {};
    switch (name) {
      case 'holdfast':
        await makeHoldfast(folder);
        env.HOLDFAST_SETTINGS = settings;
        break;
      case 'stock':
        await makeStock(folder);
        env.SENTRY_DSN = dsn;
        break;
      case 'bare':
        await cp(join(BASELINES, 'bare'), folder, { recursive: true });
        break;
      case 'next':
        await cp(join(BASELINES, 'next', 'package.json'), join(folder, 'package.json'));
        await cp(join(BASELINES, 'next', 'main.cjs'), join(folder, 'main.cjs'));
        env.BASELINE_URL = await nextUrl();
        break;
      default:
        name satisfies never;
    }
    await makeTimed(folder);
    return { name, folder, env };
  };
  return {
    side(name) {
      const made = sides.get(name) ?? make(name);
      sides.set(name, made);
      return made;
    },
    remove: () => rm(all, { recursive: true, force: true, maxRetries: 5 }),
  };
}
