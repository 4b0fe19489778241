/** Client certificates, which tell a server who the user is: only the app's own is shown one, that the user chooses. */
import { app, type Certificate, WebContentsView } from 'electron';
import { type Html, html } from '../protocol/plainPage.ts';
import * as TEXTS from '../shared/texts.ts';
import { askByForm } from './formWindow.ts';

const texts = TEXTS.certificate;

/** Milliseconds that the server may take once a certificate is chosen. */
const MAX_ANSWER_MS = 30_000;

let origin: string | undefined;
let asking: Promise<boolean> | undefined;
let isDeclined = false;

/**
 * Makes a request to the app's server again once the user has chosen a certificate that it wants. Electron has no event
 * for that of `net.request`: one of a web contents is answered, and Chromium keeps the answer for the session.
 * @param make without a body, which cannot be sent twice
 */
export async function withCertificate(url: string, make: () => Promise<Response>): Promise<Response> {
  try {
    return await make();
  } catch (error) {
    const isWanted = /ERR_SSL_CLIENT_AUTH_CERT_NEEDED/.test(String(error)) && new URL(url).origin === origin;
    if (!isWanted || isDeclined) throw error;
    asking ??= choose(url).finally(() => {
      asking = undefined;
    });
    if (!(await asking)) throw error;
    return await make();
  }
}

/** The user wants something anew: who has declined may be asked. */
export function askAgain(): void {
  isDeclined = false;
}

/** What Chromium asks through. */
let hidden: { view: WebContentsView; answered(isChosen: boolean): void } | undefined;

/** Lets Chromium ask for the certificate. Resolves to whether the server then has answered. */
async function choose(url: string): Promise<boolean> {
  const view = new WebContentsView({ webPreferences: { javascript: false } });
  const { webContents: contents } = view;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answered = (isChosen: boolean) => {
    isDeclined = !isChosen;
    setTimeout(resolve, isChosen ? MAX_ANSWER_MS : 0, false);
  };
  // Held, or it would be collected.
  hidden = { view, answered };
  contents.once('did-navigate', () => resolve(true));
  contents.once('did-fail-load', () => resolve(false));
  contents.once('render-process-gone', () => resolve(false));
  contents.loadURL(new URL('/', url).href).catch(() => resolve(false));
  return await promise.finally(() => contents.close());
}

/** @param own the app's own server */
export function setupClientCertificates(own: string | undefined): void {
  origin = own;
  // Without a listener, Electron sends the first matching certificate.
  app.on('select-client-certificate', (event, contents, address, certificates, answer) => {
    event.preventDefault();
    if (!isServer(address, own)) return answer();
    void ask(address, certificates).then((chosen) => {
      const isHidden = contents === hidden?.view.webContents;
      // Chromium would keep it that there is none.
      if (chosen || !isHidden) answer(chosen);
      if (isHidden) hidden?.answered(chosen !== undefined);
    });
  });
}

/**
 * @param address host and port, or, as the documentation has it, a URL
 * @param own the origin of the app's server
 */
export function isServer(address: string, own: string | undefined): boolean {
  const server = own === undefined ? null : URL.parse(own);
  const at = address.replace(/^https:\/\/|\/.*$/g, '');
  return server !== null && (at === server.host || at === `${server.hostname}:${server.port || 443}`);
}

async function ask(host: string, certificates: readonly Certificate[]): Promise<Certificate | undefined> {
  const form = await askByForm({
    heading: texts.heading,
    words: [texts.words(host)],
    fields: certificates.map(choice),
    button: texts.show,
  });
  return form && certificates[Number(form.get('certificate'))];
}

function choice({ subjectName, issuerName, validExpiry }: Certificate, at: number): Html {
  const until = new Date(validExpiry * 1000).toLocaleDateString();
  const label = texts.choice(subjectName, issuerName, until);
  return html`<label><input type="radio" name="certificate" value="${String(at)}" required> ${label}</label>`;
}
