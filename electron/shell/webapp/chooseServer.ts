/** `web.address: 'ask'`: which server the window shows. The user types its address once, and may change it later. */
import { app, type WebContents } from 'electron';
import { log } from '../../common/log.ts';
import { isOpen } from '../../common/origins.ts';
import { wordsOf } from '../../shared/faultText.ts';
import { ICONS } from '../../shared/icons.ts';
import * as TEXTS from '../../shared/texts.ts';
import { isDiskFull } from '../app/freeSpace.ts';
import { restart } from '../app/lifecycle.ts';
import { actions, askForm, formPage } from '../network/form.ts';
import { html } from '../protocol/plainPage.ts';
import { keepServer, type UsersServer } from '../settings/server.ts';
import { focusWindow } from '../window/createWindow.ts';
import { addressIn, type FoundServer, lookUp, type Missing } from './lookUp.ts';

const texts = TEXTS.server;

let opened: Electron.BrowserWindow | undefined;

interface ChooseOptions {
  server: UsersServer;
  userData: string;
  /** The page to open on the first server. */
  path(): string;
  shown(): void;
}

/**
 * Asks for the server's address. Once one is chosen the app restarts with it; the previous server's data stays apart.
 */
export function chooseServer({ server, userData, path, shown }: ChooseOptions): void {
  if (opened) return focusWindow(opened);
  let typed = server.address ?? '';
  let found: FoundServer | undefined;
  let missing: Missing | undefined;

  async function next(fields: URLSearchParams, action: string) {
    const text = fields.get('address');
    if (text !== null) {
      typed = text.trim();
      const address = addressIn(typed);
      missing = address ? undefined : 'malformed';
      if (address) return lookingPage(address.host, action);
    }
    if (fields.has('look')) {
      const looked = await lookUp(addressIn(typed) as URL);
      if (typeof looked === 'object' && 'address' in looked) {
        found = looked;
        return confirmPage(found, action);
      }
      missing = looked;
    }
    if (fields.has('use') && !fields.has('back') && found) {
      const problem = keepServer(userData, found.address.href, server);
      if (!problem) return { answer: found.address.href };
      log(problem);
      missing = { kind: 'main', code: isDiskFull(userData) ? 'ENOSPC' : 'EACCES' };
    }
    select(window.webContents);
    return fieldPage(typed, missing, action);
  }

  const { window, answer } = askForm<string>(next);
  opened = window;
  window.once('show', shown);
  const focus = () => focusWindow(window);
  app.on('second-instance', focus).on('activate', focus);
  void answer.then((address) => {
    opened = undefined;
    app.off('second-instance', focus).off('activate', focus);
    if (address !== undefined && address !== server.address)
      restart(`--open=${server.address === undefined ? path() : '/'}`);
    else if (server.address === undefined) app.quit();
  });
}

/** Selects what is in the field, so that the next key replaces it. */
function select(contents: WebContents): void {
  contents.once('did-finish-load', async () => {
    // The field gets the focus with the first frame.
    await contents.capturePage({ x: 0, y: 0, width: 1, height: 1 }).catch(() => undefined);
    if (!contents.isDestroyed()) contents.selectAll();
  });
}

function fieldPage(typed: string, missing: Missing | undefined, action: string) {
  const content = html`<form method="post" action="${action}">
<label>${texts.heading}<input name="address" value="${typed}" aria-describedby="${missing ? 'problem' : 'hint'}" placeholder="https://" inputmode="url" autocomplete="off" autofocus spellcheck="false"></label>
${missing ? html`<p role="alert" id="problem">${sentenceOf(missing)}</p>` : html`<p class="quiet" id="hint">${texts.hint}</p>`}
${actions(TEXTS.start.goOn)}
</form>`;
  return formPage(texts.heading, content, app.name);
}

function sentenceOf(missing: Missing): string {
  if (typeof missing === 'string') return texts[missing];
  if (missing.issuer) return texts.untrusted({ issuer: missing.issuer });
  if (missing.code === 'ERR_NAME_NOT_RESOLVED') return texts.notFound;
  const said = wordsOf(missing);
  return `${TEXTS.fault.sentence(said)} ${said.words}`;
}

/** Goes on by itself; the next page comes when the server has answered. */
function lookingPage(host: string, action: string) {
  const content = html`<meta http-equiv="refresh" content="0; url=${action}?look">
<form class="actions" method="post" action="${action}"><button name="back">${TEXTS.dialogs.cancel}</button></form>`;
  return formPage(texts.looking({ host }), content);
}

function confirmPage({ address, title }: FoundServer, action: string) {
  const lock = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS.lock}"/></svg>`;
  const content = html`<div class="card"><p>${isOpen(address) ? '' : lock}<bdi>${address.origin}</bdi></p>
${title ? html`<p><strong><bdi>${title}</bdi></strong></p>` : ''}</div>
${isOpen(address) ? html`<p role="alert">${texts.open}</p>` : ''}
<form method="post" action="${action}"><input type="hidden" name="use">
${actions(TEXTS.start.goOn, 'back')}
</form>`;
  return formPage(texts.confirm, content);
}
