/** Client certificates, which tell a server who the user is. Only the app's own is shown one, and the user chooses which. */
import { app, BrowserWindow, type Certificate } from 'electron';
import { showMessage } from '../app/messageBox.ts';
import * as TEXTS from '../shared/texts.ts';

const texts = TEXTS.certificate;

/**
 * Asks once for all requests of this run, as Chromium remembers the answer for as long; also that there is none. From
 * Electron 44 on requests of main ask too; before, only those of a window do, and main's fail with
 * `net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED` until a window has asked.
 * @param own the app's own server
 */
export function setupClientCertificates(own: string | undefined): void {
  let chosen: Promise<Certificate | undefined> | undefined;
  // Without a listener, Electron sends the first matching certificate.
  app.on('select-client-certificate', async (event, _contents, address, certificates, answer) => {
    event.preventDefault();
    if (!isServer(address, own)) return answer();
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
  const at = address.replace(/^https:\/\/|\/.*$/g, '');
  return server !== null && (at === server.host || at === `${server.hostname}:${server.port || 443}`);
}

async function ask(host: string, certificates: readonly Certificate[]): Promise<Certificate | undefined> {
  const choices = certificates.map(({ subjectName, issuerName, validExpiry }) =>
    texts.choice(subjectName, issuerName, new Date(validExpiry * 1000).toLocaleDateString()),
  );
  const { response } = await showMessage(BrowserWindow.getFocusedWindow() ?? undefined, {
    type: 'question',
    message: texts.heading,
    detail: texts.words(host),
    buttons: [...choices, texts.none],
    defaultId: choices.length,
    cancelId: choices.length,
  });
  return certificates[response];
}
