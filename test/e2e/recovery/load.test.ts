/** Loads that fail: the window loads its page from a network that fails for real. */

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { lacks } from '../../support/lacks.ts';
import { atEnd } from '../../support/leftovers.ts';
import { choose } from '../../support/menu.ts';
import {
  CLOCK,
  killNetwork,
  killPages,
  reportOf,
  secondStart,
  watch,
  ZYGOTES,
} from '../../support/recovery.ts';
import { waitingIn } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND, OTHER_STATUS, SERVER_FAILED } from '../../support/words.ts';

const ingest = await startEnvelopeServer();

/** A prelude: the window loads `globalThis.elsewhere` in place of the app's page, at first what the environment says. */
const LOADS_ELSEWHERE = `
  globalThis.elsewhere = process.env.TEST_ELSEWHERE;
  electron.app.on('web-contents-created', (_event, contents) => {
    const load = contents.loadURL.bind(contents);
    contents.loadURL = (url) =>
      load(globalThis.elsewhere && !url.includes('/_holdfast/') ? globalThis.elsewhere : url);
  });
`;

/** A server that handles each connection with `act`; without it, an address that refuses connections. */
async function elsewhere(act?: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    act?.(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  if (!act) await close();
  atEnd(close);
  return { url: (scheme: string) => `${scheme}://127.0.0.1:${port}/`, close };
}

const blank503 =
  'HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\nContent-Length: 15\r\n\r\n<!doctype html>';
const drop = (socket: Socket) => void socket.once('data', () => socket.destroy());
const answerBlank = (socket: Socket) => void socket.once('data', () => socket.end(blank503));

/** An expression in main: the computer wakes, and the failed page is retried at once. */
const WAKE = `void electron.powerMonitor.emit('resume')`;

/** Does not answer: nothing loads into the first page's process before it stops. */
const silent = await elsewhere((socket) => void socket.resume());

/** A prelude: the first page's process stops before anything loads into it. */
const STANDS_STILL = `
  electron.app.once('web-contents-created', () => {
    const timer = setInterval(() => {
      const tab = electron.app.getAppMetrics().find(({ type }) => type === 'Tab');
      if (!tab) return;
      clearInterval(timer);
      globalThis.still = tab.pid;
      process.kill(tab.pid, 'SIGSTOP');
    }, 1);
  });
`;

const app = await watch({
  prelude: CLOCK + LOADS_ELSEWHERE + (lacks('signals') ? '' : STANDS_STILL),
  ingest,
  ...(!lacks('signals') && { env: { TEST_ELSEWHERE: silent.url('http') } }),
  durations: { commitMs: 2_000, readyMs: 4_000, leaveMs: 4_000, retryMs: 3_000, wakeMs: 0 },
});

it.skipIf(lacks('signals'))(
  'a page process that is stopped from its start | ERR_TIMED_OUT in another window, and a countdown | the app',
  async () => {
    await app.shows('ERR_TIMED_OUT', /Reconnecting in \d+ s/);
    await until('the stopped process', () => app.main('globalThis.still'));
    await app.main('globalThis.elsewhere = undefined');
    await app.main(WAKE);
    await app.shows('404', `${NOT_FOUND}.`);
    expect(await app.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
    // Chromium ends it after a while; otherwise it would keep the app's output open.
    const isThere = 'process.kill(globalThis.still, 0)';
    await expect.poll(() => app.main(isThere).catch(String), { interval: 1_000 }).toContain('ESRCH');
  },
);

describe('a page requested while the app runs', () => {
  beforeEach(async () => {
    await app.shows('404', `${NOT_FOUND}.`);
    // Recovery starts three loads a minute by itself.
    await app.passHealthyTime();
  });

  it.each([
    ['no name found', 'ERR_NAME_NOT_RESOLVED', en.fault.load.nameNotFound.title, undefined],
    ['connection refused', 'ERR_CONNECTION_REFUSED', en.fault.load.refused.title, elsewhere()],
    ['connection dropped', 'ERR_EMPTY_RESPONSE', en.fault.load.connectionLost.title, elsewhere(drop)],
    [
      'TLS fails',
      'ERR_SSL_PROTOCOL_ERROR',
      en.fault.load.insecure.title,
      elsewhere((socket) => socket.end('this is not TLS')),
    ],
    ['no answer', 'ERR_TIMED_OUT', en.fault.load.timedOut.title, elsewhere((socket) => socket.resume())],
    ['a blank page with status 503', '503', SERVER_FAILED, elsewhere(answerBlank)],
  ])(
    '%s | %s: %s and a countdown | the app, when the cause is gone',
    async (name, code, sentence, server) => {
      const place = await server;
      const url = place?.url(name.startsWith('TLS') ? 'https' : 'http') ?? 'http://holdfast.invalid/';
      await app.main(`globalThis.elsewhere = '${url}'`);
      await secondStart(app, 'holdfast://open/');
      // The minutes that main believes to have passed are in it as well.
      const text = await app.shows(code, sentence, /Reconnecting in \d+ (s|min)/, 'Report ID');
      const { contexts, tags } = await reportOf(text, ingest);
      expect(contexts?.fault).toMatchObject({ title: code === '503' ? OTHER_STATUS : sentence, url: '/' });
      expect(tags?.['fault.code']).toBe(code);
      await app.main('globalThis.elsewhere = undefined');
      if (code !== 'ERR_CONNECTION_REFUSED') await app.main(WAKE);
      await app.shows('404', `${NOT_FOUND}.`);
      await place?.close();
    },
  );

  it('a blank page with status 503 that names a time (Retry-After) | 503 and a countdown of that time | Try again: the app', async () => {
    const place = await elsewhere((socket) =>
      socket.once('data', () =>
        socket.end(blank503.replace('Content-Type', 'Retry-After: 240\r\nContent-Type')),
      ),
    );
    await app.main(`globalThis.elsewhere = '${place.url('http')}'`);
    await secondStart(app, 'holdfast://open/');
    const text = await app.shows('503', /Reconnecting in \d+ min/);
    const minutes = Number(/Reconnecting in (\d+)/.exec(text)?.[1]);
    // Without it the next try comes after three seconds at most.
    expect(minutes - (await app.main<number>('passed')) / 60_000).toBeGreaterThan(2);
    await app.main('globalThis.elsewhere = undefined');
    await app.click(en.errorPage.tryAgain);
    await app.shows('404', `${NOT_FOUND}.`);
    await place.close();
  });

  it('keeps the focus and open details when the app retries', async () => {
    const place = await elsewhere();
    await app.main(`globalThis.elsewhere = '${place.url('http')}'`);
    await secondStart(app, 'holdfast://open/');
    await app.shows('ERR_CONNECTION_REFUSED', /Reconnecting in/);
    await app.page(
      `void (document.querySelector('details').open = true, document.querySelector('summary').focus())`,
    );
    await app.mark();
    // Pressed by script, it takes no focus: as when the time has come.
    await app.click(en.errorPage.tryAgain);
    await app.replaced();
    await expect
      .poll(() => app.page(`[document.activeElement.textContent, document.querySelector('details')?.open]`))
      .toEqual(['Details', true]);
    await app.main('globalThis.elsewhere = undefined');
    await app.shows('404', `${NOT_FOUND}.`);
  });
});

// Last: on Electron 33 main sends nothing more once the network process has ended, and the app ends with these tests.
describe('an app whose other processes end', () => {
  it('the network process is killed while a page loads | nothing for five seconds, then ERR_TIMED_OUT and a countdown | the app', async () => {
    const asked = Promise.withResolvers<void>();
    const place = await elsewhere(() => asked.resolve());
    await app.main(`globalThis.elsewhere = '${place.url('http')}'`);
    await app.passTime(61_000);
    // The window shows nothing, as at the start.
    await killPages(app);
    await asked.promise;
    await killNetwork(app);
    // Chromium tells of the load that failed only where nobody listens to requests, as the limit of baggage does.
    await app.shows('ERR_TIMED_OUT', /Reconnecting in \d+ (s|min)/);
    await app.main('globalThis.elsewhere = undefined');
    await app.main(WAKE);
    await app.shows('404', `${NOT_FOUND}.`);
    const noted = await readFile(join(app.userData, 'faults.json'), 'utf8');
    expect(noted).toContain(en.fault.networkTitle);
    await place.close();
  });

  it.skipIf(lacks('/proc'))(
    'no page can start any more | one native dialog, and no window over it | Quit: the app ends',
    async () => {
      await app.main(`void (globalThis.dialogs = 0, electron.dialog.showMessageBox = ({ buttons }) => {
        globalThis.dialogs += 1;
        return new Promise((resolve) => { globalThis.quit = () => resolve({ response: buttons.indexOf('Quit Holdfast') }); });
      })`);
      const dialogs = () => app.main<number>('globalThis.dialogs');
      /** Sent, or waiting. */
      const reports = async () =>
        ingest.events().length +
        (await waitingIn(app.userData)).filter((name) => name.includes('-error-')).length;
      await app.passHealthyTime();
      const before = await reports();
      const zygotes = await app.main<number[]>(ZYGOTES);
      expect(zygotes.length).toBeGreaterThan(0);
      for (const pid of [...zygotes, ...(await app.processes('renderer'))]) process.kill(pid, 'SIGKILL');
      await expect.poll(dialogs).toBe(1);
      // Longer than a window waits to be shown, and a page may take to load.
      await pause(2_500);
      expect(await dialogs()).toBe(1);
      await choose(app, 'reload');
      await expect.poll(dialogs).toBe(2);
      expect(
        await app.main('electron.BrowserWindow.getAllWindows().filter((one) => one.isVisible()).length'),
      ).toBe(0);
      await expect.poll(reports).toBe(before + 1);
      // Not at once: the answer would come from an app that is ending.
      await app.main('void setTimeout(() => globalThis.quit(), 50)');
      expect(await app.gone()).toBe(0);
    },
  );
});
