import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { isOnPath, prepareDisplay, startDisplay } from '../../../../electron/tool/setup/display.ts';
import { packagesOfSomeTests } from '../../../support/programs.ts';
import { testFolder } from '../../testFolder.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
/** A client's first message, without a secret (X Window System Protocol, chapter 8). */
const HELLO = Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

it.skipIf(!isOnPath('Xvfb'))('lets nobody in without its secret', async () => {
  const display = await startDisplay();
  onTestFinished(() => display.stop());
  const socket = connect(`/tmp/.X11-unix/X${display.env.DISPLAY?.slice(1)}`);
  socket.write(HELLO);
  // The server's reason may come after the head of its answer. An answer that admits the client is longer.
  let answer = '';
  for await (const part of socket) {
    answer += part;
    if (answer.length > 64) break;
  }
  expect(answer).toContain('Authorization required');
});

it.runIf(process.platform === 'linux')('wants the programs of some tests only in CI', async () => {
  const prepare = () => prepareDisplay(process.execPath, true, packagesOfSomeTests());
  const folder = testFolder();
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CI', '');
  const ofSome = 'openbox x11-utils libnss3-tools gnome-keyring dbus';
  const how = "Install these Debian packages, or your system's equivalents:\n  ";
  await expect(prepare()).rejects.toThrow(`Electron cannot open a window here. ${how}xvfb ${ofSome}`);
  writeFileSync(join(folder, 'Xvfb'), '');
  await prepare();
  vi.stubEnv('CI', 'true');
  await expect(prepare()).rejects.toThrow(`Some tests cannot run here. ${how}${ofSome}`);
});

it.runIf(isRoot)('names the command that installs what is missing; for an app it does not run', async () => {
  const programs = testFolder();
  const apt = join(programs, 'apt-get');
  writeFileSync(apt, '#!/bin/sh\ntouch "$0.ran"\n', { mode: 0o755 });
  vi.stubEnv('PATH', programs);
  vi.stubEnv('DISPLAY', '');
  vi.stubEnv('WAYLAND_DISPLAY', '');
  await expect(prepareDisplay(process.execPath)).rejects.toThrow(
    /Electron cannot open a window here\. Run:\n {2}apt-get update && apt-get install -y .*xvfb/,
  );
  expect(existsSync(`${apt}.ran`)).toBe(false);
});
