/**
 * `--diagnostics`: the same facts as text on stdout, without a window, and then the end. What needs no network is
 * printed at once, before Chromium starts, so that it is there also if that fails.
 *
 * On Windows an app with windows has no console: what it prints is only seen where stdout leads to a file or a
 * program, as in `Holdfast.exe --diagnostics > facts.txt`. Elsewhere there is no stdout, and the exit code is 1.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { say } from '../app/log.ts';
import { redactHere } from '../app/redact.ts';
import { userDataFolder } from '../app/userData.ts';
import { loadSettings } from '../settings/settings.ts';
import type { TargetFacts } from '../shared/diagnostics.ts';
import { type Section, sectionsOf, textOfSections } from '../shared/diagnosticsText.ts';
import { checkTargets, uncheckedTargets } from './check.ts';
import { readDisk } from './disk.ts';
import { FAULTS_FILE, openFaultLog } from './faultLog.ts';
import { gatherDiagnostics } from './gather.ts';
import { electronNetwork } from './network.ts';
import { versionsHere } from './versions.ts';

/** Reads, checks, prints and ends the app with 0; with 1 if it cannot print. Nothing of the app is changed. */
export function printDiagnostics(): void {
  const failed = (error: unknown) => {
    say(`The diagnostics could not be printed: ${(error as Error).stack}`);
    app.exit(1);
  };
  try {
    const { print, settings } = gather();
    const unchecked = uncheckedTargets(settings);
    print(unchecked, (sections) => sections.slice(0, -1));
    const printLast = (found: TargetFacts[]) => {
      writeOut('\n');
      print(found, (sections) => sections.slice(-1));
      app.exit(0);
    };
    // Without a server to ask, nothing of Electron has to start.
    if (unchecked.every(({ address }) => address === undefined)) return printLast(unchecked);
    keepApart();
    checkTargets(settings, electronNetwork).then(printLast).catch(failed);
  } catch (error) {
    failed(error);
  }
}

function gather() {
  const userData = userDataFolder();
  const { platform, execPath, env } = process;
  const loaded = loadSettings({ packaged: app.isPackaged, platform, execPath, userData, env }, Date.now());
  const outboxFolder = join(userData, 'outbox');
  const parts = {
    at: Date.now(),
    versions: versionsHere(),
    loaded,
    outboxFolder,
    disk: readDisk(outboxFolder),
    faults: openFaultLog(join(userData, FAULTS_FILE), redactHere).read(),
    redact: redactHere,
  };
  const print = (connectivity: TargetFacts[], part: (sections: Section[]) => Section[]) =>
    writeOut(textOfSections(part(sectionsOf(gatherDiagnostics({ ...parts, connectivity })))));
  return { print, settings: loaded.settings };
}

/**
 * Chromium may not use the folder of an instance that runs, and one of its own would stay behind: it writes there after
 * the last moment in which it could be removed. Below a file there can be none, so it goes on in memory.
 */
function keepApart(): void {
  for (const name of ['userData', 'sessionData']) app.setPath(name, join(process.execPath, 'nothing'));
  // It would tell each file that it cannot make.
  app.commandLine.appendSwitch('log-level', '3');
}

/** Milliseconds between two attempts to write into a pipe that is full. */
const FULL_PIPE_MS = 10;

/** Writes before it returns: what comes next may end the process. A reader that is gone has read what it wanted. */
function writeOut(text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(process.stdout.fd, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE' || code === 'EOF') return;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_MS);
    }
  }
}
