/** On Linux: servers that require a client certificate, and servers whose own certificate is bad. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import type { AppCopy } from '../../support/brokenApp.ts';
import { type FakeBrowser, fakeBrowser } from '../../support/browser.ts';
import { click } from '../../support/input.ts';
import { needing } from '../../support/lacks.ts';
import { choose, inOrder } from '../../support/menu.ts';
import { startOrigin } from '../../support/origin.ts';
import { makeHome } from '../../support/ownAuthority.ts';
import { copyFailingApp } from '../../support/pagesApp.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { selfSigned } from '../../support/selfSigned.ts';
import { until } from '../../support/until.ts';

const isLinux = process.platform === 'linux';
const CERTIFICATES = needing('certutil');
let built: AppCopy | undefined;
let own: ReturnType<typeof makeHome> | undefined;
beforeAll(async () => {
  if (!isLinux) return;
  built = await copyFailingApp();
  own = makeHome();
});

/** @param wants whether a certificate is required; otherwise it is optional @param at the port */
async function serve(name: 'valid' | 'expired', wants: boolean, at?: number) {
  const seen: string[] = [];
  const tls = { ...own?.serverOptions(name), requestCert: true, rejectUnauthorized: wants };
  const { port, close } = await startOrigin(
    (request, response) => {
      seen.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN));
      response.end('{"pageProps":{"said":"yes"}}');
    },
    { tls, ...(at && { port: at }) },
  );
  return { port, seen, host: `127.0.0.1:${port}`, close };
}

let app: Watched;
let server: Awaited<ReturnType<typeof serve>>;
async function end(): Promise<void> {
  expect(await app.stop()).toBe(0);
  await server.close();
}

/** Presses a button of each native dialog, and records them. @param label how its label begins; Cancel if there is none */
const pressing = (label: string) => `globalThis.asked = [];
  electron.dialog.showMessageBox = async (...args) => {
    const options = args.at(-1);
    asked.push(options);
    const at = options.buttons.findIndex((button) => button.startsWith(${JSON.stringify(label)}));
    return { response: at < 0 ? options.cancelId : at };
  };`;
async function start(label: string, env = {}): Promise<void> {
  server = await serve('valid', true);
  app = await watch({
    app: String(built?.folder),
    prelude: pressing(label),
    settings: { origin: `https://${server.host}`, buildId: 'b1' },
    env: { HOME: own?.home, ...env },
  });
  await app.shows('The start page');
}

const asked = () => app.main<{ detail: string; buttons: string[] }[]>('asked');
/** Makes Chromium ask, also before Electron 44, where main's own requests do not; it remembers the answer for both. */
const loadInWindow = (host: string) =>
  app.main(`(async () => {
    const window = new electron.BrowserWindow({ show: false });
    await window.loadURL('https://${host}/').catch(() => undefined);
    window.destroy();
  })()`);
const open = (path: string) =>
  app.main(`void electron.BrowserWindow.getAllWindows()[0].loadURL('app://shell${path}').catch(() => 0)`);

describe.runIf(isLinux)('one start', CERTIFICATES, () => {
  let browser: FakeBrowser;
  beforeAll(async () => {
    browser = await fakeBrowser();
    await start('Ann Example', browser.env);
  });
  afterAll(end);

  it('a server of the app that requires a certificate | a dialog with the user’s certificates | the page', async () => {
    const foreign = await serve('valid', false);
    await loadInWindow(server.host);
    await open('/data');
    await app.shows('The server said yes');
    await open('/data?again');
    await until('both', () => server.seen.length > 1);
    expect(new Set(server.seen)).toEqual(new Set(['Ann Example']));
    expect(await asked()).toMatchObject([
      {
        detail: expect.stringContaining(server.host),
        buttons: inOrder(
          expect.stringMatching(/^Ann Example \(from Test CA, until .+\)$/),
          en.certificate.none,
        ),
      },
    ]);
    // Another server asks for one too.
    await loadInWindow(foreign.host);
    expect(foreign.seen).toEqual(['undefined']);
    expect(await asked()).toHaveLength(1);
    await foreign.close();
  });

  it('a server of the app whose certificate has expired | ERR_CERT_DATE_INVALID, and the way to a network’s sign-in | the page', async () => {
    await server.close();
    server = await serve('expired', false, server.port);
    await open('/data?expired');
    await app.shows('ERR_CERT_DATE_INVALID', 'Check the date and time of your computer', /Reconnecting in/);
    // As a person presses it: by itself a page opens nothing.
    await click(
      app,
      `[...document.querySelectorAll('a[href], button')].find((a) => a.textContent === '${en.errorPage.help.portal}')`,
    );
    expect(await until('the browser', async () => (await browser.opened())[0])).toBe('http://127.0.0.1/');
  });
});

describe.runIf(isLinux)('a start for each', CERTIFICATES, () => {
  afterEach(end);

  it('a server of the app that is shown no certificate | its error, and how to choose one | the app, restarted', async () => {
    await start('None');
    await loadInWindow(server.host);
    await loadInWindow(server.host);
    await open('/data');
    await app.shows(/ERR_\w*SSL_CLIENT_AUTH_CERT\w*/, 'To choose one, restart the app');
    expect(await asked()).toHaveLength(1);
    expect(server.seen).toEqual([]);
  });

  it('a typed server that requires a certificate is found without one; the window asks for it', async () => {
    const typed = await serve('valid', true);
    server = await serve('valid', true);
    const userData = join(String(own?.home), 'user data');
    await mkdir(userData);
    const address = `https://${server.host}/`;
    const chosen = { format: 1, address, servers: [{ address }] };
    await writeFile(join(userData, 'server.json'), JSON.stringify(chosen));
    const stranger = await startOrigin(() => undefined, { tls: selfSigned() });
    app = await watch({
      env: { HOME: own?.home },
      settings: { trustCertificates: false },
      userData,
      prelude: pressing('Ann Example'),
      config: { web: { address: 'ask' } },
    });
    await app.shows('said');
    expect(server.seen).toContain('Ann Example');
    await choose(app, 'change-server');
    await app.shows(en.server.heading);
    const type = (address: string) =>
      app.page(`(() => {
        document.querySelector('[name=address]').value = '${address}';
        document.querySelector('button').click();
      })()`);
    await type(typed.host);
    await app.shows(en.server.confirm, `https://${typed.host}`);
    expect(await asked()).toHaveLength(1);
    // Nor may the user trust another one.
    await app.press(en.dialogs.cancel);
    await app.shows(en.server.heading);
    await type(stranger.url);
    await app.shows(en.server.untrusted.replace('{issuer}', 'Holdfast test'));
  });
});
