/** What the diagnostics window shows and does. Loaded when it is first opened. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, net } from 'electron';
import { writeDocument } from '../../common/atomicFile.ts';
import { log } from '../../common/log.ts';
import type { AppResponse } from '../../common/message.ts';
import { refusedMessages } from '../../common/messages.ts';
import { redactHere } from '../../common/redactHere.ts';
import { APP_ORIGIN } from '../../shared/channels.ts';
import * as TEXTS from '../../shared/texts.ts';
import { copyText } from '../app/messageBox.ts';
import { Html, html, plainPage } from '../protocol/plainPage.ts';
import { refusedLoads } from '../protocol/policyReports.ts';
import type { Telemetry } from '../reports/setupTelemetry.ts';
import { type Facts, readFacts } from './facts.ts';
import type { FaultLog } from './faultLog.ts';
import css from './page.css?inline';
import { probeServers, serversOf } from './probe.ts';
import { asText, type Section, sectionsOf } from './sections.ts';

const texts = TEXTS.diagnostics;

interface ControllerOptions extends Pick<Facts, 'loaded' | 'settings'> {
  telemetry: Pick<Telemetry, 'state'>;
  faults: FaultLog;
  address: string;
}

export function createController({ loaded, settings, telemetry, faults, address }: ControllerOptions) {
  let servers = serversOf(settings);
  /** What the page shows, which is also what is copied and saved. */
  let shown: Section[] = [];

  /** Never throws: in this window an error page would look like one of the app's. */
  async function collect(): Promise<void> {
    try {
      const { outbox, counts } = await telemetry.state();
      const running = {
        counts,
        outbox,
        refused: refusedMessages(),
        refusedLoads: refusedLoads(),
        isOnline: net.isOnline(),
      };
      const facts = readFacts({ loaded, settings, servers, running }, outbox.folder, faults);
      shown = sectionsOf(facts, redactHere);
    } catch (error) {
      log(error);
      const notes = [redactHere(String((error as Error).stack ?? error))];
      shown = [{ heading: texts.notCollected, notes, rows: [] }];
    }
  }

  async function act(action: string | null, window: BrowserWindow | undefined): Promise<string> {
    switch (action) {
      case 'copy':
        return await copy(asText(shown));
      case 'save':
        return window ? await saveSupportFile(window, asText(shown)) : '';
      case 'look':
      case 'check':
        // Takes as long as the slowest server.
        servers = await probeServers(settings);
        await collect();
        return texts.checked({ at: Date.now() });
      default:
        await collect();
        return '';
    }
  }

  return {
    /** Returns the page after the button's action: `check`, `copy`, `save`; `look` or null when the page is opened. */
    async respond(action: string | null, window: BrowserWindow | undefined): Promise<AppResponse> {
      const status = await act(action, window);
      return pageOf(shown, address, status, action);
    },
  };
}

/** Without script: its buttons send a form. @param pressed gets the focus again; `look` if nobody pressed one */
function pageOf(
  [verdict, ...others]: readonly Section[],
  address: string,
  status: string,
  pressed: string | null,
): AppResponse {
  const focused = pressed === null || pressed === 'look' ? 'save' : pressed;
  const button = (name: 'save' | 'copy' | 'check') =>
    html`<button name="do" value="${name}"${name === focused ? new Html(' autofocus') : ''}>${texts[name]}</button>`;
  const { pathname, searchParams } = new URL(address, APP_ORIGIN);
  const notes = (verdict?.notes ?? []).map((note) => html`<li>${note}</li>`);
  const content = html`<div id="facts"><section class="card" aria-labelledby="verdict"><h2 id="verdict">${verdict?.heading ?? ''}</h2>${notes.length > 0 ? html`<ul>${notes}</ul>` : ''}</section>
<form class="actions" action="${pathname}"><input type="hidden" name="key" value="${searchParams.get('key') ?? ''}">${[button('save'), button('copy'), button('check')]}</form>
<p id="status">${status}</p>
<p class="quiet">${texts.intro}</p>
${others.length > 0 ? html`<details><summary>${texts.forSupport}</summary><pre lang="en" dir="ltr">${asText(others)}</pre></details>` : ''}</div>`;
  // Screen readers announce the title when the page loads.
  const said = pressed === 'copy' || pressed === 'save' ? status : verdict?.heading;
  const title = [said, texts.title, app.name].filter(Boolean).join(' – ');
  return plainPage({ title, heading: texts.title, content, css });
}

async function copy(text: string): Promise<string> {
  const error = await copyText(text);
  return error ? texts.notCopied({ reason: error.message }) : texts.copied;
}

/** Asks for a file and writes the text to it. Returns the result, in words; '' if the user cancelled. */
async function saveSupportFile(window: BrowserWindow, text: string): Promise<string> {
  const time = new Date().toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: texts.saveTitle,
    defaultPath: join(homedir(), `${app.name.toLowerCase()}-diagnostics-${time}.txt`),
    filters: [{ name: texts.fileType, extensions: ['txt'] }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  if (canceled || !filePath) return '';
  try {
    await writeDocument(filePath, text);
    return texts.saved({ file: filePath });
  } catch (error) {
    return texts.notSaved({ file: filePath, reason: (error as Error).message });
  }
}
