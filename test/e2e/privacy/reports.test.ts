/** File → Privacy: the same switch as on the error page, what a report contains, and how to erase reports. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { fileFolder, testFolder } from '../../electron/testFolder.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { clickAt } from '../../support/input.ts';
import { answerDialogs, asked, choose, inPrivacy, openPrivacy, pressInPrivacy } from '../../support/menu.ts';
import { copyFailingApp } from '../../support/pagesApp.ts';
import { addPrelude, watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { waitingIn } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';
import { PAGE_FAILED } from '../../support/words.ts';

/** Milliseconds in which an unwanted report would have arrived: no random delay here. */
const LONG_ENOUGH = 1_500;
const QUESTION = en.errorPage.question;

const userData = fileFolder();
const built = await copyFailingApp();
// Sends are spread randomly.
await addPrelude(built.folder, 'Math.random = () => 0;');
const ingest = await startEnvelopeServer();
const app = await watch({ app: built.folder, userData, settings: { sentryDsn: ingest.dsn } });
await app.shows('The start page');
// As at the start: the user is asked, nothing is saved, nothing has failed.
beforeEach(async () => {
  await rm(join(userData, 'settings.json'), { recursive: true, force: true });
  await answerDialogs(app);
  await inPrivacy(app, 'ask');
  await expect.poll(kept).toEqual({ reports: 'ask' });
  const isEmpty = (await openPrivacy(app)).includes(en.privacy.nothingSaved);
  await inPrivacy(app, isEmpty ? undefined : 'erase');
  await expect.poll(() => waitingIn(userData)).toEqual([]);
  await reload();
});

async function reload(): Promise<void> {
  await app.replacedBy(() => choose(app, 'reload'));
  await app.shows('The start page');
}

/** Makes the page fail. Resolves to the report's id. */
async function fail(of: Screen = app): Promise<string> {
  await of.page(`void document.getElementById('render').click()`);
  const text = await of.shows(PAGE_FAILED, 'Report ID');
  return /Report ID: ([0-9a-f]{8})/.exec(text)?.[1] as string;
}

const kept = async () => JSON.parse(await readFile(join(userData, 'settings.json'), 'utf8'));
const isAsked = async () => (await app.text()).includes(QUESTION);
/** The first message box since `answerDialogs`. */
const box = (of: Screen = app) => until('the box', async () => (await asked(of))[0]);

describe('one switch', () => {
  it('"Don’t send" in Privacy removes the question from the error page, and nothing is sent', async () => {
    await fail();
    await app.shows(QUESTION);
    // What is asked about can be read first, and both answers look the same.
    await app.click(en.errorPage.help.contents);
    await app.shows(en.privacy.contentsTitle, /steps before it/);
    await app.press(en.dialogs.close);
    await app.shows(QUESTION);
    const looks = `[...document.querySelectorAll('.fault-answers > button')].map((one) => {
      const { width, height } = one.getBoundingClientRect();
      const { color, backgroundColor, borderColor } = getComputedStyle(one);
      return JSON.stringify([Math.round(width), height, color, backgroundColor, borderColor]);
    })`;
    const [one, ...others] = await app.page<string[]>(looks);
    expect(others).toEqual([one]);
    expect(await inPrivacy(app)).toBe('ask');
    const before = ingest.events().length;
    await inPrivacy(app, 'off');
    await expect.poll(isAsked).toBe(false);
    await expect.poll(kept).toEqual({ reports: 'off' });
    expect(await inPrivacy(app)).toBe('off');
    await pause(LONG_ENOUGH);
    expect(ingest.events().length).toBe(before);
  });

  it('takes an answer that nobody has pressed, as with a screen reader, after main has asked', async () => {
    await fail();
    await app.shows(QUESTION);
    const button = `[...document.querySelectorAll('button')].find((b) => b.textContent === '${en.errorPage.sendReports}')`;
    await answerDialogs(app, 'Cancel');
    await app.page(`void ${button}.click()`);
    expect((await box()).message).toContain(QUESTION);
    await expect.poll(isAsked).toBe(true);
    expect(await inPrivacy(app)).toBe('ask');
    await answerDialogs(app, en.errorPage.sendReports);
    await app.page(`void ${button}.click()`);
    await expect.poll(() => inPrivacy(app)).toBe('on');
    await inPrivacy(app, 'off');
    expect(await app.page(`holdfast.consent('on')`)).toEqual({ isOpen: true });
    await expect.poll(kept).toEqual({ reports: 'off' });
  });

  it('takes no answer that a page gives for the user, also if it says that it asks: main asks, once', async () => {
    expect(await app.page(`holdfast.consent('on')`)).toEqual({ isOpen: true });
    const fault = { id: '7'.repeat(32), kind: 'script', detail: 'made up', url: '/', at: 1, retryable: true };
    await answerDialogs(app, 'Cancel');
    // Its own content stays on the screen.
    await app.page(`void (window.answers = [], holdfast.onFaultStatus(({ ask }) => answers.push(ask)),
      onmousedown = async () => { onmousedown = null; answers.push(await holdfast.consent('on')); },
      holdfast.showing(${JSON.stringify(fault)}))`);
    await until('the question', () => app.page('answers.includes(true)'));
    await clickAt(app, { x: 300, y: 300 });
    expect((await box()).message).toContain(QUESTION);
    await until('the answer', () => app.page('answers.at(-1).isOpen'));
    expect(await kept()).toEqual({ reports: 'ask' });
    expect(await inPrivacy(app)).toBe('ask');
    // Nor does it ask again and again.
    await app.page(`Promise.all([...Array(20)].map(() => holdfast.consent('on')))`);
    for (let times = 0; times < 5; times += 1)
      expect(await app.page(`holdfast.consent('on')`)).toEqual({ isOpen: true });
    expect((await asked(app)).length).toBeLessThan(5);
    expect(await kept()).toEqual({ reports: 'ask' });
  });

  it('a window that a page opened does not answer for the app’s window, in which somebody presses something', async () => {
    const windows = 'electron.BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id)';
    const inWindow = <T>(index: number, code: string) =>
      app.main<T>(`${windows}[${index}].webContents.executeJavaScript(${JSON.stringify(code)})`);
    await answerDialogs(app, 'Cancel');
    await inWindow(0, `void (onmousedown = () => { onmousedown = null; window.popped = open(''); })`);
    await clickAt(app, { x: 300, y: 300 });
    await until('its window', () => app.main(`${windows}.length === 2`));
    // A window that it covers paints nothing new.
    await app.main(`void ${windows}[1].setBounds({ x: 0, y: 0, width: 300, height: 200 })`);
    await inWindow(0, `void (popped.location = '/')`);
    const has = (index: number, what: string) => inWindow<boolean>(index, what).catch(() => false);
    await until('its page', () => has(1, `typeof globalThis.holdfast === 'object'`));
    // A document that main loads asks.
    await inWindow(0, `void setTimeout(() => { document.body.replaceChildren(); throw new Error('gone'); })`);
    const isAsking = `document.body.innerText.includes(${JSON.stringify(QUESTION)})`;
    await until('the question', () => has(0, isAsking));
    await clickAt(app, { x: 3, y: 3 }, { contents: `${windows}[0].webContents` });
    expect(await inWindow(1, `holdfast.consent('on')`)).toEqual({ isOpen: true });
    expect(await kept()).toEqual({ reports: 'ask' });
    await app.main(`void ${windows}[1].destroy()`);
    await until('one window', () => app.main(`${windows}.length === 1`));
  });

  it('says that a choice cannot be saved, and applies it', async () => {
    await answerDialogs(app, 'OK');
    await rm(join(userData, 'settings.json'));
    await mkdir(join(userData, 'settings.json'));
    await inPrivacy(app, 'on');
    const told = await box();
    expect(told.message).toBe(en.menu.choiceNotSaved);
    expect(told.detail).toContain('settings.json');
    expect(await inPrivacy(app)).toBe('on');
  });

  it('"off" at the start makes no reports, and erases the memory dump of a crash; a yes is saved and works after a restart, which is offered', async () => {
    const folder = testFolder();
    const file = join(folder, 'settings.json');
    await writeFile(file, JSON.stringify({ reports: 'off' }));
    const dump = join(folder, 'Crashpad', 'completed', 'one.dmp');
    await mkdir(dirname(dump), { recursive: true });
    await writeFile(dump, 'MDMP');
    const settings = { sentryDsn: ingest.dsn };
    const off = await watch({ app: built.folder, userData: folder, settings, restarts: true });
    await off.shows('The start page');
    await expect.poll(() => existsSync(dump)).toBe(false);
    await off.page(`void document.getElementById('render').click()`);
    expect(await off.shows(PAGE_FAILED)).not.toMatch(/Report ID|Send reports/);
    expect(['outbox', 'telemetry', 'sentry'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
    const told = off.stderr().match(/.*(?:telemetry|sentry|DSN|"reports").*/gi);
    expect(told).toEqual([expect.stringContaining('"reports" is "off"')]);
    expect(await inPrivacy(off)).toBe('off');
    await answerDialogs(off, 'Later');
    await inPrivacy(off, 'ask');
    expect((await box(off)).message).toBe('Restart Holdfast to apply this change.');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ reports: 'ask' });
    await answerDialogs(off, en.menu.restart);
    await pressInPrivacy(off, 'on');
    const again = await off.again();
    await again.shows('The start page');
    expect(await inPrivacy(again)).toBe('on');
    await ingest.event(await fail(again));
    expect(await off.stop()).toBe(0);
  });
});

describe('saved reports in Privacy', () => {
  it('have number and size, and stay after Close; Delete erases reports, memory dumps of crashes and everything kept for them', async () => {
    await fail();
    // A dump that is still being written: the SDK looks only for complete ones.
    const dumps = join(await app.main<string>(`electron.app.getPath('crashDumps')`), 'new');
    await mkdir(dumps, { recursive: true });
    await writeFile(join(dumps, 'one.dmp'), 'MDMP');
    await writeFile(join(dumps, 'one.meta'), '');
    const all = async () => [await waitingIn(userData), await readdir(dumps)].flat().sort();
    const before = await all();
    // The dump is one of two files.
    const asked = new RegExp(`^Delete ${before.length - 1} saved reports \\([\\d.]+ kB\\)\\?$`, 'm');
    expect(await openPrivacy(app)).toMatch(asked);
    await inPrivacy(app);
    expect(await all()).toEqual(before);

    await pressInPrivacy(app, 'erase');
    await app.shows(en.privacy.nothingSaved, en.privacy.deleted);
    await inPrivacy(app);
    await expect.poll(all).toEqual([]);
    const files = async () => {
      const entries = await readdir(join(userData, 'outbox'), { withFileTypes: true });
      return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    };
    await expect.poll(files).toEqual([]);
    await app.page(`console.log('after it was erased')`);
    const record = join(userData, 'telemetry', 'last-run.json');
    const text = await until('a new record', () => readFile(record, 'utf8').catch(() => undefined));
    expect(text).not.toContain('thrown while rendering');
    // Nothing from before is sent if the user says yes after all; later failures are.
    const sent = ingest.events().length;
    await inPrivacy(app, 'on');
    await pause(LONG_ENOUGH);
    expect(ingest.events().length).toBe(sent);
    await reload();
    await ingest.event(await fail());
  });
});
