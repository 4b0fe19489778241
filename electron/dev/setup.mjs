/**
 * What `npm start` and `npm test` need before they can run, made in this order where it is missing: a Node that is new
 * enough, the packages, the built files and, with the argument `electron` or `tests`, an Electron that can open windows.
 *
 * Plain JavaScript without dependencies: it is the first thing to run on a fresh clone, on any Node from 20.19 on.
 */
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { build, buildDue } from './setup/build.mjs';
import { messageOf } from './setup/failure.mjs';
import { install, installDue } from './setup/install.mjs';
import { withLock } from './setup/lock.mjs';
import { bringNode, broughtNode, freeNodeModules, linkDue, linkNode, satisfies } from './setup/node.mjs';
import { exitCodeOf, run, say, stopSignal, stopWithChildren } from './setup/run.mjs';

const root = join(import.meta.dirname, '..', '..');
const DID = '--did=';

/** @returns {Promise<number>} the exit code */
async function main() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // Once one was brought, npm scripts run on it: then this does as well, whatever the machine has by now.
  const brought = broughtNode(root, engines.node);
  const isRight = brought
    ? process.versions.node === brought.version
    : satisfies(engines.node, process.version);
  if (!isRight) return onRightNode(engines.node);

  const did = process.argv.filter((arg) => arg.startsWith(DID)).map((arg) => arg.slice(DID.length));
  if (isDue(engines.node)) did.push(...(await withLock(root, say, () => work(engines.node))));
  const forTests = process.argv.includes('tests');
  const runtime = forTests || process.argv.includes('electron') ? await findRuntime(forTests) : undefined;
  if (did.length === 0 && !runtime?.worked) did.push('nothing to do');
  if (runtime) did.push(runtime.name);
  console.log(`setup: ${did.join(', ')}`);
  return 0;
}

/** Starts over on a Node that is new enough. @param {string} range */
async function onRightNode(range) {
  const args = process.argv.slice(2);
  let node = broughtNode(root, range);
  node ??= await withLock(root, say, async () => {
    // While this waited for the lock, another setup may have brought it.
    const other = broughtNode(root, range);
    if (other) return other;
    const brought = await bringNode(root, range);
    args.push(`${DID}node ${brought.version} brought`);
    return brought;
  });
  const { code, signal } = await run(node.path, [import.meta.filename, ...args], {
    stdio: 'inherit',
    // It has its own children to end.
    stopWith: 'SIGTERM',
  });
  return signal ? exitCodeOf(signal) : (code ?? 1);
}

/** @param {string} range */
const isDue = (range) => installDue(root) || linkDue(root, range) || buildDue(root);

/**
 * What is due is asked again: while this waited for the lock, another setup may have done it.
 * @param {string} range
 * @returns {Promise<string[]>} what was done
 */
async function work(range) {
  const did = [];
  const node = broughtNode(root, range)?.path ?? process.execPath;
  if (installDue(root)) {
    freeNodeModules(root);
    did.push(await install(root, node));
  }
  if (linkDue(root, range)) linkNode(root, range);
  if (buildDue(root)) did.push(await build(root, node));
  return did;
}

/**
 * Finds Electron and what it needs to open a window; `worked` says whether that took more than a look.
 * @param {boolean} forTests
 */
async function findRuntime(forTests) {
  // It halves the time of a setup with nothing to do.
  module.enableCompileCache(join(root, '.cache', 'compile'));
  // Imported only here: it is TypeScript, which no older Node reads.
  const [{ findElectron }, { prepareDisplay }] = await Promise.all([
    import('./electron.ts'),
    import('./display.ts'),
  ]);
  let worked = false;
  const log = (/** @type {string} */ line) => {
    worked = true;
    say(line);
  };
  const { program, version } = await findElectron(log);
  prepareDisplay(program, forTests, log);
  return { name: `electron ${version}`, worked };
}

stopWithChildren();
try {
  process.exitCode = await main();
} catch (error) {
  const signal = stopSignal();
  if (!signal) process.stderr.write(`\nsetup: ${messageOf(error).replaceAll('\n', '\n  ')}\n`);
  process.exitCode = signal ? exitCodeOf(signal) : 1;
}
