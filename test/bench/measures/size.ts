/** What is installed: the size of app.asar, without source maps. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../support/app.ts';
import type { Findings } from '../report.ts';

export async function measureSize(): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-size-'));
  try {
    const script = join(PROJECT, 'electron', 'dev', 'package', 'pack.ts');
    await promisify(execFile)(process.execPath, [script, '--dir', `--output=${folder}`], { cwd: PROJECT });
    const packed = (await readdir(folder, { recursive: true })).find((name) => /[\\/]app\.asar$/.test(name));
    if (!packed) throw new Error(`electron-builder left no app.asar in ${folder}.`);
    const megabytes = (await stat(join(folder, packed))).size / 1e6;
    const goals = [{ of: 'holdfast', max: 1.2 }] as const;
    return { rows: [{ what: 'packaged app.asar', unit: 'MB', values: { holdfast: [megabytes] }, goals }] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
