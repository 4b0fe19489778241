/**
 * The security matrix: one test for each item of Electron's security checklist (docs/tutorial/security.md), on the running
 * app where possible, otherwise on the built files. Item 19, the fuses, is in tool/packaged.test.ts. Item 17 is made from
 * the table of doors (doors.ts), as address/hostile.test.ts and address/site.test.ts are.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findElectron } from '../../../electron/tool/setup/electron.ts';
import { PROJECT } from '../../support/app.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND } from '../../support/words.ts';
import { type Checks, closeDiagnostics, type MatrixApp, startMatrixApp } from './app.ts';
import { CONTENT } from './content.ts';
import { NAVIGATION } from './navigation.ts';
import { PREFERENCES } from './preferences.ts';

const CHECKS: Checks = { ...PREFERENCES, ...CONTENT, ...NAVIGATION };

describe("Electron's security checklist", () => {
  let app: MatrixApp;
  beforeAll(async () => {
    app = await startMatrixApp();
  });

  it.each(Object.entries(CHECKS))('%s', async (_name, check) => {
    // Removes what the last check, or an earlier try of this one, left behind.
    await closeDiagnostics(app);
    app.asked.length = 0;
    // A page that has as many elements as at first is as it was.
    if (!(await app.page<boolean>('window.loaded === document.all.length'))) {
      await app.main(`electron.BrowserWindow.getAllWindows()[0].loadURL('app://shell/').catch(String)`);
      await until('the page', async () => (await app.text()).includes(`${NOT_FOUND}.`));
      await app.page('void (window.loaded = document.all.length)');
    }
    await check(app);
  });

  it('16. a current Electron ships', async () => {
    const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
    const { dependencies } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'));
    const { packages } = JSON.parse(await readFile(join(PROJECT, 'package-lock.json'), 'utf8'));
    // Pinned: an adopter gets it with the package.
    expect(dependencies.electron).toBe(version);
    expect(packages['node_modules/electron'].version).toBe(version);
    const running = await app.main<string>('process.versions.electron');
    // The older one from npm is for tests, and `npm run dist` marks packages with it.
    const { version: found, isForTests } = await findElectron();
    expect(running).toBe(isForTests ? found : version);
  });
});
