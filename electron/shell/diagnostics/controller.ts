/** What the diagnostics window shows and does. Loaded when it is first opened. */
import { app, net } from 'electron';
import { log } from '../../common/log.ts';
import { type AppResponse, textResponse } from '../../common/message.ts';
import { refusedMessages } from '../../common/messages.ts';
import { redactHere } from '../../common/redactHere.ts';
import { APP_ORIGIN } from '../../shared/channels.ts';
import * as TEXTS from '../../shared/texts.ts';
import { copyText } from '../app/messageBox.ts';
import { Html, html, plainPage } from '../protocol/plainPage.ts';
import { refusedLoads } from '../protocol/policyReports.ts';
import type { Telemetry } from '../setupTelemetry/setupTelemetry.ts';
import { type Facts, readFacts } from './facts.ts';
import type { FaultLog } from './faultLog.ts';
import css from './page.css?inline';
import { probeServers, serversOf } from './probe.ts';
import { asText, type Sections, sectionsOf } from './sections.ts';

const texts = TEXTS.diagnostics;

interface ControllerOptions extends Pick<Facts, 'loaded' | 'settings'> {
  telemetry: Pick<Telemetry, 'state'>;
  faults: FaultLog;
  address: string;
}

export function createController({ loaded, settings, telemetry, faults, address }: ControllerOptions) {
  let servers = serversOf(settings);
  /** What the page shows, which is also what is copied and saved. */
  let shown: Sections = [{ heading: '', notes: [], rows: [] }];

  /** Never throws: in this window an error page would look like one of the app's. */
  async function collect(): Promise<void> {
    try {
      const { outbox, counts } = await telemetry.state();
      const refused = { refused: refusedMessages(), refusedLoads: refusedLoads() };
      const running = { counts, outbox, ...refused, isOnline: net.isOnline() };
      const facts = readFacts({ loaded, settings, servers, running }, outbox.folder, faults);
      shown = sectionsOf(facts, redactHere);
    } catch (error) {
      log(error);
      const notes = [redactHere(String((error as Error).stack ?? error))];
      shown = [{ heading: texts.notCollected, notes, rows: [] }];
    }
  }

  async function act(action: string | null): Promise<string> {
    if (action === 'copy') {
      const error = await copyText(asText(shown));
      return error ? texts.notCopied({ reason: error.message }) : texts.copied;
    }
    // Takes as long as the slowest server.
    if (action !== null) servers = await probeServers(settings);
    await collect();
    return action === null ? '' : texts.checked({ at: Date.now() });
  }

  /** Returns the page after the button's action: `check`, `copy`, `save`; null, then `look`, when the page is opened. */
  return async (action: string | null): Promise<AppResponse> => {
    if (action === 'save') return supportFile(asText(shown));
    const status = await act(action);
    return pageOf(shown, address, status, action);
  };
}

/** Without script: its buttons send a form. @param pressed gets the focus again; `look` if nobody pressed one */
function pageOf(
  [verdict, ...others]: Sections,
  address: string,
  status: string,
  pressed: string | null,
): AppResponse {
  const focused = pressed === null || pressed === 'look' ? 'save' : pressed;
  const button = (name: 'save' | 'copy' | 'check') =>
    html`<button name="do" value="${name}"${name === focused ? new Html(' autofocus') : ''}>${texts[name]}</button>`;
  const { pathname, searchParams } = new URL(address, APP_ORIGIN);
  const notes = verdict.notes.map((note) => html`<li>${note}</li>`);
  const content = html`<div id="facts"><section class="card" aria-labelledby="verdict"><h2 id="verdict">${verdict.heading}</h2>${notes.length > 0 ? html`<ul>${notes}</ul>` : ''}</section>
<form class="actions" action="${pathname}"><input type="hidden" name="key" value="${searchParams.get('key') ?? ''}">${[button('save'), button('copy'), button('check')]}</form>
<p id="status">${status}</p>
<p class="quiet">${texts.intro}</p>
${others.length > 0 ? html`<details><summary>${texts.forSupport}</summary><pre lang="en" dir="ltr">${asText(others)}</pre></details>` : ''}</div>`;
  // Screen readers announce the title when the page loads.
  const said = pressed === 'copy' ? status : verdict.heading;
  const title = [said, texts.title, app.name].join(' – ');
  return plainPage(title, texts.title, content, css);
}

/** A download, which asks the user for the file. */
function supportFile(text: string): AppResponse {
  const time = new Date().toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  const name = encodeURIComponent(`${app.name.toLowerCase()}-diagnostics-${time}.txt`);
  return textResponse(200, 'text/plain', text, {
    'content-disposition': `attachment; filename*=UTF-8''${name}`,
  });
}
