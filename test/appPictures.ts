/** The README's moving picture of an app whose server goes away and comes back; part of `npm run gallery -- --readme`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import en from '../electron/shared/texts/en.json' with { type: 'json' };
import { framed, type Shown } from './framed.ts';
import { PROJECT, pause } from './support/app.ts';
import { BUILD_ID, startServer } from './support/example/server.ts';
import { CONTENTS } from './support/input.ts';
import { lineSays } from './support/line.ts';
import { send } from './support/onPage.ts';
import { buildPagesApp } from './support/pagesApp.ts';
import { startApp } from './support/screen.ts';
import { until } from './support/until.ts';

/** In main: the pictures of the window's page and of what is over it, each with its place. */
const PICTURES = `(async () => {
  const { webContents, contentView } = electron.BrowserWindow.getAllWindows()[0];
  const picture = async (contents) => (await contents.capturePage()).toPNG().toString('base64');
  const over = contentView.children.map(async (view) => {
    const { x, y } = view.getBounds();
    return [await picture(view.webContents), x, y];
  });
  return [[await picture(webContents)], ...(await Promise.all(over))];
})()`;

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
  const story: Shown[] = [];
  const picture = async (seconds: number, caption: string) => {
    const [png, ...over] = await app.main<string[][]>(PICTURES);
    const images = over.map(([bytes = '', x, y]) => ({
      png: Buffer.from(bytes, 'base64'),
      x: Number(x),
      y: Number(y),
    }));
    story.push({ png: Buffer.from(png?.[0] ?? '', 'base64'), over: images, seconds, caption });
  };
  const open = (path: string) =>
    app.main(`void ${CONTENTS}.executeJavaScript("setTimeout(() => location.assign('${path}'))")`);
  try {
    await app.shows(/^Visits/m);
    await send(app, 'Emulation.setScrollbarsHidden', { hidden: true });
    await app.main(
      `(electron.nativeTheme.themeSource = 'light', electron.BrowserWindow.getAllWindows()[0].setContentSize(640, 400))`,
    );
    await until('its size', () => app.page('innerWidth === 640 && innerHeight === 400'));
    await picture(2, 'An app, and its server');
    await server.stop();
    await open('/posts/1');
    await lineSays(app, /^Offline\. Saved/);
    await picture(1.5, 'The server stops. A page seen before is a copy that says its age');
    await open('/posts/2');
    await app.shows(en.fault.load.refused.title);
    for (let second = 0; second < 4; second++) {
      await picture(1, 'Another page waits, and tries again');
      await pause(1_000);
    }
    await server.start();
    await app.shows('Post 2');
    await picture(2.5, 'The server is back, and so is the page');
    await writeFile(join(PROJECT, '.github', 'holdfast.svg'), framed('Example', ...story));
  } finally {
    await app.stop();
    if (server.isRunning()) await server.stop();
    await built.remove();
    await rm(folder, { recursive: true });
  }
}
