import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { beforeRemoval } from '../../../../electron/tool/pack/texts.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { testFolder } from '../../testFolder.ts';

const SCRIPT = join(import.meta.dirname, '..', '..', '..', '..', 'electron', 'tool', 'pack', 'deb.sh');
const hasDpkgDeb = spawnSync('dpkg-deb', ['--version']).status === 0;
const IN_ENGLISH = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } } as const;

/** Runs it as electron-builder does, with these texts. */
function pack(description: string, maintainer = 'Ann <ann@example.com>') {
  const folder = writeFiles(testFolder(), { 'app/shop': '' });
  const deb = join(folder, 'shop.deb');
  const args = [
    ...['-s', 'dir', '--force', '-t', 'deb', '--architecture', 'amd64', '--name', 'shop'],
    ...['--description', `\n ${description}`, '--version', '1.0.0', '--maintainer', maintainer],
    ...['--deb-compression', 'gzip', '--package', deb, `${folder}/app/=/opt/Shop`],
  ];
  const { status, stderr } = spawnSync('bash', [SCRIPT, ...args], IN_ENGLISH);
  const read = (...names: string[]) =>
    spawnSync('dpkg-deb', ['-f', deb, ...names], { encoding: 'utf8' }).stdout;
  return { status, stderr, read };
}

it.runIf(hasDpkgDeb)('a description of several lines adds no field to a deb', () => {
  const { status, stderr, read } = pack(
    'The shop\r\nPre-Depends: evil\n\nEssential: yes\n\t.\n.hidden\n  Indented   text  \n\n',
  );
  expect([status, stderr]).toEqual([0, expect.stringContaining('building package')]);
  expect(read('Pre-Depends', 'Essential')).toBe('');
  expect(read('Description')).toBe(
    'The shop\n Pre-Depends: evil\n .\n Essential: yes\n  .\n  .hidden\n Indented text\n',
  );
  expect(pack('One line').read('Description')).toBe('One line\n');
});

it.runIf(hasDpkgDeb)('a line break in another field of a deb is refused by its name', () => {
  const { status, stderr } = pack('The shop', 'Ann\nEssential: yes');
  expect([status, stderr]).toEqual([1, expect.stringContaining('deb.sh: Maintainer has a line break')]);
});

it.runIf(hasDpkgDeb)('the removal of a deb warns of nothing', () => {
  const folder = writeFiles(testFolder(), { 'opt/shop': '' });
  const at = (name: string) => join(folder, name);
  for (const name of ['alternatives', 'admin', 'bin']) mkdirSync(at(name));
  // The system's own program, in folders of the test.
  const options = `--altdir ${at('alternatives')} --admindir ${at('admin')} --log ${at('log')}`;
  const own = `update-alternatives() { command update-alternatives ${options} "$@"; }`;
  const run = (script: string, ...args: string[]) =>
    spawnSync('bash', ['-c', `${own}\n${script}`, 'sh', ...args], IN_ENGLISH).stderr;
  const takeBack = `update-alternatives --remove shop ${at('opt/shop')}`;
  const install = `update-alternatives --quiet --install ${at('bin/shop')} shop ${at('opt/shop')} 100`;
  expect(run(install)).toBe('');
  expect(run(beforeRemoval('shop'), 'upgrade')).toBe('');
  expect(run(`${takeBack} && ${install}`)).toBe('');
  expect(run(beforeRemoval('shop'), 'remove')).toBe('');
  rmSync(at('opt/shop'));
  expect(run(takeBack)).toBe('');
});
