/** Installed size: app.asar without source maps, and a deb if dpkg is installed; and what main's script is made of. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPackage } from '@electron/asar';
import { PROJECT } from '../../support/app.ts';
import type { Findings, Row } from '../report.ts';
import { BASELINES } from '../sides.ts';

/** Compressing as for a release takes minutes. */
const env = { ...process.env, DPKG_DEB_COMPRESSOR_LEVEL: '1' };
const run = (program: string, args: string[]) => promisify(execFile)(program, args, { cwd: PROJECT, env });
const megabytes = async (folder: string, name: string) => (await stat(join(folder, name))).size / 1e6;

/** What each module is of a built file, by its source map. `bundler` stands for what it adds, and for data such as texts. */
function modulesOf(file: string): Map<string, number> {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  const modules = new Map<string, number>();
  for (const [row, line] of readFileSync(file, 'latin1').split('\n').entries())
    for (let column = 0; column < line.length; column += 1) {
      const { originalSource = 'bundler' } = map.findEntry(row, column) as { originalSource?: string };
      const name = originalSource.replace(/^(?:\.\.\/)+/, '');
      modules.set(name, (modules.get(name) ?? 0) + 1);
    }
  return modules;
}

/** Lists the modules of main's three files that a start may read, each file's largest first. */
async function listModules(): Promise<string> {
  const main = join(PROJECT, '.build', 'main');
  const files = (await readdir(main)).filter((name) =>
    /^(?:main|(?:outbox|reports)-[\w-]{8})\.cjs$/.test(name),
  );
  const lists = files.map((file) => {
    const lines = [...modulesOf(join(main, file))].sort(([, one], [, other]) => other - one);
    return [file, ...lines.map(([name, bytes]) => `${String(bytes).padStart(8)}  ${name}`)].join('\n');
  });
  return `${lists.join('\n\n')}\n`;
}

export async function measureSize(): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-size-'));
  const hasDpkg = existsSync('/usr/bin/dpkg-deb');
  try {
    const kind = hasDpkg ? ['dist', '--deb'] : ['package'];
    await run(process.execPath, ['electron/tool/cli.ts', ...kind, `--output=${folder}`]);
    const bench = join(PROJECT, '.build', 'bench');
    await mkdir(bench, { recursive: true });
    await writeFile(join(bench, 'modules.txt'), await listModules());
    const all = await readdir(folder, { recursive: true });
    const asar = await megabytes(folder, all.find((name) => /[\\/]app\.asar$/.test(name)) ?? 'app.asar');
    const row = (what: string, values: Row['values']): Row => ({ what, unit: 'MB', values });
    const rows = [{ ...row('packaged app.asar', { holdfast: [asar] }), goals: [['holdfast', 1.2]] as const }];
    if (!hasDpkg) return { rows };
    const deb = all.find((name) => name.endsWith('.deb')) ?? '*.deb';
    const root = join(folder, 'root');
    await run('dpkg-deb', ['--raw-extract', join(folder, deb), root]);
    // `bare` is the same package with the bare window's archive.
    await createPackage(join(BASELINES, 'bare'), join(root, 'opt/Holdfast/resources/app.asar'));
    await run('dpkg-deb', ['--build', root, join(folder, 'bare.deb')]);
    const values = { holdfast: [await megabytes(folder, deb)], bare: [await megabytes(folder, 'bare.deb')] };
    return { rows: [...rows, row('deb, packed fast (xz 1)', values)] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
