/** Installed size: app.asar without source maps, and a deb if dpkg is installed; and what main's script is made of. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../../support/app.ts';
import { repack } from '../installed.ts';
import type { Findings, Row } from '../report.ts';
import { BASELINES, type Sides } from '../sides.ts';
import { listModules } from './modules.ts';

const megabytes = async (file: string) => (await stat(file)).size / 1e6;

export async function measureSize(sides: Sides): Promise<Findings> {
  const packed = await sides.pack();
  const bench = join(PROJECT, '.build', 'bench');
  await mkdir(bench, { recursive: true });
  await writeFile(join(bench, 'modules.md'), await listModules(sides));
  const row = (what: string, values: Row['values']): Row => ({ what, unit: 'MB', values });
  const asar = await megabytes(packed.archive);
  const rows = [{ ...row('packaged app.asar', { holdfast: [asar] }), goals: [['holdfast', 1.2]] as const }];
  if (!packed.deb) return { rows };
  // `bare` is the same package with the bare window's archive.
  const bare = await megabytes(await repack(packed, join(BASELINES, 'bare')));
  const values = { holdfast: [await megabytes(packed.deb)], bare: [bare] };
  return { rows: [...rows, row('deb, packed fast (xz 1)', values)] };
}
