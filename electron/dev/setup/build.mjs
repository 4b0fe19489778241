/** The built files in .build, as the sources have them. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { run, say } from './run.mjs';

const SOURCES = [
  'electron',
  'renderer',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const RESULTS = ['main/main.cjs', 'preload/preload.cjs', 'renderer/index.html'];

/** @param {string} root */
const stampIn = (root) => join(root, '.build', '.stamp');

/** Names and contents of all that is built from, as one hash. @param {string} root */
export function buildKey(root) {
  const hash = createHash('sha256');
  /** @param {string} name */
  const add = (name) => {
    const content = readFileSync(join(root, name));
    hash.update(`${name}\0${content.length}\0`).update(content);
  };
  for (const source of SOURCES.filter((name) => existsSync(join(root, name)))) {
    if (source.includes('.')) add(source);
    else for (const name of filesUnder(root, source)) add(name);
  }
  return hash.digest('hex');
}

/** Whether the built files are missing or of other sources. @param {string} root */
export function buildDue(root) {
  if (RESULTS.some((name) => !existsSync(join(root, '.build', name)))) return true;
  return !existsSync(stampIn(root)) || readFileSync(stampIn(root), 'utf8') !== buildKey(root);
}

/**
 * Runs the build. The stamp goes first and comes back last, and is that of the sources before the build: what changed
 * meanwhile is built the next time.
 * @param {string} root
 * @param {string} node the Node that runs it
 * @returns {Promise<string>} what was done
 */
export async function build(root, node) {
  rmSync(stampIn(root), { force: true });
  const key = buildKey(root);
  const started = Date.now();
  say('building ...');
  const { code, output } = await run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--app'], {
    cwd: root,
    // A NODE_ENV of the shell would build another React.
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  });
  const missing = RESULTS.filter((name) => !existsSync(join(root, '.build', name)));
  if (code !== 0 || missing.length > 0) {
    process.stderr.write(`${output.trimEnd()}\n`);
    const what = code === 0 ? `It made no ${missing.join(', ')}.` : "The build's own message is above.";
    throw new Failure('The build failed.', what, 'Mend it, then run the same command again.');
  }
  writeFileSync(stampIn(root), key);
  return `built in ${((Date.now() - started) / 1000).toFixed(1)} s`;
}

/**
 * All files under a folder, in an order that is the same everywhere.
 * @param {string} root
 * @param {string} folder
 * @returns {string[]} paths from root, with slashes
 */
function filesUnder(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesUnder(root, name) : [name];
    });
}
