/** The README's pictures of an app whose server goes away and comes back; part of `npm run gallery -- --readme`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT, startApp } from './support/app.ts';
import { BUILD_ID, startServer } from './support/example/server.ts';
import { buildPagesApp } from './support/pagesApp.ts';

/** Writes `app-online.png`, `app-offline.png`, `app-fault.png` and `app-back.png` into `.github`. */
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
  const picture = (name: string) => page.screenshot({ path: join(PROJECT, '.github', `app-${name}.png`) });
  const open = (path: string) => page.goto(new URL(path, page.url()).href);
  try {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setScrollbarsHidden', { hidden: true });
    await page.setViewportSize({ width: 600, height: 360 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByText(/^Visits/).waitFor();
    await picture('online');
    await server.stop();
    await open('/posts/1');
    await page.getByText(/Saved/).waitFor();
    await picture('offline');
    await open('/posts/2').catch(() => undefined);
    await page
      .getByText(/ERR_CONNECTION_REFUSED/)
      .first()
      .waitFor();
    await picture('fault');
    await server.start();
    await page.getByRole('heading', { name: 'Post 2' }).waitFor();
    await picture('back');
  } finally {
    await app.stop();
    if (server.isRunning()) await server.stop();
    await built.remove();
    await rm(folder, { recursive: true });
  }
}
