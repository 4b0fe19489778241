/**
 * Packing an Electron with fuses. No real one is needed for it: a distribution whose program is a script with a fuse
 * wire behind its last command, as the wire of Electron 45 comes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFuses } from '../../electron/dev/package/fuses.ts';
import { writeDistribution } from '../../electron/dev/standin/distribution.ts';
import { PROJECT } from '../support/app.ts';

const WIRE = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01';

describe.skipIf(process.platform !== 'linux')('an Electron that is packed', () => {
  let folder: string;
  let dist: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-fuses-packed-'));
    dist = join(folder, 'dist');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function pack(fuses: string): Promise<{ code: number; said: string; app: string }> {
    const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
    await writeDistribution(dist, version);
    await appendFile(join(dist, 'electron'), `${WIRE}${String.fromCharCode(fuses.length)}${fuses}`);
    await writeFile(join(dist, 'resources', 'default_app.asar'), 'not an archive');
    const output = join(folder, 'packed');
    const script = join(PROJECT, 'electron', 'dev', 'package', 'dir.ts');
    const env = { ...process.env, HOLDFAST_RUNTIME: 'electron', ELECTRON_OVERRIDE_DIST_PATH: dist };
    // Nothing is started: it only has to be named, for an Electron to count.
    const child = spawn(process.execPath, [script, output], { env: { ...env, DISPLAY: ':99' } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    const [code] = await once(child, 'close');
    return { code, said, app: join(output, 'linux-unpacked') };
  }

  it('gets every fuse, which is read back, and loses its default app', async () => {
    const { code, said, app } = await pack('101100011');
    expect(code, said).toBe(0);
    expect(said).toContain(`all fuses read back from ${join(app, 'holdfast')}`);
    expect((await readFile(join(app, 'holdfast'), 'latin1')).endsWith('\x01\x09010011001')).toBe(true);
    await expect(checkFuses(join(app, 'holdfast'))).resolves.toBeUndefined();
    const resources = await readdir(join(app, 'resources'));
    expect(resources.sort()).toEqual(['app-update.yml', 'app.asar', 'icon.png']);
  });

  it('fails the build when it has a fuse that is not in the table', async () => {
    const { code, said } = await pack('1011000111');
    expect(code).toBe(1);
    expect(said).toContain('strictlyRequireAllFuses: The fuse wire in the Electron binary has 10 fuses');
  });
});
