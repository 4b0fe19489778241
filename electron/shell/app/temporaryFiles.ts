/** Where Chromium puts temporary files and what its processes share; without either it ends without a word. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { app } from 'electron';
import { log } from '../../common/log.ts';
import { relaunch } from './lifecycle.ts';

/** In bytes. Chromium ends with 1 MB, and runs with 8. */
const MIN_SHARED = 32_000_000;

/** Uses another place where the usual one is missing, small or read-only. Returns whether this start goes on. */
export function setupTemporaryFiles(): boolean {
  if (process.platform === 'win32') return true;
  const missing = problemWith(tmpdir(), 0);
  const other = missing && ['/tmp', '/var/tmp'].find((folder) => !problemWith(folder, 0));
  if (other) {
    log(`Temporary files are in ${other}: ${missing}.`);
    process.env.TMPDIR = other;
  }
  const small = process.platform === 'linux' && problemWith('/dev/shm', MIN_SHARED);
  if (!small) return true;
  log(`Shared memory is in ${tmpdir()}: ${small}.`);
  app.commandLine.appendSwitch('disable-dev-shm-usage');
  if (!other) return true;
  // Chromium has made a process by now, from which it makes all others, and which keeps the missing folder.
  relaunch();
  app.exit(0);
  return false;
}

function problemWith(folder: string, minBytes: number): string | undefined {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = minBytes > 0 ? statfsSync(folder) : { bavail: 0, bsize: 0 };
    return bavail * bsize < minBytes ? `${folder} has only ${(bavail * bsize) / 1e6} MB` : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
