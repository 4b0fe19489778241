/** An app that shows a hostile server's pages in a frame that the settings allow. */
import { expect } from 'vitest';
import { PAGES_APP } from '../../support/app.ts';
import { CONTEXTS, type Hostile, startHostile } from '../../support/hostile/server.ts';
import { startOrigin } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

/** What the app's own page asks of the server. */
export const OWN = '/_next/image?url=/own';

export interface Attacked {
  app: Watched;
  hostile: Hostile;
  /** Main's requests to the web app's server, but for its own pages' pictures. */
  arrived: string[];
  /** Evaluates in a hostile page, in whichever window. */
  inHostile<T>(expression: string, path?: string): Promise<T>;
  /** Goes anywhere by each way that takes the whole window. */
  tryWindow(): Promise<void>;
  addFrame(path: string): Promise<unknown>;
  /** The address in the app's window. */
  shown(): Promise<unknown>;
  /** Attacks from a frame. */
  attackInFrame(): Promise<void>;
  stop(): Promise<void>;
}

/** @param isWhole whether each document that a hostile page makes tries every way, too */
export async function startAttacked(isWhole = false): Promise<Attacked> {
  // Main asks the server for it, whoever may ask main.
  const hostile = await startHostile('app://shell/_next/image?url=', isWhole);
  const origin = await startOrigin(({ url }, response) => {
    if (!url?.startsWith('/_next/image?url=%2F')) attacked.arrived.push(String(url));
    response.setHeader('content-type', 'image/png').end('secret');
  });
  const app = await watch({
    app: PAGES_APP,
    settings: {
      origin: origin.url,
      buildId: 'b1',
      signInHosts: [hostile.url, hostile.otherUrl],
      contentSecurityPolicy: [`frame-src ${hostile.url}`],
      permissions: ['pointerLock'],
      reports: 'off',
    },
    env: { PATH: '/nowhere' },
  });

  /** Waits until these contexts have tried everything, and one request of the app's own page has arrived. */
  async function tried(contexts: readonly string[]): Promise<void> {
    await until(
      () => `the attacks of ${contexts.filter((one) => !hostile.done.has(one))}`,
      () => contexts.every((one) => hostile.done.has(one)),
    );
    await attacked.tryWindow();
    await app.main(`electron.BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id)[0].webContents
      .executeJavaScript("fetch('/_next/image?url=/own').then(({ status }) => status)")`);
    expect(hostile.reads).toEqual([]);
    expect(attacked.arrived).toEqual([OWN]);
  }

  const attacked: Attacked = {
    ...{ app, hostile, arrived: [] },
    inHostile: <T>(expression: string, path = '/page') =>
      until(`the page ${path}`, () =>
        app.main<T | undefined>(`electron.webContents.getAllWebContents()
          .flatMap((contents) => contents.mainFrame.framesInSubtree)
          .find(({ url }) => url.split('#')[0] === '${hostile.url}${path}')
          ?.executeJavaScript(${JSON.stringify(expression)}, true)`),
      ),
    async tryWindow() {
      for (const way of await attacked.inHostile<string[]>('windowWays'))
        await attacked.inHostile(`tryWindow('${way}') ?? 1`);
    },
    addFrame: (path) =>
      app.page(
        `void document.body.append(Object.assign(document.createElement('iframe'), { src: '${hostile.url}${path}' }))`,
      ),
    shown: () => app.main('electron.BrowserWindow.getAllWindows()[0].webContents.getURL()'),
    async attackInFrame() {
      await attacked.addFrame('/page');
      await tried(CONTEXTS);
      expect(await attacked.shown()).toBe('app://shell/');
    },
    async stop() {
      await app.stop();
      await hostile.close();
      await origin.close();
    },
  };
  await app.shows('This window is Holdfast');
  return attacked;
}
