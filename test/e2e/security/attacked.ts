/** An app that shows a hostile server's pages, in a sign-in window and in a frame that the settings allow. */
import { expect } from 'vitest';
import { PAGES_APP } from '../../support/app.ts';
import { CONTEXTS, type Hostile, startHostile } from '../../support/hostile/server.ts';
import { startOrigin } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { startIdentity } from './identity.ts';

/** Frames that a sign-in window does not show. */
const NO_FRAMES = ['data-frame'];

export interface Attacked {
  app: Watched;
  hostile: Hostile;
  /** Another identity host, at another host name than the web app, because cookies ignore ports. */
  identity: string;
  /** The web app's server. */
  web: string;
  /** Where a sign-in begins. */
  login: string;
  /** Main's requests to the web app's server. */
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
  /** Attacks from a sign-in window, after a reload of the app's. */
  attackInSignIn(): Promise<void>;
  stop(): Promise<void>;
}

/** @param isWhole whether each document that a hostile page makes tries every way, too */
export async function startAttacked(isWhole = false): Promise<Attacked> {
  const other = await startIdentity();
  const identity = other.url.replace('127.0.0.1', 'localhost');
  const hostile = await startHostile('app://shell/api', isWhole);
  const origin = await startOrigin(({ method, url }, response) => {
    if (url === '/login') return response.writeHead(302, { location: attacked.login }).end();
    if (url === '/callback') {
      const cookies = ['session=1; Path=/', 'odd=1; Path=//evil.example/'];
      return response.writeHead(302, { location: '/done', 'set-cookie': cookies }).end();
    }
    // Requests of its pages' pictures.
    if (!url?.startsWith('/_next/image?')) attacked.arrived.push(`${method} ${url}`);
    response.end('secret');
  });
  const app = await watch({
    app: PAGES_APP,
    settings: {
      origin: origin.url,
      buildId: 'b1',
      proxy: ['/api/*'],
      signIn: '/login',
      signedIn: '/done',
      signInHosts: [hostile.url, hostile.otherUrl, identity],
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
      .executeJavaScript("fetch('/api/own', { method: 'POST' }).then(({ status }) => status)")`);
    expect(hostile.reads).toEqual([]);
    expect(attacked.arrived).toEqual(['POST /api/own']);
  }

  const attacked: Attacked = {
    ...{ app, hostile, identity, web: origin.url, login: `${hostile.url}/page`, arrived: [] },
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
    async attackInSignIn() {
      attacked.arrived = [];
      hostile.reads.length = 0;
      hostile.done.clear();
      await app.main(`void electron.BrowserWindow.getAllWindows()[0].webContents.reload()`);
      await app.shows('This window is Holdfast');
      await app.page('holdfast.signIn()');
      await tried(CONTEXTS.filter((one) => !NO_FRAMES.includes(one)));
    },
    async stop() {
      await app.stop();
      await hostile.close();
      await other.close();
      await origin.close();
    },
  };
  await app.shows('This window is Holdfast');
  return attacked;
}
