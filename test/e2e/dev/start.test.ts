/** `npm start` where nobody could see a window. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findElectron } from '../../../electron/dev/electron.ts';
import { APP } from '../../support/app.ts';
import { painted } from '../../support/pixels.ts';

it.runIf(process.platform === 'linux')(
  'without a display it says what the window shows, keeps a picture of it and ends with 0',
  async () => {
    const picture = join(APP, '.build', 'window.png');
    await rm(picture, { force: true });
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env;
    const script = join(APP, 'electron', 'dev', 'cli.ts');
    const userData = await mkdtemp(join(tmpdir(), 'holdfast-start-'));
    const args = [script, 'start', '--open=/%', `--user-data-dir=${userData}`];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: APP, env });
    await rm(userData, { recursive: true, force: true, maxRetries: 5 });
    expect(stdout).toContain(`electron ${(await findElectron()).version}`);
    expect(stdout).toContain('400\n  Bad Request');
    expect(stdout).toContain('.build/window.png');
    // What Chromium says of itself, as of a bus that it misses.
    expect(stderr).not.toMatch(/^\[[\d:]+\/[\d.]+:/m);
    // Nor does it listen where any user of the machine could connect.
    expect(await readFile(join(APP, '.build', 'chromium.log'), 'utf8')).not.toContain('DevTools');
    expect(painted(await readFile(picture))).toBeGreaterThan(0.001);
  },
);
