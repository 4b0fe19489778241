import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installDue, installKey } from '../../../../electron/dev/setup/install.mjs';

let root: string;

function put(name: string, content: unknown): void {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

/** What npm ci and the setup after it leave behind. */
function install(): void {
  put('node_modules/a/package.json', { name: 'a' });
  put('node_modules/a/node_modules/b/package.json', { name: 'b' });
  put('node_modules/.package-lock.json', {
    packages: { 'node_modules/a': {}, 'node_modules/a/node_modules/b': {} },
  });
  put('node_modules/.installed', installKey(root));
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-install-'));
  put('package.json', { scripts: { start: 'x' }, devDependencies: { a: '^1.0.0' } });
  put('package-lock.json', { packages: {} });
});

afterEach(() => rmSync(root, { recursive: true }));

describe('an installation is due', () => {
  it('on a fresh clone', () => {
    expect(installDue(root)).toBe(true);
  });

  it('not when it is whole', () => {
    install();
    expect(installDue(root)).toBe(false);
  });

  it('not when only a script in package.json changed', () => {
    install();
    put('package.json', { scripts: { start: 'y' }, devDependencies: { a: '^1.0.0' } });
    expect(installDue(root)).toBe(false);
  });

  it('when a dependency or the lock file changed', () => {
    install();
    put('package.json', { devDependencies: { a: '^2.0.0' } });
    expect(installDue(root)).toBe(true);
    install();
    put('package-lock.json', { packages: { 'node_modules/a': {} } });
    expect(installDue(root)).toBe(true);
  });

  it('when a package is gone, also an inner one', () => {
    install();
    rmSync(join(root, 'node_modules/a/node_modules/b'), { recursive: true });
    expect(installDue(root)).toBe(true);
  });

  it('when it was broken off before its end', () => {
    install();
    rmSync(join(root, 'node_modules/.installed'));
    expect(installDue(root)).toBe(true);
    install();
    rmSync(join(root, 'node_modules/.package-lock.json'));
    expect(installDue(root)).toBe(true);
  });
});

describe('a missing file', () => {
  it.each(['package.json', 'package-lock.json'])('%s is named, and how to bring it back', (name) => {
    rmSync(join(root, name));
    expect(() => installDue(root)).toThrow(`git checkout ${name}`);
  });
});
