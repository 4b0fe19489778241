import { afterEach, expect, it } from 'vitest';
import { type Watched, watch } from '../../support/recovery.ts';

let app: Watched | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

const LABELS = 'electron.Menu.getApplicationMenu().items.map(({ label }) => label)';

it('is that of --lang, on pages and in the menu; the details stay English', async () => {
  app = await watch({ args: ['--lang=de-AT', '--open=/nowhere'] });
  await app.shows('404', 'Diese Seite wurde nicht gefunden.', 'Details kopieren');
  expect(await app.page<string>('document.documentElement.lang')).toBe('de-AT');
  expect(await app.page<string>('document.querySelector("pre").textContent')).toMatch(
    /^404: This page could not be found\n/,
  );
  expect(await app.main<string[]>(LABELS)).toEqual(expect.arrayContaining(['&Datei', '&Hilfe']));
});
