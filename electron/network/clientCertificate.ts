/** Client certificates, which tell a server who the user is. Only the app's own is shown one, and the user chooses which. */
import { app, BrowserWindow, type Certificate, type ClientRequest } from 'electron';
import { showMessage } from '../app/messageBox.ts';
import * as TEXTS from '../shared/texts.ts';

const texts = TEXTS.certificate;

/** Servers whose answer the user waits for, by request. */
const awaited = new Map<ClientRequest, string>();

/** The user waits for the answer to this request of main, and so may be asked for a certificate. */
export function awaitedBy(request: ClientRequest, url: string): void {
  awaited.set(request, new URL(url).origin);
  request.once('response', () => awaited.delete(request));
  // Also after an error.
  request.once('close', () => awaited.delete(request));
}

/**
 * Asks once for all requests of this run, as Chromium remembers the answer for as long; also that there is none. From
 * Electron 44 on requests of main ask too; before, only those of a window do, and main's fail with
 * `net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED` until a window has asked. Nobody is asked for what is done unseen, as reports and
 * updates are: those are shown no certificate until one is chosen.
 * @param own the app's own server
 */
export function setupClientCertificates(own: string | undefined): void {
  let chosen: Promise<Certificate | undefined> | undefined;
  // Without a listener, Electron sends the first matching certificate.
  app.on('select-client-certificate', async (event, contents, address, certificates, answer) => {
    event.preventDefault();
    // What main requests has no contents, although they are declared.
    const isAwaited = Boolean(contents) || [...awaited.values()].some((origin) => isServer(address, origin));
    if (!isServer(address, own) || !(chosen || isAwaited)) return answer();
    chosen ??= ask(address, certificates);
    const certificate = await chosen;
    // Electron takes no certificate for an answer, but not undefined.
    if (certificate) answer(certificate);
    else answer();
  });
}

/**
 * @param address host and port, or, as the documentation has it, a URL
 * @param own the origin of the app's server
 */
export function isServer(address: string, own: string | undefined): boolean {
  const server = own === undefined ? null : URL.parse(own);
  const at = address.replace(/^https:\/\/|\/.*/gs, '');
  return server !== null && (at === server.host || at === `${server.hostname}:${server.port || 443}`);
}

async function ask(host: string, certificates: readonly Certificate[]): Promise<Certificate | undefined> {
  const choices = certificates.map(({ subjectName, issuerName, validExpiry }) =>
    texts.choice({ subject: subjectName, issuer: issuerName, until: validExpiry * 1000 }),
  );
  const { response } = await showMessage(BrowserWindow.getFocusedWindow() ?? undefined, {
    type: 'question',
    message: texts.heading,
    detail: texts.words({ host }),
    buttons: [...choices, texts.none],
    defaultId: choices.length,
    cancelId: choices.length,
  });
  return certificates[response];
}
