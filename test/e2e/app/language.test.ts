import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import type { TextTree } from '../../../electron/shared/texts.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { answerDialogs, asked, choose } from '../../support/menu.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND } from '../../support/words.ts';

let app: Watched | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

const MENU = 'electron.Menu.getApplicationMenu().items';
const html = (name: 'lang' | 'dir') => `document.documentElement.${name}`;

it('follows --lang, even on a page without script; its report and the details stay English', async () => {
  const ingest = await startEnvelopeServer();
  app = await watch({ args: ['--lang=de-AT'], ingest });
  await app.shows('404', 'Diese Seite wurde nicht gefunden.', 'Details kopieren');
  expect(await app.page<string>(html('lang'))).toBe('de-AT');
  expect(await app.page<string>('document.querySelector("pre").textContent')).toMatch(
    new RegExp(`^404: ${NOT_FOUND}\\n`),
  );
  expect(await app.main<string[]>(`${MENU}.map(({ label }) => label)`)).toEqual(
    expect.arrayContaining(['&Datei', '&Hilfe']),
  );
  for (let times = 0; times < 4; times++) {
    await app.mark();
    for (const id of await app.processes('renderer')) process.kill(id, 'SIGKILL');
    await app.replaced();
    await app.shows(times < 3 ? '404' : 'killed');
  }
  const text = await app.shows(
    'killed',
    'Die Seite wurde unerwartet geschlossen',
    'Erneut versuchen',
    'Berichtsnummer',
  );
  expect(await app.page('document.scripts.length')).toBe(0);
  const { contexts, ...event } = await ingest.event(/[0-9a-f]{32}/.exec(text)?.[0] ?? '');
  expect(contexts?.fault).toMatchObject({ title: en.fault.crash.killed.title });
  expect(JSON.stringify(event)).not.toMatch(/Seite/);
  await ingest.close();
});

/** Every text between marks, whatever it says. */
const marked = (texts: TextTree): TextTree =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? `«${text}»` : marked(text)]),
  );

it('follows the setting, from right to left too: the frame, pages, menus, dialogs and the diagnostics', async () => {
  const alter = async (folder: string) => {
    const texts = join(folder, '.build/main/texts');
    await mkdir(texts, { recursive: true });
    await writeFile(join(texts, 'ar.json'), JSON.stringify(marked(en)));
  };
  app = await watch({ alter, args: ['--lang=de'], settings: { language: 'ar-EG' } });
  await app.shows(`«\u2068«${NOT_FOUND}»\u2069.»`, '«Copy details»');
  expect([await app.page(html('lang')), await app.page(html('dir'))]).toEqual(['ar-EG', 'rtl']);

  const labels = await app.main<string[]>(
    `${MENU}.flatMap(({ label, submenu }) => [label, ...submenu.items.map((item) => item.type === 'separator' ? '«»' : item.label)])`,
  );
  expect(labels.filter((label) => !/^«.*»$/.test(label))).toEqual([]);
  await answerDialogs(app, '«OK»');
  await choose(app, 'report-contents');
  const box = await until('the dialog', async () => app && (await asked(app))[0]);
  expect([box.message, box.buttons]).toEqual(['«What error reports contain»', ['«OK»']]);
  expect(box.detail).toMatch(/^«A report.*»$/s);

  await choose(app, 'diagnostics');
  const title = `electron.BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('diagnostics'))?.getTitle()`;
  await until('the diagnostics', async () =>
    /^(.* )?«Diagnostics» – Holdfast$/.test((await app?.main(title)) ?? ''),
  );
  // A path keeps its order: its first slash is left of the rest.
  const slashes = `(() => {
    const cell = [...document.querySelectorAll('td')].find(({ textContent }) => textContent.endsWith('/outbox'));
    if (!cell) return undefined;
    cell.closest('details').open = true;
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const text = walker.nextNode();
    return [0, text.data.lastIndexOf('/')].map((at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return Math.round(range.getBoundingClientRect().left);
    });
  })()`;
  const [first = 0, last = 0] = await until('the folder', () => app?.page<number[] | undefined>(slashes));
  expect(first).toBeLessThan(last);
});
