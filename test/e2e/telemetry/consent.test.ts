/** What is stored and sent, by the user's choice and without a server. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import {
  captureInMain,
  createBench,
  type TelemetryApp,
  type TelemetryBench,
} from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

/** Milliseconds in which an unwanted report would have arrived; nothing delays sends here. */
const LONG_ENOUGH = 1_000;
let bench: TelemetryBench;
let server: EnvelopeServer;
let app: TelemetryApp;

beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.remove());
beforeEach(async () => {
  server = await startEnvelopeServer();
});
afterEach(async () => {
  await app.kill();
  await server.close();
});

describe('reports of a user who has not answered yet', () => {
  beforeEach(async () => {
    app = await bench.start({ settings: { sentryDsn: server.dsn }, userData: await bench.folder() });
    await app.main(captureInMain('before the answer'));
    await app.failPage('the page has failed');
    await app.page.getByRole('button', { name: 'Send reports' }).waitFor();
    await until('two reports on disk', async () => (await errorsOf(app)).length >= 2);
    await pause(LONG_ENOUGH);
    expect(server.requests).toBe(0);
  });

  it('wait on disk; a yes is saved, sends them all and starts a replay', async () => {
    expect(await app.page.evaluate(() => sessionStorage.getItem('sentryReplaySession'))).toBe(null);
    await app.page.getByRole('button', { name: 'Send reports' }).click();
    await server.error('before the answer');
    await server.error('the page has failed');
    await until('an empty outbox', async () => (await app.waiting()).length === 0);
    await app.recording();
    const file = join(app.userData, 'settings.json');
    await until('the kept answer', () => existsSync(file));
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ reports: 'on' });
  });

  it('are erased by a no, and no more are stored or sent, even after a crash of main', async () => {
    await app.page.getByRole('button', { name: 'Don’t send' }).click();
    await app.page.getByText('Nothing is sent.').waitFor();
    await app.main('console.log("said while off")');
    await app.main(captureInMain('after the answer'));
    await app.page.evaluate(() => console.log('said while off'));
    const kept = ['telemetry/last-run.json', 'sentry/scope_v3.json', 'sentry/session.json'];
    const left = async () => [
      ...(await app.waiting()),
      ...kept.filter((name) => existsSync(join(app.userData, name))),
    ];
    await until('nothing that is kept', async () => (await left()).length === 0);
    await pause(LONG_ENOUGH);
    expect(await left()).toEqual([]);
    expect(server.requests).toBe(0);
    await until('the kept answer', () => existsSync(join(app.userData, 'settings.json')));

    const folder = await app.main<string>("return electron.app.getPath('crashDumps')");
    const dumps = async () =>
      (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.dmp'));
    await app.main('setTimeout(() => process.crash(), 50)');
    await app.ended;
    expect(await dumps()).toHaveLength(1);
    const { userData } = app;
    app = await bench.start({ settings: { sentryDsn: server.dsn }, userData, telemetry: false });
    await until('no dump', async () => (await dumps()).length === 0);
  });
});

it('an error that leaves the page adds a question to the menu, once in a run, and disturbs nobody', async () => {
  const settings = { sentryDsn: server.dsn };
  const userData = await bench.folder();
  const open = async () => {
    app = await bench.start({ settings, userData });
    await app.main(`electron.BrowserWindow.getAllWindows()[0].focus();`);
    await app.page.evaluate(() => {
      const field = Object.assign(document.createElement('input'), { id: 'field' });
      document.body.append(field);
      field.focus();
      for (const type of ['blur', 'focus', 'resize'])
        addEventListener(type, () => document.body.append(type), { capture: true });
    });
    await until('the focus', () => app.page.evaluate(() => document.hasFocus()));
  };
  const look = () =>
    app.page.evaluate(() => [document.body.innerText, innerHeight, document.activeElement?.id]);
  const throws = async (text: string) => {
    const before = (await errorsOf(app)).length;
    await app.throwInPage(text);
    await until('its report on disk', async () => (await errorsOf(app)).length > before);
  };
  const isAsked = () =>
    app.main<boolean>(`return electron.Menu.getApplicationMenu().getMenuItemById('question') !== null`);
  const answer = (id: string) =>
    app.main(`electron.Menu.getApplicationMenu().getMenuItemById('question-${id}').click()`);

  await open();
  expect(await isAsked()).toBe(false);
  const before = await look();
  await throws('the first');
  await until('the question', isAsked);
  expect(await look()).toEqual(before);
  expect(await app.page.evaluate(() => document.hasFocus())).toBe(true);
  expect(
    await app.main(`const all = electron.BaseWindow.getAllWindows();
      return [all.length, all[0].contentView.children.length]`),
  ).toEqual([1, 0]);
  await answer('later');
  await throws('the second');
  expect(await isAsked()).toBe(false);
  await app.kill();

  await open();
  await throws('the third');
  await until('the question of the next run', isAsked);
  expect(server.requests).toBe(0);
  await answer('off');
  await until('an empty outbox', async () => (await app.waiting()).length === 0);
  expect(await isAsked()).toBe(false);
  await until('the kept answer', () => existsSync(join(userData, 'settings.json')));
  await rm(join(userData, 'settings.json'));
  await app.kill();

  await open();
  await throws('the fourth');
  await until('the question of the last run', isAsked);
  await answer('on');
  await server.error('the fourth');
  expect(await isAsked()).toBe(false);
});

describe('writes no file, sends nothing, says why in one line and runs', () => {
  const cases = {
    'with reports off': [() => ({ reports: 'off', sentryDsn: server.dsn }), /"reports" is "off"/],
    'without a DSN': [() => ({ reports: 'on' }), /"sentryDsn" is not set/],
    'with a DSN that is none': [
      () => ({ reports: 'on', sentryDsn: `${server.dsn}/nonsense` }),
      /"sentryDsn" must be/,
    ],
  } as const;
  it.each(Object.entries(cases))('%s', async (_name, [settings, line]) => {
    app = await bench.start({ settings: settings(), userData: await bench.folder(), telemetry: false });
    // Before that the page has no script to record the error.
    await app.page.getByRole('button', { name: 'Copy details' }).waitFor();
    await app.failPage('the page has failed');
    await app.main(
      'console.log("still here"); require("node:http").get("http://127.0.0.1:9").on("error", () => 0);',
    );
    await pause(LONG_ENOUGH);
    expect(await app.page.getByText('Report ID').count()).toBe(0);
    expect(await app.page.getByRole('button', { name: 'Send reports' }).count()).toBe(0);
    expect(server.requests).toBe(0);
    const made = ['outbox', 'telemetry', 'sentry'].filter((name) => existsSync(join(app.userData, name)));
    expect(made).toEqual([]);
    const lines = app
      .stderr()
      .split('\n')
      .filter((one) => /telemetry|sentry|DSN|reports/i.test(one));
    expect(lines).toEqual([expect.stringMatching(line)]);
  });
});

async function errorsOf({ waiting }: TelemetryApp): Promise<string[]> {
  return (await waiting()).filter((name) => name.includes('-error-'));
}
