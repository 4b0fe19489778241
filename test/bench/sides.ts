/** The programs measured side by side, each in its own folder, all started the same way. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type PreviewServer, preview } from 'vite';
import { APP_FILES } from '../../electron/configuration/folder.ts';
import { analyseBuild } from '../../electron/tool/project/webBuild.ts';
import { PROJECT } from '../support/app.ts';
import { copyApp } from '../support/brokenApp.ts';
import { BUILD_ID, startServer } from '../support/example/server.ts';
import { buildPagesApp } from '../support/pagesApp.ts';
import type { SideName } from './report.ts';

export const BASELINES = join(import.meta.dirname, 'baselines');
const VITE = join(PROJECT, 'node_modules/vite/bin/vite.js');
/** A closed loopback port: the example's server, and everyone's report server, as if offline. */
const NOWHERE = 'http://127.0.0.1:9';
export const DSN = 'http://key@127.0.0.1:9/1';
/** The text in the window when a start is complete: of an app without pages, of an error page, of a page. */
const [NOT_FOUND, MISSING, EXAMPLE] = [
  'This page could not be found',
  'This page doesn’t exist',
  '\\bStart\\b',
];
/** Those with Holdfast's error page for a missing page in them. */
const STOCK: readonly SideName[] = ['stock', 'electronVite'];

/** An app folder as shipped, plus the file that records times; `shows` is a regular expression. */
export interface Side {
  folder: string;
  env: Readonly<Record<string, string>>;
  shows: string;
}

/**
 * Runs in place of an app's main, then requires it. Prints `bench <what> <ms since the epoch>` and, for main's load,
 * `bench took <what> <ms>`: the time until a file requires another is its compile time. `read` are the bytes of the app's
 * own files until the window exists.
 */
const timed = (main: string) => `
const at = () => performance.timeOrigin + performance.now();
const note = (what, time = at()) => process.stdout.write('bench ' + what + ' ' + time + '\\n');
const { app, crashReporter } = require('electron');
app.once('ready', () => note('ready')).once('browser-window-created', () => note('window'));
const took = { compile: 0, Crashpad: 0, disk: 0 };
let read = 0;
app.once('browser-window-created', () => note('took read', read));
const time = (what, holder, name, original = holder[name]) => {
  holder[name] = Object.assign((...args) => {
    const from = at();
    try { return original.apply(holder, args); } finally { took[what] += at() - from; }
  }, original);
};
time('Crashpad', crashReporter, 'start');
const fs = require('node:fs');
for (const name of Object.keys(fs)) if (name.endsWith('Sync')) time('disk', fs, name);
const { prototype } = module.constructor;
const { _compile, require: load } = prototype;
let compiling;
prototype._compile = function (...args) {
  read += Buffer.byteLength(args[0]);
  compiling = at();
  return _compile.apply(this, args);
};
prototype.require = function (id) {
  if (compiling) took.compile += at() - compiling;
  compiling = undefined;
  return load.call(this, id);
};
const begin = at();
require('./${main}');
const tell = () => {
  const end = at();
  for (const [what, ms] of Object.entries(took)) note('took ' + what, ms);
  note('begin', begin);
  note('loaded', end);
};
// Main has loaded once the promises that Electron waits for are settled.
const settle = (left) => (left > 0 ? queueMicrotask(() => settle(left - 1)) : tell());
settle(50);
`;

/** A build of 48 modules and 3 MB, as of a large app without code splitting by route. */
async function makeModules(folder: string): Promise<void> {
  const parts = [...Array(47).keys()];
  await mkdir(join(folder, 'parts'), { recursive: true });
  for (const part of parts)
    await writeFile(
      join(folder, 'parts', `${part}.js`),
      `export const words = ${JSON.stringify('word '.repeat(12_000))};\nexport default ${part};\n`,
    );
  const app = `${parts.map((part) => `import part${part} from './parts/${part}.js';`).join('\n')}
const sum = ${parts.map((part) => `part${part}`).join(' + ')};
document.querySelector('main').innerHTML = '<h1>Start</h1><p>The sum of all modules is ' + sum + '</p>';\n`;
  await writeFile(join(folder, 'app.js'), app);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Modules</title><link rel="icon" href="data:,">
<body><main></main><script type="module" src="/app.js"></script></body></html>\n`;
  await writeFile(join(folder, 'index.html'), html);
}

async function makeTimed(folder: string): Promise<void> {
  const manifest = join(folder, 'package.json');
  const parts = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(join(folder, 'timed.cjs'), timed(parts.main));
  await writeFile(manifest, JSON.stringify({ ...parts, main: 'timed.cjs' }));
}

/** Makes an app's folder take itself for packaged, as what users start: without what only a developer is shown. */
export const configure = (folder: string, settings: object, web: object = {}) =>
  writeFile(join(folder, '.build', APP_FILES.config), JSON.stringify({ packaged: true, settings, web }));

/** Vite's input for a baseline's page, and its output beside the baseline's main. */
const PAGES: Partial<Record<SideName, readonly [source: string, target: string, ...args: string[]]>> = {
  stock: ['stock', 'dist'],
  electronVite: ['stock', 'out/renderer', '--minify=false'],
  vite: ['vite', '.'],
};

/** Baselines that build on the files of another. */
const SAME: Partial<Record<SideName, SideName>> = { vite: 'bare', bareAddress: 'bare', sitePlain: 'bare' };

/** Builds a baseline's page, with a base for pages loaded from a file. */
async function buildPage(source: string, target: string, rest: readonly string[] = []): Promise<void> {
  const args = [VITE, 'build', '--base=./', `--outDir=${target}`, ...rest];
  const options = { cwd: join(BASELINES, source), env: { ...process.env, NODE_ENV: 'production' } };
  await promisify(execFile)(process.execPath, args, options);
}

/** A baseline: its main unbundled, its page built by Vite, `node_modules` beside it. */
async function makeBaseline(name: SideName, folder: string, shows: string): Promise<Side> {
  await cp(join(BASELINES, SAME[name] ?? name), folder, { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  const [source, target = '', ...rest] = PAGES[name] ?? [];
  if (source) await buildPage(source, join(folder, target), rest);
  await makeTimed(folder);
  return { folder, env: { SENTRY_DSN: DSN }, shows };
}

export type Sides = Awaited<ReturnType<typeof createSides>>;

/** Creates each side on first use. */
export async function createSides() {
  const all = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
  const server = await startServer();
  let example: ReturnType<typeof buildPagesApp> | undefined;

  /** A build of Holdfast with its settings. */
  const holdfast = async (
    name: SideName,
    source: string,
    shows: string,
    more: object = {},
    web: object = {},
  ): Promise<Side> => {
    const { folder } = await copyApp(source, join(all, name));
    await makeTimed(folder);
    await configure(folder, { sentryDsn: DSN, reports: 'on', buildId: BUILD_ID, ...more }, web);
    return { folder, env: {}, shows };
  };
  /** Holdfast with the page of the baseline `vite` as its web build. */
  const web = async (name: SideName, more: object): Promise<Side> => {
    const side = await holdfast(name, PROJECT, EXAMPLE, more);
    const build = join(side.folder, '.build', APP_FILES.web);
    await mkdir(build);
    await buildPage('vite', build);
    await writeFile(
      join(side.folder, '.build', APP_FILES.webBuild),
      JSON.stringify((await analyseBuild(build)).table),
    );
    return side;
  };
  /** The build of many modules: under `app://`, at the address of its server, or from that server in a bare window. */
  const modules = async (name: SideName): Promise<Side> => {
    const folder = join(all, 'modules');
    await makeModules(folder);
    modulesSite ??= serve(folder);
    const address = (await modulesSite).resolvedUrls?.local[0] ?? '';
    if (name === 'sitePlain') {
      const side = await makeBaseline(name, join(all, name), EXAMPLE);
      return { ...side, env: { BENCH_ADDRESS: address } };
    }
    const web = name === 'site' ? { address } : {};
    const side = await holdfast(name, PROJECT, EXAMPLE, { sentryDsn: undefined }, web);
    const build = join(side.folder, '.build', APP_FILES.web);
    await cp(folder, build, { recursive: true });
    const { table } = await analyseBuild(build);
    await writeFile(join(side.folder, '.build', APP_FILES.webBuild), JSON.stringify(table));
    return side;
  };
  let modulesSite: Promise<PreviewServer> | undefined;
  let site: Promise<PreviewServer> | undefined;
  const serve = (folder: string) => {
    const where = { host: '127.0.0.1', port: 0, strictPort: true };
    return preview({ root: all, logLevel: 'silent', build: { outDir: folder }, preview: where });
  };
  /** The page of the baseline `vite` on a server, and its address: the app's own, or a bare window's. */
  const serveSite = async () => {
    const folder = join(all, 'site');
    await buildPage('vite', folder);
    return await serve(folder);
  };
  const atAddress = async (name: SideName): Promise<Side> => {
    site ??= serveSite();
    const address = (await site).resolvedUrls?.local[0] ?? '';
    if (name === 'bareAddress') {
      const side = await makeBaseline(name, join(all, name), EXAMPLE);
      return { ...side, env: { BENCH_ADDRESS: address } };
    }
    return holdfast(name, PROJECT, EXAMPLE, { sentryDsn: undefined }, { address });
  };
  const make = async (name: SideName): Promise<Side> => {
    const other = STOCK.includes(name) ? MISSING : NOT_FOUND;
    const shows = name === 'vite' ? EXAMPLE : other;
    if (name === 'holdfast') return holdfast(name, PROJECT, shows);
    if (name === 'silent') return holdfast(name, PROJECT, shows, { sentryDsn: undefined });
    if (name === 'web') return web(name, { sentryDsn: undefined });
    if (name === 'webReports') return web(name, {});
    if (name === 'address' || name === 'bareAddress') return atAddress(name);
    if (name.startsWith('site')) return modules(name);
    if (!name.startsWith('page')) return makeBaseline(name, join(all, name), shows);
    example ??= buildPagesApp();
    const origin = name === 'page' ? server.url : NOWHERE;
    return holdfast(name, (await example).folder, EXAMPLE, { origin });
  };
  const made: Partial<Record<SideName, Promise<Side>>> = {};
  return {
    get(name: SideName): Promise<Side> {
      made[name] ??= make(name);
      return made[name];
    },
    async remove(): Promise<void> {
      await server.stop();
      await (await site)?.close();
      await (await modulesSite)?.close();
      await (await example)?.remove();
      await rm(all, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
