/** Help, Diagnostics: a window that shows what the app knows of itself, also when the rest does not work. */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { diagnosticsDocument } from 'virtual:documents';
import { app, dialog } from 'electron';
import { say } from '../app/log.ts';
import { redactHere } from '../app/redact.ts';
import { answerMessage, NOTHING, refusedMessages } from '../ipc/messages.ts';
import type { Handler } from '../protocol/handler.ts';
import type { LoadedSettings } from '../settings/settings.ts';
import { DIAGNOSTICS_CHANNELS } from '../shared/channels.ts';
import type { Diagnostics, TargetFacts } from '../shared/diagnostics.ts';
import type { Fault } from '../shared/fault.ts';
import type { Reporting } from '../telemetry/setup.ts';
import { checkTargets, uncheckedTargets } from './check.ts';
import { readDisk } from './disk.ts';
import { diagnosticsPolicy, failedDiagnostics, fillDiagnostics } from './document.ts';
import { FAULTS_FILE, openFaultLog } from './faultLog.ts';
import { gatherDiagnostics } from './gather.ts';
import { electronNetwork } from './network.ts';
import { saveSupportFile } from './save.ts';
import { versionsHere } from './versions.ts';
import { diagnosticsWindow } from './window.ts';

const PATH = '/_holdfast/diagnostics';

export interface DiagnosticsParts {
  /** The settings as they were read; `settings` in it is the object that changes when the person chooses. */
  loaded: LoadedSettings;
  /** `app.getPath('userData')` */
  userData: string;
  telemetry: Pick<Reporting, 'state'>;
}

export interface DiagnosticsDesk {
  /** Opens the window, or shows the one that is open. */
  open(): void;
  /** Keeps a fault for the list of the last ones. */
  note(fault: Fault): void;
  /** Answers the window's document; for the protocol's routes. */
  route: Handler;
}

/** Sets the diagnostics up. Nothing is read or gathered before they are opened or a fault is noted. */
export function setupDiagnostics({ loaded, userData, telemetry }: DiagnosticsParts): DiagnosticsDesk {
  const { settings } = loaded;
  const atStart: LoadedSettings = { ...loaded, settings: { ...settings } };
  const faults = openFaultLog(join(userData, FAULTS_FILE), redactHere);
  process.on('exit', faults.flush);

  let connectivity: TargetFacts[] | undefined;
  let checking: Promise<void> | undefined;
  /** What the page was given last, and so what is saved. */
  let given: Diagnostics | undefined;

  function gather(): Diagnostics {
    const { outbox, counts } = telemetry.state();
    given = gatherDiagnostics({
      at: Date.now(),
      versions: versionsHere(),
      loaded: atStart,
      outboxFolder: outbox.folder,
      disk: readDisk(outbox.folder),
      faults: faults.read(),
      connectivity: connectivity ?? uncheckedTargets(settings),
      running: { settings, counts, outbox, refused: refusedMessages() },
      redact: redactHere,
    });
    return given;
  }

  function check(): Promise<void> {
    checking ??= checkTargets(settings, electronNetwork).then((found) => {
      connectivity = found;
      checking = undefined;
    });
    return checking;
  }

  // With a key, because the app's own pages have the same origin and need not read this.
  const key = randomUUID();
  const address = `${PATH}?key=${key}`;
  const { open, isOurs, window } = watchedWindow(address);

  answerMessage(DIAGNOSTICS_CHANNELS.check, NOTHING, isOurs, async () => {
    await check();
    return gather();
  });
  answerMessage(DIAGNOSTICS_CHANNELS.save, NOTHING, isOurs, async () => {
    const parent = window();
    return parent ? await saveSupportFile(parent, given ?? gather()) : {};
  });

  return {
    open: () => void app.whenReady().then(open),
    note: faults.add,
    route(request, path) {
      if (path !== PATH || new URL(request.url).searchParams.get('key') !== key) return undefined;
      // What it finds is there when the page asks for it, or is loaded again.
      void check();
      return documentOf(gather, address);
    },
  };
}

/** The window, and a dialog in its place if it cannot be shown. */
function watchedWindow(path: string) {
  const window = diagnosticsWindow(path, (why) => {
    say(`The diagnostics could not be shown: ${why}.`);
    const words = `${why}.\n\nStart the app with --diagnostics in a terminal to read the same as text.`;
    dialog.showErrorBox('The diagnostics could not be shown', words);
  });
  return { open: window.open, isOurs: window.isOurs, window: () => window.window };
}

/** Never throws: the protocol would show the app's error page, and recovery take it for the app's. */
function documentOf(gather: () => Diagnostics, address: string): Response {
  const { html, styleHashes } = diagnosticsDocument;
  let body: string;
  try {
    body = fillDiagnostics(html, gather(), address);
  } catch (error) {
    say(error);
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    body = failedDiagnostics(redactHere(words), address);
  }
  return new Response(body, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': diagnosticsPolicy(styleHashes),
      'Cache-Control': 'no-store',
    },
  });
}
