/** The commonest faults, as a person meets them: how many words they read, and how often they click until they work again. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { PROJECT } from '../../support/app.ts';
import type { AppCopy } from '../../support/brokenApp.ts';
import { copyFailingApp } from '../../support/failingApp.ts';
import { clickAt } from '../../support/input.ts';
import { answerDialogs, asked } from '../../support/menu.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { FAULT_WORDS } from '../../support/words.ts';

const WORKING = 'The start page';
const DATA = 'The server said yes';

let built: AppCopy;
let app: Watched;
let origin: Origin;
let answer: (response: ServerResponse, authorization?: string) => void;
const well = (response: ServerResponse) => response.end(JSON.stringify({ pageProps: { said: 'yes' } }));
const status = (code: number, headers: Record<string, string> = {}) => {
  answer = (response) => response.writeHead(code, headers).end();
};

beforeAll(async () => {
  answer = well;
  built = await copyFailingApp();
  origin = await startOrigin((request, response) => answer(response, request.headers.authorization));
  app = await watch({
    app: built.folder,
    settings: { origin: origin.url, buildId: 'b1' },
    durations: { retryMs: 1_000, pingMs: 1_000 },
  });
  await app.shows(WORKING);
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
  await origin.close();
  await built.remove();
});

let clicks = 0;
/** Clicks the middle of an element of the newest window with the mouse. @param element an expression of the page */
async function click(element: string): Promise<void> {
  const middle = `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))((${element}).getBoundingClientRect())`;
  const place = await app.page<{ x: number; y: number }>(middle);
  await clickAt(app, place, { contents: 'electron.BrowserWindow.getAllWindows().at(0).webContents' });
  clicks += 1;
}
const clickFirst = () => click(`document.querySelector('.fault-ways > :first-child')`);
const onStart = (id: string) => app.page(`document.getElementById('${id}').click()`);
let times = 0;
/** Goes to a page of data that was never loaded before. */
const goToData = async () => {
  await app.page(`document.getElementById('data').value = '/data?answer=${++times}'`);
  await onStart('data');
};
const assets = () => join(built.folder, '.build', 'renderer', '_holdfast');
const countIn = (text: string) => text.split(/\s+/).filter(Boolean).length;
/** Waits for a fault page with this heading. Resolves to the words of its heading and sentence. */
const reads = async (heading: string) => {
  await app.shows(heading);
  return countIn(await app.page(FAULT_WORDS));
};

/** Causes the fault, and goes back to work as a person would. Resolves to the words read. */
const FAULTS: Record<string, { clicks: number; back: string; meet: () => Promise<number> }> = {
  'connection refused': {
    clicks: 0,
    back: DATA,
    async meet() {
      await origin.close();
      await goToData();
      const words = await reads(en.fault.load.refused.title);
      await origin.listen();
      return words;
    },
  },
  '404': {
    clicks: 1,
    back: WORKING,
    async meet() {
      await app.page(`void setTimeout(() => location.assign('/nowhere'))`);
      const words = await reads(en.fault.statusTitles[404]);
      await clickFirst();
      return words;
    },
  },
  '401': {
    clicks: 1,
    back: DATA,
    async meet() {
      answer = (response, authorization) =>
        authorization
          ? well(response)
          : response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="Shop"' }).end();
      await goToData();
      await app.shows(en.authentication.server.heading);
      const words = countIn(
        await app.page(`[...document.querySelectorAll('h1, h1 + p')].map((one) => one.innerText).join(' ')`),
      );
      for (const [field, text] of [
        ['input:not([type=password])', 'ann'],
        ['input[type=password]', 'secret'],
      ])
        await app.page(`void (document.querySelector('${field}').value = '${text}')`);
      await app.page(`document.querySelector('button').click()`);
      clicks += 1;
      return words;
    },
  },
  '403': {
    clicks: 1,
    back: WORKING,
    async meet() {
      status(403);
      await goToData();
      const words = await reads(en.fault.statusHeadings[403]);
      await clickFirst();
      return words;
    },
  },
  '503': {
    clicks: 0,
    back: DATA,
    async meet() {
      status(503);
      await goToData();
      const words = await reads(en.fault.serverErrorHeading);
      answer = well;
      return words;
    },
  },
  'a page throws': {
    clicks: 1,
    back: WORKING,
    async meet() {
      await onStart('render');
      const words = await reads(en.fault.script.title);
      await clickFirst();
      return words;
    },
  },
  'a part of the code is gone': {
    clicks: 0,
    back: 'The part',
    async meet() {
      const part = (await readdir(assets())).find((name) => /^part-.*\.js$/.test(name)) ?? '';
      await rename(join(assets(), part), join(assets(), 'away'));
      await onStart('chunk');
      const words = await reads(en.fault.part.title);
      await rename(join(assets(), 'away'), join(assets(), part));
      return words;
    },
  },
  'a page hangs': {
    clicks: 1,
    back: WORKING,
    async meet() {
      await answerDialogs(app, en.dialogs.hangChoices.Reload);
      await app.page(`void setTimeout(() => { for (;;); }, 20)`);
      await pause(200);
      await app.main(`void electron.powerMonitor.emit('resume')`);
      const [box] = await until('the dialog', async () =>
        (await asked(app)).length > 0 ? asked(app) : undefined,
      );
      clicks += 1;
      return countIn(`${box?.message} ${box?.detail}`);
    },
  },
  'a page’s process ends, the fourth time within a minute': {
    clicks: 1,
    back: WORKING,
    async meet() {
      for (let kills = 0; kills < 4; kills++) {
        await app.mark();
        for (const id of await app.processes('renderer')) process.kill(id, 'SIGKILL');
        await app.replaced();
        await app.shows(kills < 3 ? WORKING : en.fault.crash.killed.title);
      }
      const words = await reads(en.fault.crash.killed.title);
      await app.passTime(61_000);
      await clickFirst();
      return words;
    },
  },
};

it.each(Object.entries(FAULTS))('%s: one click at most, and a sentence or two', async (name, fault) => {
  await app.passTime(120_000);
  answer = well;
  await app.mark();
  await app.page(`void setTimeout(() => location.assign('/'))`);
  await app.replaced();
  await app.shows(WORKING);
  clicks = 0;
  const words = await fault.meet();
  await app.shows(fault.back);
  console.log(`${name}: ${clicks} clicks, ${words} words`);
  expect(clicks).toBe(fault.clicks);
  expect(words).toBeLessThanOrEqual(17);
});

/** Namespaces exist only on Linux, and a machine may refuse them. */
const inNamespace = ['--map-root-user', '--net', '--mount', 'sh', '-c'];
const possible = spawnSync('unshare', [...inNamespace, 'ip link']).status === 0;

it.skipIf(!possible)('offline, by the cable: no click, and a sentence or two', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-hosts-'));
  const hosts = join(folder, 'hosts');
  await writeFile(hosts, '127.0.0.1 localhost\n');
  const script = `set -e; mount --bind '${hosts}' /etc/hosts; ip link set lo up
    ip link add out type veth peer name end; ip address add 10.123.0.1/24 dev out; ip link set out up; ip link set end up; exec "$@"`;
  const inside = [process.execPath, join(PROJECT, 'test', 'support', 'offlinePage.ts'), built.folder, hosts];
  const { stdout } = await promisify(execFile)('unshare', [...inNamespace, script, 'sh', ...inside]);
  const words = countIn(JSON.parse(stdout.trim().split('\n').at(-1) ?? '').words);
  console.log(`offline: 0 clicks, ${words} words`);
  expect(words).toBeLessThanOrEqual(17);
  await rm(folder, { recursive: true });
});
