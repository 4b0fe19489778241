/** Installed size: app.asar without source maps, and a deb if dpkg is installed. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
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

export async function measureSize(): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-size-'));
  const hasDpkg = existsSync('/usr/bin/dpkg-deb');
  try {
    const kind = hasDpkg ? ['dist', '--deb'] : ['package'];
    await run(process.execPath, ['electron/tool/cli.ts', ...kind, `--output=${folder}`]);
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
