/** The programs measured side by side, each in its own folder, all started the same way. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { type PreviewServer, preview } from 'vite';
import { APP_FILES } from '../../electron/builtConfig/folder.ts';
import { analyseBuild } from '../../electron/tool/project/webBuild.ts';
import { PROJECT } from '../support/app.ts';
import { copyApp } from '../support/brokenApp.ts';
import { BUILD_ID, startServer } from '../support/example/server.ts';
import { buildPagesApp } from '../support/pagesApp.ts';
import { chromiumWindow, install, makePackage } from './installed.ts';
import type { SideName } from './report.ts';

export const BASELINES = join(import.meta.dirname, 'baselines');
const VITE = join(PROJECT, 'node_modules/vite/bin/vite.js');
/** What is sent and fetched at once, in bytes. */
export const BULK = 100_000_000;
/** A closed loopback port, as if the report server were offline. */
export const DSN = 'http://key@127.0.0.1:9/1';
/** The text in the window when a start is complete: of a page; of an app without pages; of the error page in the stock one. */
const EXAMPLE = '\\bStart\\b';
const NOT_FOUND = 'This page could not be found';
const MISSING = 'This page doesn’t exist';
/** Those that show the page of a server. */
const AT_ADDRESS = ['address', 'addressReports', 'bareAddress', 'bareListens', 'chromium'];

/** An app folder as shipped, plus the file that records times; `shows` is a regular expression. */
export interface Side {
  folder: string;
  /** The file that `timed.cjs` runs. */
  main: string;
  env: Readonly<Record<string, string>>;
  shows: string;
  /** Started in place of Electron with the folder. It tells only when its page painted. */
  program?: string;
  args?: readonly string[];
  /** Puts files into the fresh user data. */
  fill?: (userData: string) => Promise<void>;
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
if (process.env.BENCH_PROFILE) {
  const session = new (require('node:inspector').Session)();
  session.connect();
  for (const [what, how] of [['enable'], ['setSamplingInterval', { interval: 100 }], ['start']])
    session.post('Profiler.' + what, how);
  app.once('browser-window-created', () => session.post('Profiler.stop', (_error, { profile }) =>
    fs.writeFileSync(process.env.BENCH_PROFILE, JSON.stringify(profile))));
}
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

/** Sends BULK bytes, or takes what is sent and tells how much it was. */
function serveBulk({ middlewares }: PreviewServer): void {
  middlewares.use('/bulk', (request, response) => {
    if (request.method === 'POST') {
      let taken = 0;
      request.on('data', (part: Buffer) => {
        taken += part.length;
      });
      return void request.on('end', () => response.end(String(taken)));
    }
    const part = Buffer.alloc(1_000_000, 'x');
    response.setHeader('content-type', 'application/octet-stream').setHeader('content-length', BULK);
    return void Readable.from(Array.from({ length: BULK / part.length }, () => part)).pipe(response);
  });
}

async function makeTimed(folder: string): Promise<string> {
  const manifest = join(folder, 'package.json');
  const parts = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(join(folder, 'timed.cjs'), timed(parts.main));
  await writeFile(manifest, JSON.stringify({ ...parts, main: 'timed.cjs' }));
  return parts.main;
}

/** Makes an app's folder take itself for packaged, as what users start: without what only a developer is shown. */
const configure = (folder: string, settings: object, web: object = {}) =>
  writeFile(join(folder, '.build', APP_FILES.config), JSON.stringify({ packaged: true, settings, web }));

/** Vite's input for a baseline's page, and its output beside the baseline's main. */
const PAGES: Partial<Record<SideName, readonly [source: string, target: string, ...args: string[]]>> = {
  stock: ['stock', 'dist'],
  electronVite: ['stock', 'out/renderer', '--minify=false'],
  vite: ['vite', '.'],
  sdk: ['vite', '.'],
};

/** Baselines that build on the files of another. */
const SAME: Partial<Record<SideName, SideName>> = {
  ...{ vite: 'bare', sdk: 'bare', bareAddress: 'bare', bareListens: 'bare', sitePlain: 'bare' },
};

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
  if (name === 'sdk') await buildPage(name, folder, ['--ssr=main.js', '--minify']);
  return { folder, main: await makeTimed(folder), env: { SENTRY_DSN: DSN }, shows };
}

export type Sides = Awaited<ReturnType<typeof createSides>>;

/** Creates each side on first use. */
export async function createSides() {
  const all = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
  const server = await startServer();
  let example: ReturnType<typeof buildPagesApp> | undefined;

  /** A build of Holdfast with its settings. */
  async function holdfast(
    name: SideName,
    shows: string,
    more = {},
    web = {},
    source = PROJECT,
  ): Promise<Side> {
    const { folder } = await copyApp(source, join(all, name));
    const main = await makeTimed(folder);
    await configure(folder, { sentryDsn: DSN, reports: 'on', buildId: BUILD_ID, ...more }, web);
    return { folder, main, env: {}, shows };
  }
  /** Holdfast with a web build. */
  const withBuild = async (side: Side, fill: (build: string) => Promise<void>): Promise<Side> => {
    const build = join(side.folder, '.build', APP_FILES.web);
    await mkdir(build, { recursive: true });
    await fill(build);
    const { table } = await analyseBuild(build);
    await writeFile(join(side.folder, '.build', APP_FILES.webBuild), JSON.stringify(table));
    return side;
  };
  /** Holdfast with the page of the baseline `vite` as its web build. */
  const web = async (name: SideName, more: object): Promise<Side> =>
    withBuild(await holdfast(name, EXAMPLE, more), (build) => buildPage('vite', build));
  const silent = { sentryDsn: undefined };
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
    const side = await holdfast(name, EXAMPLE, silent, web);
    return withBuild(side, (build) => cp(folder, build, { recursive: true }));
  };
  let modulesSite: Promise<PreviewServer> | undefined;
  let site: Promise<PreviewServer> | undefined;
  const serve = (folder: string) => {
    const where = { host: '127.0.0.1', port: 0, strictPort: true };
    const plugins = [{ name: 'bulk', configurePreviewServer: serveBulk }];
    return preview({ root: all, logLevel: 'silent', plugins, build: { outDir: folder }, preview: where });
  };
  /** The page of the baseline `vite` on a server: at the app's own address, or a bare window's. */
  const atAddress = async (name: SideName): Promise<Side> => {
    site ??= buildPage('vite', join(all, 'site')).then(() => serve(join(all, 'site')));
    const address = (await site).resolvedUrls?.local[0] ?? '';
    if (name.startsWith('bare')) {
      const side = await makeBaseline(name, join(all, name), EXAMPLE);
      const env = { BENCH_ADDRESS: address, ...(name === 'bareListens' && { BENCH_LISTENS: '1' }) };
      return { ...side, env };
    }
    if (name === 'chromium') {
      const window = await chromiumWindow(address, EXAMPLE);
      if (!window) throw new Error('There is no Chromium here that can be unpacked.');
      return window;
    }
    return holdfast(name, EXAMPLE, name === 'address' ? silent : {}, { address });
  };
  const make = async (name: SideName): Promise<Side> => {
    if (name === 'holdfast') return holdfast(name, NOT_FOUND);
    if (name === 'silent') return holdfast(name, NOT_FOUND, silent);
    if (name === 'web') return web(name, silent);
    if (name === 'webReports') return web(name, {});
    if (AT_ADDRESS.includes(name)) return atAddress(name);
    if (name.startsWith('site')) return modules(name);
    const shows =
      { vite: EXAMPLE, sdk: EXAMPLE, bare: NOT_FOUND }[name as 'vite' | 'sdk' | 'bare'] ?? MISSING;
    if (name !== 'page') return makeBaseline(name, join(all, name), shows);
    example ??= buildPagesApp();
    return holdfast(name, EXAMPLE, { origin: server.url }, {}, (await example).folder);
  };
  const made: Partial<Record<string, Promise<Side>>> = {};
  let packed: ReturnType<typeof makePackage> | undefined;
  const get = (name: SideName): Promise<Side> => (made[name] ??= make(name));
  /** This repository's app as a package. */
  const pack = () => (packed ??= makePackage(join(all, 'package')));
  return {
    get,
    pack,
    /** A side as an installed app. */
    installed(name: SideName): Promise<Side> {
      if (name === 'chromium') return get(name);
      const target = join(all, `${name}-installed`);
      const isBare = name === 'vite' || name === 'sdk';
      made[target] ??= get(name).then(async (side) => install(side, await pack(), target, isBare));
      return made[target];
    },
    /** A copy of a side with more files in its web build. */
    async withMore(name: SideName, target: string, fill: (build: string) => Promise<void>): Promise<Side> {
      const side = await get(name);
      const folder = join(all, target);
      await cp(side.folder, folder, { recursive: true });
      return withBuild({ ...side, folder }, fill);
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
