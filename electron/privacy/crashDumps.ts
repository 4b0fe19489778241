/** Memory dumps of crashes that wait on disk until the next start makes reports of them. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { forEach, type Saved } from './savedReports.ts';

/** A dump, and what Crashpad writes beside it. */
const FILES = /\.(dmp|meta)$/i;

/** The files, in the folder and in those that Crashpad makes in it. A folder that is not there has none. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => FILES.test(name))
      .map((name) => join(folder, name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

export function savedDumps(folder: string): Saved {
  const files = filesIn(folder);
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return {
    count: files.filter((file) => /\.dmp$/i.test(file)).length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** Removes them. Throws what the system says, after it has tried all. */
export function eraseDumps(folder: string): void {
  forEach(filesIn(folder), (file) => rmSync(file, { force: true }));
}

/** How Chromium ends when its display is gone: Electron's callback for that is a fatal error. */
const DISPLAY_GONE = /electron_browser_main_parts\.cc:\d+: Failed to shutdown\./;
/** How it ends when all of its processes are told to end, as systemd does at a log-off: none can be started any more. */
const PROCESSES_GONE = "GPU process isn't usable. Goodbye.";

/**
 * Removes the dumps of apps that a log-off has ended, which are no crashes.
 * @param loginAt when this login began, in milliseconds since the epoch
 */
export function eraseDumpsOfLogOff(folder: string, loginAt = loginTime()): void {
  forEach(filesIn(folder), (file) => {
    if (!file.endsWith('.dmp')) return;
    const dump = readFileSync(file, 'latin1');
    const wasInOther = statSync(file).mtimeMs < loginAt;
    if (DISPLAY_GONE.test(dump) || (wasInOther && dump.includes(PROCESSES_GONE))) rmSync(file);
  });
}

/** The session's bus is made anew at each login. */
function loginTime(): number {
  const folder = process.env.XDG_RUNTIME_DIR;
  return (folder && statSync(join(folder, 'bus'), { throwIfNoEntry: false })?.mtimeMs) || 0;
}
