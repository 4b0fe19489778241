/** Client certificates identify the user to a server. Only the app's own server gets one, and the user chooses which. */
import { app, BrowserWindow, type Certificate } from 'electron';
import * as TEXTS from '../../shared/texts.ts';
import { showMessage } from '../app/messageBox.ts';
import { isServer } from './credentials.ts';

const texts = TEXTS.certificate;

/**
 * Asks once per run, as Chromium remembers the answer for as long, even "none". Only a window's requests ask: main's, such
 * as reports and updates, send no certificate until one is chosen. @param own the origin of the app's own server
 */
export function setupClientCertificates(own: string | undefined): void {
  let chosen: Promise<Certificate | undefined> | undefined;
  // Without a listener, Electron sends the first one. Its documentation says that the address is a URL.
  app.on('select-client-certificate', async (event, contents, address, certificates, answer) => {
    event.preventDefault();
    if (own === undefined || !isServer(address, own)) return answer();
    // Main's requests have no contents, although the type says so.
    if (contents) chosen ??= ask(address, certificates);
    const certificate = await chosen;
    // `answer()` sends no certificate; Electron rejects an explicit undefined.
    if (certificate) answer(certificate);
    else answer();
  });
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
