/** What the diagnostics window shows and does; loaded when it is first opened. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, clipboard, dialog, net } from 'electron';
import { writeFileAtomic } from '../app/atomicFile.ts';
import { log } from '../app/log.ts';
import { redactHere } from '../app/redact.ts';
import { refusedMessages } from '../ipc/messages.ts';
import type { LoadedSettings } from '../settings/settings.ts';
import type { DiagnosticsAnswer } from '../shared/channels.ts';
import * as TEXTS from '../shared/texts.ts';
import type { Telemetry } from '../telemetry/setup.ts';
import { readDisk } from './disk.ts';
import { type Facts, redactFacts } from './facts.ts';
import type { FaultLog } from './faultLog.ts';
import { electronNetwork } from './network.ts';
import { pageOf, partOf } from './page.ts';
import { type Section, sectionsOf, textOf } from './sections.ts';
import { probeServers, type ServerFacts, serversOf } from './servers.ts';
import { readKeyStore, readSandbox, readVersions } from './system.ts';

const texts = TEXTS.diagnostics;

/** Of the support file: grows with every change that a reader of it has to know of. */
const FORMAT = 2;

export interface DeskParts {
  /** As they were read. */
  loaded: LoadedSettings;
  /** As they are now; changes when the user chooses. */
  settings: LoadedSettings['settings'];
  telemetry: Pick<Telemetry, 'state'>;
  faults: FaultLog;
  /** Where the page is, without origin. */
  address: string;
}

export function createDesk(parts: DeskParts) {
  const { settings, address } = parts;
  let servers: ServerFacts[] | undefined;
  let probing: Promise<void> | undefined;
  /** What the page shows, and so what is copied and saved. */
  let shown: Facts | undefined;

  function collect(): Facts {
    shown = redactFacts(factsOf(parts, servers), redactHere);
    return shown;
  }

  function probeAll(): Promise<void> {
    probing ??= probeServers(settings, electronNetwork).then((found) => {
      servers = found;
      probing = undefined;
    });
    return probing;
  }

  return {
    /** The document. Never throws: the protocol would show the app's error page, and recovery take it for the app's. */
    document(): Response {
      // What this finds is there when the page asks for it, or is reloaded.
      void probeAll();
      let sections: Section[];
      try {
        sections = sectionsOf(collect());
      } catch (error) {
        log(error);
        const reason = redactHere(error instanceof Error ? (error.stack ?? error.message) : String(error));
        sections = [{ heading: texts.notCollected, state: 'wrong', notes: [reason], tables: [] }];
      }
      return pageOf(sections, address);
    },
    /** Probes the servers and collects all again. Takes as long as the slowest server may. */
    async refresh(): Promise<DiagnosticsAnswer> {
      await probeAll();
      const html = partOf(sectionsOf(collect()));
      return { html, status: texts.checked(new Date().toLocaleTimeString()) };
    },
    copy(): DiagnosticsAnswer {
      clipboard.writeText(textOf(sectionsOf(shown ?? collect())));
      return { status: texts.copied };
    },
    save: async (window: BrowserWindow): Promise<DiagnosticsAnswer> => ({
      status: await saveSupportFile(window, shown ?? collect()),
    }),
  };
}

function factsOf({ loaded, settings, telemetry, faults }: DeskParts, servers = serversOf(settings)): Facts {
  const { outbox, counts } = telemetry.state();
  const sandbox = readSandbox();
  const keyStore = readKeyStore();
  return {
    at: Date.now(),
    versions: readVersions(),
    loaded,
    disk: readDisk(outbox.folder),
    faults: faults.read(),
    servers,
    running: {
      settings: { ...settings },
      counts,
      outbox,
      refused: Object.fromEntries(refusedMessages()),
      isOnline: net.isOnline(),
      isPackaged: app.isPackaged,
      ...(sandbox !== undefined && { sandbox }),
      ...(keyStore && { keyStore }),
    },
  };
}

/**
 * Asks for a file and writes all facts into it as JSON, whole or not at all.
 * @returns what came of it, in words; '' if the user cancelled
 */
async function saveSupportFile(window: BrowserWindow, facts: Facts): Promise<string> {
  const time = new Date(facts.at).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: texts.saveTitle,
    defaultPath: join(homedir(), `${app.getName().toLowerCase()}-diagnostics-${time}.json`),
    filters: [{ name: 'JSON', extensions: ['json'] }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  if (canceled || !filePath) return '';
  try {
    await writeFileAtomic(filePath, `${JSON.stringify({ format: FORMAT, ...facts }, null, 2)}\n`);
    return texts.saved(filePath);
  } catch (error) {
    return texts.notSaved(filePath, (error as Error).message);
  }
}
