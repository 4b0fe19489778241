/** node_modules, as package-lock.json has it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { npmCi } from './npm.mjs';

/** @param {string} root */
const stampIn = (root) => join(root, 'node_modules', '.installed');

/**
 * What an installation depends on, as one hash. Of package.json only what npm reads: a changed script is no reason to
 * install again. Throws when one of the two files is missing.
 * @param {string} root
 */
export function installKey(root) {
  const [manifest = '', lock = ''] = ['package.json', 'package-lock.json'].map((name) => {
    if (existsSync(join(root, name))) return readFileSync(join(root, name), 'utf8');
    throw new Failure(`${name} is missing in ${root}.`, `Bring it back: git checkout ${name}`);
  });
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(manifest);
  const major = process.versions.node.split('.')[0];
  return createHash('sha256')
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides]))
    .update(`\0${lock}\0${process.platform}-${process.arch}\0${major}`)
    .digest('hex');
}

/** Whether node_modules is missing, belongs to another lock file, or lacks a package. @param {string} root */
export function installDue(root) {
  const key = installKey(root);
  if (!existsSync(stampIn(root)) || readFileSync(stampIn(root), 'utf8') !== key) return true;
  const folders = Object.keys(installedPackages(root));
  return folders.length === 0 || folders.some((folder) => !existsSync(join(root, folder, 'package.json')));
}

/**
 * Runs npm ci. The stamp goes first and comes back last: whatever ends it half-way, the next setup starts over.
 * @param {string} root
 * @param {string} node the Node that runs npm
 * @returns {Promise<string>} what was done
 */
export async function install(root, node) {
  rmSync(stampIn(root), { force: true });
  const key = installKey(root);
  const total = expectedPackages(root);
  const seconds = await npmCi({ cwd: root, node, what: 'installing packages', total });
  const count = Object.keys(installedPackages(root)).length;
  writeFileSync(stampIn(root), key);
  return `${count} packages installed in ${seconds} s`;
}

/** npm's own record of what it put into node_modules. @param {string} root @returns {Record<string, unknown>} by folder */
function installedPackages(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).packages : {};
}

/** How many packages of the lock file are for this platform, for the progress. @param {string} root */
function expectedPackages(root) {
  /** @type {{ packages: Record<string, { os?: string[], cpu?: string[] }> }} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(
    ([folder, { os, cpu }]) =>
      folder !== '' && (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true),
  ).length;
}
