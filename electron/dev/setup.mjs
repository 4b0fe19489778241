/**
 * What `npm start` and `npm test` need before they can run, made where it is missing: the packages, the built files
 * and, with the argument `electron` or `tests`, an Electron that can open windows. Says in one line what it did.
 *
 * Plain JavaScript without dependencies: it is the first thing to run after a clone, on any Node from 20.19 on.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const INPUT = 'electron renderer vite.config.ts package.json package-lock.json tsconfig.json'.split(' ');
const OUTPUT = ['.build/main/main.cjs', '.build/preload/preload.cjs', '.build/renderer/index.html'];
/** What follows the mode was done on the machine's own Node, before this program started over on the right one. */
const [mode = '', ...did] = process.argv.slice(2);
const isStartedOver = did.length > 0;
const read = (/** @type {string} */ json) => JSON.parse(fs.readFileSync(json, 'utf8'));
/** Each step that takes time, told as it begins. */
const steps = new Set();
const log = (/** @type {string} */ step) => steps.add(step) && console.error(`setup: ${step}`);
/** Whatever ends this program ends what it runs. */
const running = new AbortController();
process.on('exit', () => running.abort());
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, (_, number) => process.exit(128 + number));
// An npm that is told to end tells only the shell that is in between.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(1), 200).unref();

try {
  process.chdir(join(import.meta.dirname, '..', '..'));
  await unlessDone('node_modules/.installed', hashOf(['package-lock.json']), [], install);
  const node = broughtNode();
  if (node && node.version !== process.versions.node && !isStartedOver) {
    did.push(`node ${node.version} instead of this machine's ${process.versions.node}`);
    process.exitCode = await run(node.path, [import.meta.filename, mode, ...did], { stdio: 'inherit' });
  } else {
    await unlessDone('.build/.stamp', hashOf(INPUT), OUTPUT, build);
    const electron = mode ? [await findElectron()] : [];
    if (did.length + steps.size === 0) did.push('nothing to do');
    console.log(`setup: ${[...did, ...electron].join(', ')}`);
  }
} catch (error) {
  console.error(`setup: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
}

/**
 * Works where the stamp of earlier work has another key, or it or a result is missing. The stamp goes first and comes
 * back last: whatever ends the work half-way, the next run starts over.
 * @param {string} stamp @param {string} key @param {string[]} results @param {() => Promise<string>} work
 */
async function unlessDone(stamp, key, results, work) {
  if ([stamp, ...results].every((name) => fs.existsSync(name)) && fs.readFileSync(stamp, 'utf8') === key)
    return;
  fs.rmSync(stamp, { force: true });
  did.push(await work());
  fs.writeFileSync(stamp, key);
}

/** Names and contents of files, and of all files in folders. @param {string[]} names */
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
  log('installing packages ...');
  // npm ci empties node_modules, and Windows deletes no program that runs: it can be moved, though.
  if (process.platform === 'win32' && process.execPath.includes('node_modules')) {
    fs.mkdirSync('.cache', { recursive: true });
    fs.renameSync(process.execPath, '.cache/node-in-use.exe');
  }
  // On the Node that npm itself was started with.
  const { npm_node_execpath: node, npm_execpath: script } = process.env;
  const [program, ...first] = node && script?.endsWith('npm-cli.js') ? [node, script] : ['npm'];
  // Without the last one it tells only after 70 s that it reaches nothing.
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--fetch-retry-mintimeout=1000'];
  let broken = '';
  // It would put off a mere SIGTERM for many seconds, and meanwhile undo what the next run does.
  const code = await run(program, args, { stdio: ['ignore', 2, 'pipe'], killSignal: 'SIGKILL' }, (line) => {
    // What it cannot write, on a full disk for one, is only a warning to npm, which then ends well.
    if (line.includes('TAR_ENTRY_ERROR')) broken ||= line;
    // Nothing but npm runs on a Node that is too old.
    else if (!line.includes('EBADENGINE')) console.error(line);
  });
  if (code !== 0) broken ||= 'npm ci failed: its message is above';
  if (broken) throw new Error(`${broken}.\nMend what it names, then run the same command again.`);
  const folders = Object.keys(read('node_modules/.package-lock.json').packages);
  if (!folders.every((folder) => fs.existsSync(folder)))
    throw new Error('Packages vanished: let no other setup work here, then run the same command again.');
  const brought = broughtNode();
  // Where the C library is another, it does not run, and would hide the machine's own.
  if (brought && spawnSync(brought.path, ['--version']).status !== 0) fs.rmSync(brought.path);
  if (!broughtNode() && !process.features.typescript)
    throw new Error(
      `Node ${process.versions.node} is too old, and npm brought no other one: install Node 24.`,
    );
  return `${folders.length} packages installed`;
}

/** The Node that is among the packages, and so first on the PATH of npm scripts. */
function broughtNode() {
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  return Object.entries(read('package.json').optionalDependencies)
    .map(([name, version]) => ({ path: join(process.cwd(), 'node_modules', name, program), version }))
    .find(({ path }) => fs.existsSync(path));
}

async function build() {
  log('building ...');
  const args = ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel=error'];
  // A NODE_ENV of the shell would build another React.
  const env = { ...process.env, NODE_ENV: 'production' };
  if (await run(process.execPath, args, { stdio: ['ignore', 2, 2], env }))
    throw new Error("The build failed: vite's own message is above.");
  return 'built';
}

async function findElectron() {
  // It halves the time of a setup with nothing to do.
  module.enableCompileCache?.('.cache/compile');
  // Imported only here: it is TypeScript, which needs the right Node and the packages.
  const [electron, display] = await Promise.all([import('./electron.ts'), import('./display.ts')]);
  const { program, version } = await electron.findElectron(log);
  display.prepareDisplay(program, mode === 'tests', log);
  return `electron ${version}`;
}

/**
 * Runs a program to its end and returns its exit code; `onLine` gets each line of a piped stderr.
 * @param {string} program @param {string[]} args @param {import('node:child_process').SpawnOptions} options
 * @param {(line: string) => void} [onLine]
 */
async function run(program, args, options, onLine) {
  const child = spawn(program, args, { signal: running.signal, ...options });
  if (child.stderr && onLine) createInterface(child.stderr).on('line', onLine);
  const [code] = await once(child, 'close');
  return code ?? 1;
}
