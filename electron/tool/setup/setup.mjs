/**
 * Prepares for npm's scripts: installs packages, builds and, with the argument `electron` or `tests`, finds an Electron that
 * can open windows. With `package` it makes the other contents of the npm package: npm runs it as `prepare`, before packing
 * and for a dependency on this repository's git address. It does only what is missing and reports it in one line.
 *
 * Plain JavaScript without dependencies: it is the first program to run after a clone, on any Node from 20.19 on.
 */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import module from 'node:module';
import { join, sep } from 'node:path';
import { buildDay } from './buildTime.mjs';
import { bringNode, isIn, linkForScripts } from './node.mjs';
import { begun, endAll, npmCi, run, step } from './programs.mjs';

const INPUT = 'electron renderer vite.config.ts package.json package-lock.json tsconfig.json'.split(' ');
const OUTPUT = ['.build/main/main.cjs', '.build/preload/preload.cjs', '.build/renderer/index.html'];
/** After the mode come the steps already done on the machine's own Node, before the restart on the right one. */
const [mode = '', ...did] = process.argv.slice(2);
const CACHE = '.cache';
const TYPES = '.build/types';
/** Whether npm runs this at the end of an install. */
const isInstalling =
  process.env.npm_lifecycle_event === 'prepare' && !/^(?:pack|publish)$/.test(process.env.npm_command ?? '');
const read = (/** @type {string} */ json) => JSON.parse(fs.readFileSync(json, 'utf8'));
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, (_, number) => process.exit(128 + number));
// Stopping npm stops only the shell in between.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(1), 200).unref();

try {
  process.chdir(join(import.meta.dirname, '..', '..', '..'));
  const own = process.versions.node;
  const isTooOld = !isIn(read('package.json').engines.node, own);
  // Running on the downloaded Node: `npm ci` removed its link.
  const isBrought = process.execPath.startsWith(process.cwd() + sep);
  const [node] = await Promise.all([
    isTooOld || isBrought ? bringNode(CACHE) : undefined,
    unlessDone('node_modules/.installed', hashOf(['package-lock.json']), [], install),
  ]);
  if (node) linkForScripts(node.program);
  if (node && isTooOld) {
    did.push(`node ${node.version} instead of this machine's ${own}`);
    process.exitCode = await run(node.program, [import.meta.filename, mode, ...did], { stdio: 'inherit' });
  } else {
    const [electron] = await Promise.all([
      mode && mode !== 'package' && findElectron(),
      unlessDone('.build/.stamp', `${hashOf(INPUT)} ${buildDay('.')}`, OUTPUT, build),
    ]);
    if (mode === 'package') await unlessDone('.build/.types', hashOf(INPUT), [TYPES], types);
    if (did.length + begun === 0) did.push('nothing to do');
    console.log(`setup: ${[...did, ...(electron ? [electron] : [])].join(', ')}`);
  }
} catch (error) {
  console.error(`setup: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
  // The other tasks clean up after themselves.
  endAll();
}

/**
 * The stamp is removed first and written last, so that interrupted work is repeated.
 * @param {string} stamp @param {string} key @param {string[]} results @param {() => Promise<string>} work
 */
async function unlessDone(stamp, key, results, work) {
  if ([stamp, ...results].every((name) => fs.existsSync(name)) && fs.readFileSync(stamp, 'utf8') === key)
    return;
  fs.rmSync(stamp, { force: true });
  did.push(await work());
  const missing = results.filter((name) => !fs.existsSync(name));
  if (missing.length > 0) throw new Error(`This should have made ${missing.join(' and ')}.`);
  fs.writeFileSync(stamp, key);
}

/** @param {string[]} names of files and folders, whose contents count too */
function hashOf(names) {
  const hash = createHash('sha256').update(process.platform + process.arch);
  const add = (/** @type {string} */ name) => {
    if (!fs.statSync(name).isDirectory()) hash.update(`\0${name}\0`).update(fs.readFileSync(name));
    else for (const inside of fs.readdirSync(name).sort()) add(`${name}/${inside}`);
  };
  names.forEach(add);
  return hash.digest('hex');
}

async function install() {
  if (isInstalling) return 'packages installed by npm';
  // npm ci empties node_modules. Windows cannot delete a running program, but can move it.
  if (process.platform === 'win32' && process.execPath.includes('node_modules')) {
    fs.mkdirSync(CACHE, { recursive: true });
    fs.renameSync(process.execPath, `${CACHE}/node-in-use.exe`);
  }
  await step('setup: installing packages', () => npmCi('.', ['--include=dev']));
  const folders = Object.keys(read('node_modules/.package-lock.json').packages);
  if (!folders.every((folder) => fs.existsSync(folder)))
    throw new Error(
      'Packages have vanished: make sure that no other setup runs here, then run the same command again.',
    );
  return `${folders.length} packages installed`;
}

async function build() {
  await program('building', 'vite/bin/vite.js', 'build', '--app', '--logLevel=error');
  return 'built';
}

async function types() {
  // Types of deleted files would remain.
  fs.rmSync(TYPES, { recursive: true, force: true });
  await program('types of the package', 'typescript/bin/tsc', '-p', 'electron/tool/build/types.json');
  return 'types made';
}

/** @param {string} what @param {string} file @param {string[]} args */
async function program(what, file, ...args) {
  // Any other NODE_ENV would build React's development version.
  const env = { ...process.env, NODE_ENV: 'production' };
  const all = [`node_modules/${file}`, ...args];
  if (await step(`setup: ${what}`, () => run(process.execPath, all, { stdio: ['ignore', 2, 2], env })))
    throw new Error(`${what} failed: see the message above.`);
}

async function findElectron() {
  // This halves the time of a setup with nothing to do.
  module.enableCompileCache?.('.cache/compile');
  // Imported only here, because TypeScript needs the right Node and the packages.
  const [electron, display] = await Promise.all([import('./electron.ts'), import('./display.ts')]);
  const { program, version } = await electron.findElectron();
  const tests = mode === 'tests' ? await import('../../../test/support/programs.ts') : undefined;
  await display.prepareDisplay(program, true, tests?.packagesOfSomeTests());
  return `electron ${version}`;
}
