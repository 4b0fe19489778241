/** `holdfast info`: prints versions for a bug report. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { release } from 'node:os';
import { frameworkOf } from '../init/frameworks.ts';
import { packageManagerOf } from '../project/packageManager.ts';
import { localElectron, wanted } from '../setup/electron.ts';
import { installedVersion, readPackage } from '../setup/packages.ts';
import { holdfastVersion } from '../setup/version.ts';

/** The version that a program prints; Windows finds `npm.cmd` only through a shell. */
function versionOf(program: string): string {
  const { stdout } = spawnSync(`${program} --version`, { shell: true, encoding: 'utf8', timeout: 10_000 });
  return stdout?.trim() || 'not found';
}

function system(): string {
  const file = '/etc/os-release';
  const name = existsSync(file) && /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync(file, 'utf8'))?.[1];
  return `${process.platform} ${process.arch} ${release()}${name ? `, ${name}` : ''}`;
}

/** Prints the versions. Makes no requests. */
export function info(): number {
  const root = process.cwd();
  const own = readPackage(root);
  const framework = frameworkOf(own);
  const manager = packageManagerOf(root, own.packageManager).name;
  const electron = localElectron();
  const rows: (readonly [string, string])[] = [
    ['holdfast', holdfastVersion()],
    ['electron', electron ? `${electron.version}, in ${electron.dist}` : `none; needs ${wanted()}`],
    ['node', process.version],
    [manager, versionOf(manager)],
    ['system', system()],
    [
      'app',
      framework
        ? `${framework.name} (${framework.dependency} ${installedVersion(framework.dependency, root) ?? 'not installed'})`
        : 'no known framework',
    ],
  ];
  for (const [name, value] of rows) console.log(`${name.padEnd(8)}  ${value}`);
  return 0;
}
