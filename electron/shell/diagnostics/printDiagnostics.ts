/**
 * `--diagnostics`: prints the facts as text, those without the network before Chromium starts, which may fail. On Windows an
 * app with windows has no console: `Holdfast.exe --diagnostics > facts.txt`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { app } from 'electron';
import { log } from '../../common/log.ts';
import { redactHere } from '../../common/redactHere.ts';
import { userDataFolder } from '../app/userData.ts';
import { loadSettings } from '../settings/settings.ts';
import { readFacts } from './facts.ts';
import { FAULTS_FILE, openFaultLog } from './faultLog.ts';
import { probeServers, serversOf } from './probe.ts';
import { asText, type Section, sectionsOf } from './sections.ts';

const MAX_READY_MS = 30_000;

/** Prints and exits with 0, or with 1 on failure. Changes nothing in the app. */
export async function printDiagnostics(): Promise<void> {
  if (process.platform === 'linux' && !app.commandLine.hasSwitch('ozone-platform')) return printHeadless();
  try {
    const userData = userDataFolder();
    const loaded = loadSettings(userData);
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
    // The problems again, with those of the servers, and the connections.
    await print(sectionsOf(facts, redactHere).slice(0, 2));
    app.exit(0);
  } catch (error) {
    log(`The diagnostics could not be printed: ${(error as Error).stack}`);
    app.exit(1);
  }
}

/** Prints in a second process: over ssh Chromium crashes without this switch, and reads it before our code runs. */
function printHeadless(): void {
  const args = [...process.argv.slice(1), '--ozone-platform=headless'];
  const { status, signal, error } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status === null) log(`The diagnostics could not be printed: ${error?.message ?? signal}`);
  app.exit(status ?? 1);
}

/**
 * Chromium may not use the folder of a running instance, and would write to a temporary one after our last chance to remove
 * that. No folder can be made below a file, so it continues in memory.
 */
function keepApart(): void {
  for (const name of ['userData', 'sessionData']) app.setPath(name, join(process.execPath, 'nothing'));
  // Otherwise Chromium logs each file that it cannot create.
  app.commandLine.appendSwitch('log-level', '3');
}

/** Resolves when everything is written, so that the process may end. A closed reader is not an error. */
function print(sections: readonly Section[]): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.once('error', ({ code }: NodeJS.ErrnoException) =>
      code === 'EPIPE' || code === 'EOF' ? app.exit(0) : reject(new Error(`stdout: ${code}`)),
    );
    process.stdout.write(`${asText(sections)}\n`, () => resolve());
  });
}
