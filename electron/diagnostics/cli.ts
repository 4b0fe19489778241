/**
 * `--diagnostics`: the same facts as text on stdout, without a window, and then the end. What needs no network is
 * printed at once, before Chromium starts, so that it is there even if that fails.
 *
 * On Windows an app with windows has no console: what it prints is only seen where stdout leads to a file or a
 * program, as in `Holdfast.exe --diagnostics > facts.txt`.
 */
import { join } from 'node:path';
import { app } from 'electron';
import { log } from '../app/log.ts';
import { redactHere } from '../app/redact.ts';
import { userDataFolder } from '../app/userData.ts';
import { loadSettings } from '../settings/settings.ts';
import { readDisk } from './disk.ts';
import { type Facts, redactFacts } from './facts.ts';
import { FAULTS_FILE, openFaultLog } from './faultLog.ts';
import { electronNetwork } from './network.ts';
import { localProblems, serverProblems } from './problems.ts';
import { connectionsSection, localSections, problemsSection, type Section, textOf } from './sections.ts';
import { probeServers, serversOf } from './servers.ts';
import { readVersions } from './system.ts';

/** Reads, probes, prints and exits with 0, or with 1 if it can't print. Changes nothing of the app. */
export async function printDiagnostics(): Promise<void> {
  try {
    const facts = readFacts();
    const { settings } = facts.loaded;
    const local = redactFacts(facts, redactHere);
    await print([problemsSection(localProblems(local)), ...localSections(local)]);
    // Without a server to ask, nothing of Chromium has to start.
    if (facts.servers.some(({ url }) => url)) {
      keepApart();
      facts.servers = await probeServers(settings, electronNetwork);
    }
    const all = redactFacts(facts, redactHere);
    const problems = serverProblems(all);
    await print([...(problems.length > 0 ? [problemsSection(problems)] : []), connectionsSection(all)]);
    app.exit(0);
  } catch (error) {
    log(`The diagnostics could not be printed: ${(error as Error).stack}`);
    app.exit(1);
  }
}

function readFacts(): Facts {
  const userData = userDataFolder();
  const { platform, execPath, env } = process;
  const loaded = loadSettings({ packaged: app.isPackaged, platform, execPath, userData, env }, Date.now());
  return {
    at: Date.now(),
    versions: readVersions(),
    loaded,
    disk: readDisk(join(userData, 'outbox')),
    faults: openFaultLog(join(userData, FAULTS_FILE), redactHere).read(),
    servers: serversOf(loaded.settings),
  };
}

/**
 * Chromium may not use the folder of a running instance, and one of its own would stay behind: it writes there after
 * the last moment at which it could be removed. Below a file there can be none, so it goes on in memory.
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
