/**
 * What a start does, in counts that are the same on every machine: a change that slows the app down fails here, and
 * raising a number needs a reason. startBudget.test.ts has the sizes of what it reads, `npm run bench` times.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { testFolder } from '../../electron/testFolder.ts';
import { NOTES_REQUESTS, said, watch } from '../../support/recovery.ts';
import { NOT_FOUND } from '../../support/words.ts';

/**
 * Calls of synchronous functions before the window exists: what is read of the app, the profile and its settings, three
 * files that are written, and what is read for reports.
 */
const MOST_CALLS = 35;

/**
 * Prints what main did on the disk with synchronous functions before its window existed, and which of its own files it
 * had read.
 */
const WATCHED = `
  const fs = require('node:fs');
  const { app } = require('electron');
  const calls = [];
  let isOver = false;
  for (const [name, original] of Object.entries(fs)) {
    if (!name.endsWith('Sync') || typeof original !== 'function') continue;
    // With its properties: main calls realpathSync.native to show pages.
    const watched = (...args) => {
      // By its caller: what Node's own functions do inside differs from version to version.
      if (!isOver && /[\\\\/]\\.build[\\\\/]main[\\\\/]/.test(new Error().stack.split('\\n')[2])) calls.push([name, String(args[0])]);
      return original.apply(fs, args);
    };
    fs[name] = Object.assign(watched, original);
  }
  app.once('browser-window-created', () => {
    isOver = true;
    const files = Object.keys(require.cache).filter((file) => !file.includes('watched'));
    process.stderr.write('before the window ' + JSON.stringify({ calls, files }) + '\\n');
  });
  require('./main.cjs');
`;

describe('a start', () => {
  it('reads these files of itself and does exactly this on the disk before its window exists', async () => {
    const settings = join(testFolder(), 'on.json');
    await writeFile(settings, JSON.stringify({ sentryDsn: 'http://key@127.0.0.1:9/1', reports: 'on' }));
    let copy = '-';
    const app = await watch({
      env: { HOLDFAST_SETTINGS: settings },
      async alter(folder) {
        copy = folder;
        await writeFile(join(folder, '.build', 'main', 'watched.cjs'), WATCHED);
        const manifest = join(folder, 'package.json');
        const parts = JSON.parse(await readFile(manifest, 'utf8'));
        await writeFile(manifest, JSON.stringify({ ...parts, main: '.build/main/watched.cjs' }));
      },
    });
    const told = await said(app, /^before the window (.*)$/m);
    const { calls, files } = JSON.parse(told) as { calls: [string, string][]; files: string[] };
    // Checked once more when the app is ready, before the window or after.
    const all = calls.map((call) => call.join(' '));
    const always = all.filter((call) => !/(?:SingletonLock|\/dev\/shm)$/.test(call));
    expect(always.length, always.join('\n')).toBeLessThanOrEqual(MOST_CALLS);
    const own = files.filter((file) => file.startsWith(copy));
    // How large they may be: startBudget.test.ts.
    const names = own.map((file) => basename(file).replace(/-[\w-]{8}\.cjs$/, '.cjs'));
    expect(names.sort()).toEqual(['main.cjs', 'outbox.cjs', 'reports.cjs']);

    expect(await app.stop()).toBe(0);
  });

  it('requests one document and two scripts, and nothing elsewhere: a packaged app ignores a dev server', async () => {
    const watched = await watch({
      prelude: NOTES_REQUESTS,
      config: { packaged: true, web: { dev: 'http://localhost:9' } },
    });
    // Only the second script adds it.
    await watched.shows('404', `${NOT_FOUND}.`, en.errorPage.copyDetails);
    const asked = await watched.main<string[]>('globalThis.requests');
    // Node's HTTP client, which takes some 20 ms to load.
    const client = 'process.moduleLoadList.filter((name) => /undici/.test(name))';
    expect(await watched.main(client)).toEqual([]);
    expect(await watched.stop()).toBe(0);
    expect(asked).toEqual([
      'app://shell/',
      expect.stringMatching(/^app:\/\/shell\/_holdfast\/page-[\w-]+\.js$/),
      // After the paint.
      expect.stringMatching(/^app:\/\/shell\/_holdfast\/index-[\w-]+\.js$/),
    ]);
  });
});
