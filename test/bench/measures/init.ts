/** From `init` in an untouched Vite app, with packages installed, to its built page in the window. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../support/app.ts';
import type { Findings } from '../report.ts';
import { BASELINES, type Sides } from '../sides.ts';

const CLI = join(PROJECT, 'electron', 'tool', 'cli.ts');
const MANIFEST = {
  ...{ name: 'shop', version: '1.0.0', type: 'module' },
  scripts: { build: 'vite build' },
  devDependencies: { vite: '*' },
};

/** Seconds. Without a display the tool ends once it has a picture of the window. */
async function once(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-init-'));
  try {
    await cp(join(BASELINES, 'vite'), folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify(MANIFEST));
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env;
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [CLI, ...args], { cwd: folder, env });
    const from = performance.now();
    await run('init');
    const { stdout } = await run('start', `--user-data-dir=${join(folder, 'data')}`);
    if (!/^ *Start$/m.test(stdout)) throw new Error(`The page did not come:\n${stdout}`);
    return (performance.now() - from) / 1000;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function measureInit(_sides: Sides, rounds = 3): Promise<Findings> {
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1) values.push(await once());
  const what = 'init → window of a Vite app';
  return { rows: [{ what, unit: 's', values: { web: values }, goals: [['web', 10]] }] };
}
