/** The README's moving picture of an app whose server goes away and comes back; part of `npm run gallery -- --readme`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import en from '../electron/shared/texts/en.json' with { type: 'json' };
import { framed, type Shown } from './framed.ts';
import { PROJECT, pause, startApp } from './support/app.ts';
import { BUILD_ID, startServer } from './support/example/server.ts';
import { buildPagesApp } from './support/pagesApp.ts';

/** Writes `holdfast.svg` into `.github`: ten seconds. */
export async function takeAppPictures(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-pictures-'));
  const built = await buildPagesApp();
  const server = await startServer();
  const file = join(folder, 'settings.json');
  await writeFile(file, JSON.stringify({ origin: server.url, buildId: BUILD_ID, savePrivate: true }));
  const app = await startApp({
    app: built.folder,
    args: ['--open=/posts/1'],
    env: { HOLDFAST_SETTINGS: file },
  });
  const { page } = app;
  const story: Shown[] = [];
  const picture = async (seconds: number, caption: string) =>
    story.push({ png: await page.screenshot(), seconds, caption });
  const open = (path: string) => page.goto(new URL(path, page.url()).href);
  try {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setScrollbarsHidden', { hidden: true });
    await page.setViewportSize({ width: 600, height: 360 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByText(/^Visits/).waitFor();
    await picture(2, 'An app, and its server');
    await server.stop();
    await open('/posts/1');
    await page.getByText(/Saved/).waitFor();
    await picture(1.5, 'The server stops. A page seen before is a copy that says its age');
    await open('/posts/2').catch(() => undefined);
    await page.getByRole('heading', { name: en.fault.load.refused.title }).waitFor();
    for (let second = 0; second < 4; second++) {
      await picture(1, 'Another page waits, and tries again');
      await pause(1_000);
    }
    await server.start();
    await page.getByRole('heading', { name: 'Post 2' }).waitFor();
    await picture(2.5, 'The server is back, and so is the page');
    await writeFile(join(PROJECT, '.github', 'holdfast.svg'), framed('Example', ...story));
  } finally {
    await app.stop();
    if (server.isRunning()) await server.stop();
    await built.remove();
    await rm(folder, { recursive: true });
  }
}
