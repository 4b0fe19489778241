/**
 * `--diagnostics`: the same as text on stdout, without a window. What needs no network is printed before Chromium
 * starts, so that it is there even if that fails.
 *
 * On Windows an app with windows has no console: what it prints is only seen where stdout leads to a file or a
 * program, as in `Holdfast.exe --diagnostics > facts.txt`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { app } from 'electron';
import { log } from '../app/log.ts';
import { redactHere } from '../app/redact.ts';
import { userDataFolder } from '../app/userData.ts';
import { config } from '../config.ts';
import { loadSettings } from '../settings/settings.ts';
import { readFacts } from './facts.ts';
import { FAULTS_FILE, openFaultLog } from './faultLog.ts';
import { probeServers, serversOf } from './probe.ts';
import { type Section, sectionsOf, serverSections, textOf } from './sections.ts';

/** Milliseconds that Chromium may take to start. */
const MAX_READY_MS = 10_000;

/** Chromium's way to run without a display. */
const HEADLESS = 'ozone-platform';

/** Prints and exits with 0, or with 1 if that fails. Changes nothing of the app. */
export async function printDiagnostics(): Promise<void> {
  if (process.platform === 'linux' && !app.commandLine.hasSwitch(HEADLESS)) return printHeadless();
  try {
    const userData = userDataFolder();
    const { platform, env } = process;
    const loaded = loadSettings({ packaged: config.packaged, platform, userData, env }, Date.now());
    const { settings } = loaded;
    const faults = openFaultLog(join(userData, FAULTS_FILE), redactHere);
    const facts = readFacts({ loaded, settings, servers: [] }, join(userData, 'outbox'), faults);
    await print(sectionsOf(facts, redactHere));
    facts.servers = serversOf(settings);
    if (facts.servers.some(({ url }) => url)) {
      keepApart();
      const isLate = await Promise.race([app.whenReady(), pause(MAX_READY_MS, true)]);
      if (isLate) throw new Error(`Chromium did not start within ${MAX_READY_MS / 1000} s`);
      facts.servers = await probeServers(settings);
    }
    await print(serverSections(facts, redactHere));
    app.exit(0);
  } catch (error) {
    log(`The diagnostics could not be printed: ${(error as Error).stack}`);
    app.exit(1);
  }
}

/**
 * Has a second process print. Over ssh, Chromium ends with a segmentation fault for want of a display, and reads this
 * switch before any code of ours could set it.
 */
function printHeadless(): void {
  const args = [...process.argv.slice(1), `--${HEADLESS}=headless`];
  const { status, signal, error } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status === null) log(`The diagnostics could not be printed: ${error?.message ?? signal}`);
  app.exit(status ?? 1);
}

/**
 * Chromium may not use the folder of a running instance, and one of its own would stay behind: it writes there after
 * the last moment at which it could be removed. Below a file no folder can be made, so it goes on in memory.
 */
function keepApart(): void {
  for (const name of ['userData', 'sessionData']) app.setPath(name, join(process.execPath, 'nothing'));
  // Otherwise it logs each file that it can't make.
  app.commandLine.appendSwitch('log-level', '3');
}

/** Resolves when all is written: the process may end next. A reader that is gone has read what it wanted. */
function print(sections: Section[]): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.once('error', ({ code }: NodeJS.ErrnoException) =>
      code === 'EPIPE' || code === 'EOF' ? app.exit(0) : reject(new Error(`stdout: ${code}`)),
    );
    process.stdout.write(`${textOf(sections)}\n`, () => resolve());
  });
}
