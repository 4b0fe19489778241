import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { programPath } from '../../../../electron/dev/runtime/electron.ts';
import { findRuntime } from '../../../../electron/dev/runtime/find.ts';

const say = () => undefined;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-find-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the runtime that is found', () => {
  it.runIf(process.platform === 'linux')('is the Electron that the environment names', async () => {
    writeFileSync(join(folder, programPath('linux')), '');
    writeFileSync(join(folder, 'version'), '45.0.0');
    const env = { ELECTRON_OVERRIDE_DIST_PATH: folder, DISPLAY: ':0', PATH: '' };
    const runtime = await findRuntime({ env, say });
    expect(runtime).toMatchObject({ name: 'electron', version: '45.0.0', display: 'window', tried: [] });
    expect(runtime.command).toBe(join(folder, 'electron'));
  });
});

describe('no runtime', () => {
  it('names a value of HOLDFAST_RUNTIME that means nothing', async () => {
    await expect(findRuntime({ env: { HOLDFAST_RUNTIME: 'elctron' }, say })).rejects.toThrow(
      'HOLDFAST_RUNTIME is "elctron".\nSet it to electron or stand-in, or unset it.',
    );
  });

  it.runIf(process.platform === 'linux')(
    'tells what helps when the stand-in is wanted and has no Chromium',
    async () => {
      const env = { HOLDFAST_RUNTIME: 'stand-in', PATH: folder };
      await expect(findRuntime({ env, say })).rejects.toThrow(
        /^HOLDFAST_RUNTIME=stand-in: no Chromium 140 or later found\. What helps:\n- a Chromium 140 .*CHROME_PATH=/,
      );
    },
  );

  it.runIf(process.platform === 'linux')(
    'says that Electron is there, but nothing to show it on',
    async () => {
      writeFileSync(join(folder, 'electron'), '');
      const env = { HOLDFAST_RUNTIME: 'electron', ELECTRON_OVERRIDE_DIST_PATH: folder, PATH: '' };
      await expect(findRuntime({ env, say })).rejects.toThrow(
        /neither a display nor xvfb-run\.\nInstall xvfb/,
      );
    },
  );
});
