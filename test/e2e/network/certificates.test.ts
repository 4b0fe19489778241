/** On Linux: servers that want a certificate of the user, and servers whose own is no good. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AppCopy } from '../../support/brokenApp.ts';
import { makeHome } from '../../support/certificates.ts';
import { copyFailingApp } from '../../support/failingApp.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const isLinux = process.platform === 'linux';
let built: AppCopy | undefined;
let own: ReturnType<typeof makeHome> | undefined;
beforeAll(async () => {
  if (!isLinux) return;
  built = await copyFailingApp();
  own = makeHome();
});
afterAll(async () => {
  own?.remove();
  await built?.remove();
});

/** @param wants whether only somebody with a certificate is answered; otherwise one is asked for as well */
async function serve(name: 'valid' | 'expired', wants: boolean) {
  const seen: string[] = [];
  const options = { ...own?.serverOptions(name), requestCert: true, rejectUnauthorized: wants };
  const server = createServer(options, (request, response) => {
    seen.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN));
    response.end('{"pageProps":{"said":"yes"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { seen, host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

let app: Watched;
let server: Awaited<ReturnType<typeof serve>>;
afterEach(async () => {
  expect(await app.stop()).toBe(0);
  server.close();
});

async function start(name: 'valid' | 'expired', wants: boolean, env = {}): Promise<void> {
  server = await serve(name, wants);
  const settings = { origin: `https://${server.host}`, buildId: 'b1' };
  app = await watch({ app: String(built?.folder), settings, env: { HOME: own?.home, ...env } });
  await app.shows('The start page');
  await app.main(`void electron.BrowserWindow.getAllWindows()[0].loadURL('app://shell/data').catch(() => 0)`);
}

/** Runs an expression in the form: the test's own client cannot attach to what is behind it, and waits for the choice. */
const inForm = <T>(expression: string) =>
  app.main<T>(`(async () => {
    const form = electron.BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('/form/'));
    if (!form || form.webContents.isLoading()) return '';
    const { debugger: client } = form.webContents;
    if (!client.isAttached()) client.attach();
    const options = { expression: ${JSON.stringify(expression)}, returnByValue: true };
    // It closes when it is answered.
    return await client.sendCommand('Runtime.evaluate', options).then(({ result }) => result.value, () => '');
  })()`);

async function form(...texts: (string | RegExp)[]): Promise<void> {
  await until(`a form with ${texts}`, async () => {
    const text = await inForm<string>('document.body.innerText');
    return texts.every((part) => (typeof part === 'string' ? text.includes(part) : part.test(text)));
  });
}

it.runIf(isLinux)(
  'a server of the app that wants a certificate | a window with those of the user | the page',
  async () => {
    const foreign = await serve('valid', false);
    await start('valid', true);
    await form(server.host, /Ann Example \(from Test CA, until .+\)/);
    await inForm(`document.links[0].click()`);
    await app.shows('ERR_SSL_CLIENT_AUTH_CERT_NEEDED', 'only accepts computers with a certificate');
    await app.shows('Choose Try again');
    await app.click('Try again');
    await form('Choose a certificate');
    await inForm(`document.querySelector('input').click(), document.querySelector('button').click()`);
    await app.shows('The server said yes');
    expect(new Set(server.seen)).toEqual(new Set(['Ann Example']));

    // Another server asks for it too.
    await app.main(
      `new electron.BrowserWindow({ show: false }).loadURL('https://${foreign.host}/').catch(() => undefined)`,
    );
    expect(foreign.seen).toEqual(['undefined']);
    await app.main('void electron.BrowserWindow.getAllWindows().find((one) => !one.isVisible()).destroy()');
    foreign.close();
  },
);

it.runIf(isLinux)(
  'a server of the app whose certificate has expired | ERR_CERT_DATE_INVALID, and the way to a network’s sign-in | the page',
  async () => {
    const browser = await mkdtemp(join(tmpdir(), 'holdfast-browser-'));
    await writeFile(join(browser, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${browser}/opened'\n`, {
      mode: 0o755,
    });
    await start('expired', false, { PATH: `${browser}${delimiter}${process.env.PATH}` });
    await app.shows(
      'ERR_CERT_DATE_INVALID',
      'Check the date and the time of this computer',
      'Retrying automatically',
    );
    const place = await app.page<{ x: number; y: number }>(`(() => {
    const link = [...document.links].find((a) => a.textContent === 'Sign in to the network');
    const { x, y } = link.getBoundingClientRect();
    return { x: x + 5, y: y + 5 };
  })()`);
    // As a person presses it: by itself a page opens nothing.
    await app.main(`['mouseDown', 'mouseUp'].map((type) => electron.BrowserWindow.getAllWindows()[0].webContents
    .sendInputEvent({ type, button: 'left', clickCount: 1, x: ${Math.round(place.x)}, y: ${Math.round(place.y)} }))`);
    const opened = () => readFile(join(browser, 'opened'), 'utf8').catch(() => '');
    expect(await until('the browser', opened)).toBe('http://127.0.0.1/');
    await rm(browser, { recursive: true });
  },
);
