/** An app that shows a hostile server's pages in a frame that the settings allow. */
import { expect } from 'vitest';
import { PAGES_APP } from '../../support/app.ts';
import { CONTEXTS, type Hostile, startHostile } from '../../support/hostile/server.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

/** Below it is what hostile pages ask main for. */
const TARGET = 'app://shell/attacked';
/** What the app's own page asks for there. */
export const OWN = `${TARGET}/own`;

/** Keeps what main is asked for. */
const REACHED = `
  const { protocol } = electron;
  const { registerStreamProtocol } = protocol;
  globalThis.reached = [];
  protocol.registerStreamProtocol = (scheme, answer) =>
    registerStreamProtocol(scheme, (request, respond) => {
      if (request.url.startsWith('${TARGET}')) reached.push(request.url);
      answer(request, respond);
    });
`;

export interface Attacked {
  app: Watched;
  hostile: Hostile;
  /** The requests that have reached main. */
  arrived(): Promise<string[]>;
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
  const hostile = await startHostile(TARGET, isWhole);
  const app = await watch({
    app: PAGES_APP,
    settings: {
      signInHosts: [hostile.url, hostile.otherUrl],
      contentSecurityPolicy: [`frame-src ${hostile.url}`],
      permissions: ['pointerLock'],
      reports: 'off',
    },
    env: { PATH: '/nowhere' },
    prelude: REACHED,
  });

  /** Waits until these contexts have tried everything, and one request of the app's own page has arrived. */
  async function tried(contexts: readonly string[]): Promise<void> {
    await until(
      () => `the attacks of ${contexts.filter((one) => !hostile.done.has(one))}`,
      () => contexts.every((one) => hostile.done.has(one)),
    );
    await attacked.tryWindow();
    await app.main(`electron.BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id)[0].webContents
      .executeJavaScript("fetch('${OWN}').then(({ status }) => status)")`);
    expect(hostile.reads).toEqual([]);
    expect(await attacked.arrived()).toEqual([OWN]);
  }

  const attacked: Attacked = {
    ...{ app, hostile },
    arrived: () => app.main('reached'),
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
    },
  };
  await app.shows('This window is Holdfast');
  return attacked;
}
