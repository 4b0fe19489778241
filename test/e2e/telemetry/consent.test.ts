/** What is stored and sent, by the user's choice and without a server; and which requests have trace headers. */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../electron/shared/limitValues/limits.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { startOrigin } from '../../support/origin.ts';
import { captureInMain, createBench, errorsIn, type TelemetryApp } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

/** Milliseconds in which an unwanted report would have arrived; nothing delays sends here. */
const LONG_ENOUGH = 1_000;
const server = await startEnvelopeServer();
const bench = await createBench({ pages: true });
let app: TelemetryApp;
const received = new Map<string, IncomingHttpHeaders>();
const origin = await startOrigin(({ url = '', headers }, response) => {
  const name = new URL(url, 'http://localhost').searchParams.get('name');
  if (name) received.set(name, headers);
  response.writeHead(404, { 'content-type': 'text/html' }).end('none');
});

/** The app's own baggage: all that has room is sent. */
const OWN = 'own=1';
const GIVEN = `${OWN},${'k'.repeat(LIMITS.baggage.value)}=v`;

/** Sends a request with each client, with the app's baggage, and one from a page that traces. Returns what was received, by name. */
async function request(): Promise<[string, IncomingHttpHeaders][]> {
  received.clear();
  const headers = JSON.stringify({ baggage: GIVEN });
  const traced = JSON.stringify({
    'x-nextjs-data': '1',
    baggage: `${GIVEN},sentry-release=x`,
    'sentry-trace': `${'a'.repeat(32)}-${'b'.repeat(16)}-1`,
  });
  await app.page(`fetch('/_next/data/b1/x.json?name=page&at=${Date.now()}', { headers: ${traced} })`);
  await app.main(`
    for (const [whose, host] of [['own', '127.0.0.1'], ['other', 'localhost']]) {
      const url = (way) => 'http://' + host + ':${origin.port}/?name=' + whose + '-' + way;
      await fetch(url('fetch'), { headers: ${headers} });
      await electron.net.fetch(url('netFetch'), { headers: ${headers} });
      await new Promise((resolve) => {
        const request = electron.net.request({ url: url('net'), headers: ${headers} });
        request.on('response', (response) => response.on('data', () => 0).on('end', resolve)).end();
      });
    }
  `);
  expect(received.size).toBe(7);
  return [...received];
}
const tracedOf = (requests: [string, IncomingHttpHeaders][]) =>
  requests
    .filter(([, { baggage = '', ...headers }]) =>
      [headers['sentry-trace'], headers.traceparent, /sentry-/.exec(`${baggage}`)].some(Boolean),
    )
    .map(([name]) => name)
    .sort();

async function start(settings: Record<string, unknown>, userData: string, telemetry = true): Promise<void> {
  await app?.kill();
  app = await bench.start({ settings, userData, telemetry });
}

describe('a user who has not answered yet', () => {
  const userData = bench.folder();
  const file = join(userData, 'settings.json');
  const kept = async (reports: string) => {
    await until('the kept answer', () => existsSync(file));
    await expect.poll(async () => JSON.parse(await readFile(file, 'utf8'))).toEqual({ reports });
  };
  /** Starts the app without an answer, and notes what the page notices. */
  const open = async () => {
    await rm(file, { force: true });
    await start({ sentryDsn: server.dsn, origin: origin.url, buildId: 'b1' }, userData);
    await app.inPage(() => {
      const field = Object.assign(document.createElement('input'), { id: 'field' });
      document.body.append(field);
      field.focus();
      for (const type of ['blur', 'focus', 'resize'])
        addEventListener(type, () => document.body.append(type), { capture: true });
    });
    // A window that is not shown yet does not take it.
    let looks = 0;
    await until('the focus', async () => {
      // Chromium may hold a window for focused to which the window manager has given nothing: then focus alone does nothing.
      const anew = ++looks % 10 === 0 ? 'window.blur();' : '';
      await app.main(`const [window] = electron.BrowserWindow.getAllWindows(); ${anew} window.focus();`);
      return app.inPage(() => document.hasFocus());
    });
  };
  const look = () => app.inPage(() => [document.body.innerText, innerHeight, document.activeElement?.id]);
  const emptied = () => until('an empty outbox', async () => (await app.waiting()).length === 0);
  const throws = async (text: string) => {
    const before = (await errorsIn(userData)).length;
    await app.throwInPage(text);
    await until('its report on disk', async () => (await errorsIn(userData)).length > before);
  };
  const isAsked = () =>
    app.main<boolean>(`return electron.Menu.getApplicationMenu().getMenuItemById('question') !== null`);
  const choose = (id: string) =>
    app.main(`electron.Menu.getApplicationMenu().getMenuItemById('${id}').click()`);
  /** Fails in main and on the page, whose error page then asks. Both reports are on disk, and nothing is sent. */
  const fail = async (inMain: string, onPage: string) => {
    const { requests } = server;
    const before = (await errorsIn(userData)).length;
    await app.main(captureInMain(inMain));
    await app.failPage(onPage);
    await app.shows('Send reports');
    // Not in two places.
    expect(await isAsked()).toBe(false);
    await until('two reports on disk', async () => (await errorsIn(userData)).length >= before + 2);
    await pause(LONG_ENOUGH);
    expect(server.requests).toBe(requests);
  };

  it('is asked in the menu after an error that leaves the page, once in a run, and is not disturbed', async () => {
    await open();
    expect(await isAsked()).toBe(false);
    const before = await look();
    await throws('the first');
    await until('the question', isAsked);
    expect(await look()).toEqual(before);
    expect(await app.inPage(() => document.hasFocus())).toBe(true);
    expect(
      await app.main(`const all = electron.BaseWindow.getAllWindows();
        return [all.length, all[0].contentView.children.length]`),
    ).toEqual([1, 0]);
    await choose('question-later');
    await throws('the second');
    expect(await isAsked()).toBe(false);
    expect(server.requests).toBe(0);
  });

  it('gives no request trace headers, and the app keeps its own baggage', async () => {
    const requests = await request();
    expect(tracedOf(requests)).toEqual([]);
    for (const [name, { baggage }] of requests) expect(baggage, name).toBe(OWN);
  });

  it('has all reports sent, and a replay started, by a yes on the error page, which is saved', async () => {
    await fail('before the answer', 'the page has failed');
    expect(server.requests).toBe(0);
    expect(await app.inPage(() => sessionStorage.getItem('sentryReplaySession'))).toBe(null);
    await app.press('Send reports');
    for (const text of ['the first', 'the second', 'before the answer', 'the page has failed'])
      await server.error(text);
    await emptied();
    await app.recording();
    await kept('on');
  });

  it("then gives trace headers to the app's server alone, after the app's own baggage", async () => {
    await choose('start');
    await app.shows('This window is Holdfast');
    const requests = await request();
    expect(tracedOf(requests)).toEqual(['own-fetch', 'own-net', 'own-netFetch', 'page']);
    for (const [name, { baggage = '' }] of requests) {
      expect(baggage, name).toMatch(/^own=1(,sentry-[^,]+)*$/);
      expect(baggage.length, name).toBeLessThanOrEqual(LIMITS.baggage.value);
    }
  });

  it('then has a page name its replay in requests once it is sent, and never while it is held', async () => {
    await until('the SDK in the page', () => app.page(`'__SENTRY__' in globalThis`));
    const replay = await app.recording();
    const named = async (name: string) => {
      const headers = `{ 'x-nextjs-data': '1' }`;
      await app.page(`fetch('/_next/data/b1/x.json?name=${name}', { headers: ${headers} })`);
      const { baggage } = received.get(name) ?? {};
      expect(baggage).toContain('sentry-trace_id=');
      return /sentry-replay_id=(\w+)/.exec(`${baggage}`)?.[1];
    };
    expect(await named('held')).toBeUndefined();
    await app.main(captureInMain('sends the replay'));
    expect((await server.error('sends the replay')).contexts?.replay).toEqual({ replay_id: replay });
    expect(await named('sent')).toBe(replay);
  });

  it('is asked again in the next run; a no in the menu erases what waits, and is saved', async () => {
    await open();
    const { requests } = server;
    await throws('the third');
    await until('the question of the next run', isAsked);
    expect(server.requests).toBe(requests);
    await choose('question-off');
    await emptied();
    expect(await isAsked()).toBe(false);
    await kept('off');
    expect(JSON.stringify(server.taken)).not.toContain('the third');
    expect(tracedOf(await request())).toEqual([]);
  });

  it('has all erased by a no on the error page; no more is stored or sent', async () => {
    // Nothing is being sent any more.
    await emptied();
    await app.choose('ask');
    await kept('ask');
    await fail('before the no', 'the page has failed again');
    const { requests } = server;
    await app.press('Don’t send');
    await app.shows('Nothing is sent.');
    await app.main('console.log("said while off")');
    await app.main(captureInMain('after the answer'));
    await app.inPage(() => console.log('said while off'));
    const files = ['telemetry/last-run.json', 'sentry/scope_v3.json', 'sentry/session.json'];
    const isThere = (name: string) => existsSync(join(userData, name));
    const left = async () => [...(await app.waiting()), ...files.filter(isThere)];
    await until('nothing that is kept', async () => (await left()).length === 0);
    await pause(LONG_ENOUGH);
    // The SDK may write its scope late; it is removed again.
    await expect.poll(left).toEqual([]);
    expect(server.requests).toBe(requests);
    await kept('off');
  });
});

it('without a DSN the app writes no file, sends nothing, says why in one line and runs', async () => {
  await start({ reports: 'on' }, bench.folder(), false);
  const { requests } = server;
  await app.shows('This window is Holdfast');
  await app.failPage('the page has failed');
  await app.main(
    'console.log("still here"); require("http").get("http://127.0.0.1:9").on("error", () => 0);',
  );
  await pause(LONG_ENOUGH);
  expect(await app.text()).not.toMatch(/Report ID|Send reports/);
  expect(server.requests).toBe(requests);
  const folders = ['outbox', 'telemetry', 'sentry'];
  expect(folders.filter((name) => existsSync(join(app.userData, name)))).toEqual([]);
  const lines = app.stderr().split('\n');
  expect(lines.filter((one) => /telemetry|sentry|DSN|reports/i.test(one))).toEqual([
    expect.stringContaining('"sentryDsn" is not set'),
  ]);
});
