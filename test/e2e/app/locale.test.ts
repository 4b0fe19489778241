/** Data that pages save in a folder with non-ASCII letters: on Linux the locale decides how Chromium encodes names. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../electron/testFolder.ts';
import { startApp } from '../../support/app.ts';

/** JavaScript for a page: adds to the data in two kinds of files. Resolves to the content of each. */
const save = (text: string) => `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const request = indexedDB.open('saved');
  request.onupgradeneeded = () => request.result.createObjectStore('all', { autoIncrement: true });
  const transaction = (await done(request)).transaction('all', 'readwrite');
  const store = transaction.objectStore('all');
  store.add(${JSON.stringify(text)});
  const all = done(store.getAll());
  // Before that, nothing of it has to be on disk.
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  localStorage.setItem('all', (localStorage.getItem('all') ?? '') + ${JSON.stringify(text)});
  return [localStorage.getItem('all'), (await all).join('')];
})()`;

it('keeps what pages save in a folder with any letters, in any locale', async () => {
  const home = testFolder('ünicode');
  const userData = join(home, '.config', 'Holdfast');
  await mkdir(userData, { recursive: true });
  let saved = '';
  // None, one that is not installed, and one that is.
  for (const locale of [undefined, 'xx_YY', 'C.UTF-8']) {
    const env = { HOME: home, LANG: locale, LC_ALL: undefined, LC_CTYPE: undefined };
    const app = await startApp({ userData, env });
    saved += `ö ${locale}, `;
    expect(await app.page.evaluate(save(`ö ${locale}, `))).toEqual([saved, saved]);
    expect(await app.stop()).toBe(0);
    const isNamed = process.platform === 'linux' && !locale?.endsWith('UTF-8');
    expect(app.stderr().includes('is not UTF-8: pages cannot open files')).toBe(isNamed);
  }
});
