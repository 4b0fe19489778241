/** `web.address: 'ask'`: which server the window shows. The user types its address once, and may change it later. */
import type { X509Certificate } from 'node:crypto';
import { app, Menu } from 'electron';
import type { AppResponse } from '../../common/message.ts';
import { isOpen, typedAddress } from '../../common/origins.ts';
import { wordsOf } from '../../shared/faultText.ts';
import * as TEXTS from '../../shared/texts.ts';
import { restart } from '../app/lifecycle.ts';
import { confirm } from '../app/messageBox.ts';
import { issuerOf, refusedCertificate } from '../certificates/authorities.ts';
import { html } from '../protocol/plainPage.ts';
import { type KnownServer, removeServer } from '../settings/server.ts';
import { focusWindow } from '../window/createWindow.ts';
import { actions, formPage, showForm } from '../window/form.ts';
import { lookOf } from './look.ts';
import { type FoundServer, lookUpTyped, type Missing } from './lookUp.ts';
import { type ServersOptions, switchServer } from './servers.ts';

const texts = TEXTS.server;

/** Once one is chosen the app restarts with it; the previous server's data stays apart. */
export function chooseServer(options: ServersOptions): void {
  const { server, userData, mayTrust, path, shown } = options;
  const { known } = server;
  let typed = server.address ?? '';
  let missing: Missing | undefined;
  /** What Continue, or Trust, on the page that is shown does. */
  let goOn: (() => ReturnType<typeof look> | ReturnType<typeof use>) | undefined;

  /** @param trusted the fingerprint of a certificate, if the user trusts it */
  async function look(action: string, trusted?: string): Promise<AppResponse | ReturnType<typeof use>> {
    const { hostname: host = '' } = typedAddress(typed) ?? {};
    const before = known.filter(({ address }) => new URL(address).hostname === host);
    const isSecure = before.some(({ address }) => address.startsWith('https'));
    const fingerprint = trusted ?? (mayTrust ? before[0]?.fingerprint : undefined);
    const looked = await lookUpTyped(typed, isSecure, fingerprint ? { host, fingerprint } : undefined);
    if (typeof looked === 'object' && 'address' in looked) {
      goOn = () => use({ address: looked.address.href, fingerprint }, true);
      return confirmPage(looked, action);
    }
    missing = looked;
    const isUnknown = typeof looked === 'object' && /^ERR_CERT_(AUTHORITY|COMMON)/.test(String(looked.code));
    const certificate = isUnknown && mayTrust ? refusedCertificate(host) : undefined;
    if (!certificate) return undefined;
    goOn = () => look(action, certificate.fingerprint256);
    return certificatePage(host, certificate, fingerprint !== undefined, action);
  }

  /** @param isTyped or chosen from the list */
  function use(chosen: KnownServer, isTyped: boolean): { answer: KnownServer } | undefined {
    const isShown =
      chosen.address === server.address && chosen.fingerprint === server.certificate?.fingerprint;
    const first = server.address === undefined ? path() : '/';
    const code = isShown ? undefined : switchServer(options, chosen, isTyped ? first : undefined);
    missing = code && { kind: 'main', code };
    return code ? undefined : { answer: chosen };
  }

  async function remove({ address }: KnownServer): Promise<void> {
    const question = texts.removeQuestion({ host: new URL(address).host });
    if (!(await confirm(window, 'warning', question, texts.removeDetail, texts.remove))) return;
    removeServer(userData, address, server);
    const item = Menu.getApplicationMenu()?.getMenuItemById(`server ${address}`);
    if (item) item.visible = false;
    if (address === server.address) restart('--open=/');
  }

  async function next(fields: URLSearchParams, action: string) {
    const text = fields.get('address');
    const one = known[Number(fields.get('known') ?? fields.get('remove') ?? -1)];
    let step: AppResponse | ReturnType<typeof use>;
    if (text !== null) {
      typed = text.trim();
      const address = typedAddress(typed);
      missing = address ? undefined : 'malformed';
      if (address) return lookingPage(address.host, action);
    } else if (fields.has('look')) step = await look(action);
    else if (fields.has('yes') && !fields.has('back')) step = await goOn?.();
    else if (fields.has('known') && one) step = use(one, false);
    else if (fields.has('remove') && one) await remove(one);
    if (step) return step;
    return fieldPage(userData, typed, missing, known, action);
  }

  const form = showForm<KnownServer>('server', next);
  if (!form) return;
  const { window, answer } = form;
  window.once('show', shown);
  const focus = () => focusWindow(window);
  app.on('second-instance', focus).on('activate', focus);
  void answer.then((chosen) => {
    app.off('second-instance', focus).off('activate', focus);
    if (!chosen && server.address === undefined) app.quit();
  });
}

function fieldPage(
  userData: string,
  typed: string,
  missing: Missing | undefined,
  known: readonly KnownServer[],
  action: string,
) {
  const servers = known.map(({ address }, at) => {
    const { icon, title } = lookOf(userData, address);
    // Beside those without one, each stands at the same place.
    const image = icon ? html`<img src="${icon}" alt="">` : html`<i></i>`;
    const name = title ? html` <q><bdi>${title}</bdi></q>` : '';
    return html`<form class="card known" method="post" action="${action}">
<button name="known" value="${String(at)}">${image}<span><bdi>${new URL(address).host}</bdi>${name}</span></button>
<button name="remove" value="${String(at)}">${texts.remove}</button></form>
`;
  });
  const content = html`<form method="post" action="${action}">
<label>${texts.heading}<input name="address" value="${typed}" aria-describedby="${missing ? 'problem' : 'hint'}" placeholder="https://" inputmode="url" autocomplete="off" autofocus spellcheck="false"></label>
${missing ? html`<p role="alert" id="problem">${sentenceOf(missing)}</p>` : html`<p class="quiet" id="hint">${texts.hint}</p>`}
${actions(TEXTS.start.goOn)}
</form>
${servers}`;
  return formPage(texts.heading, content, app.name);
}

/** @param isOther whether the user has trusted another one of that host */
function certificatePage(
  host: string,
  { validTo, fingerprint256 }: X509Certificate,
  isOther: boolean,
  action: string,
) {
  const content = html`<p role="alert">${isOther ? html`<strong>${texts.changed}</strong> ` : ''}${texts.unknown({ host })}</p>
<p>${texts.issuer({ name: issuerOf(new URL(`https://${host}`)) ?? '', until: Date.parse(validTo) })}</p>
<p>SHA-256:<br><code>${fingerprint256}</code></p>
<form method="post" action="${action}"><input type="hidden" name="yes">
<div class="actions"><button name="back" autofocus>${TEXTS.dialogs.cancel}</button><button>${texts.trust}</button></div>
</form>`;
  return formPage(texts.trustQuestion, content);
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

function confirmPage({ address, status = 200 }: FoundServer, action: string) {
  // What asks for a sign-in is there.
  const isMissing = status >= 400 && status !== 401 && status !== 403;
  const content = html`<div class="card"><p><bdi>${address.origin}</bdi></p></div>
${isMissing ? html`<p role="alert">${sentenceOf({ kind: 'http', code: status })}</p>` : ''}
${isOpen(address) ? html`<p role="alert">${texts.open}</p>` : ''}
<form method="post" action="${action}"><input type="hidden" name="yes">
${actions(TEXTS.start.goOn, 'back')}
</form>`;
  return formPage(texts.confirm, content);
}
