/** What a running app shows, seen from outside: the painted windows, the text in them, and its main process. */
import { setTimeout as pause } from 'node:timers/promises';
import { said } from './app.ts';
import { attach, type Cdp, connect, PageGone, pagesOf } from './cdp.ts';
import { painted } from './pixels.ts';
import { PATIENCE_MS, until } from './until.ts';

/** The share of pixels from which a window counts as painted: the sentence alone has more. */
export const PAINTED = 0.001;

/** What Node writes on stderr where it can be inspected. */
export const INSPECTED = /Debugger listening on (ws:\/\/\S+)/;

export interface Screen {
  browser: Cdp;
  /** Runs an expression in the main process, where there are `electron` and `require`. Resolves to its value. */
  main<T = unknown>(expression: string, timeout?: number): Promise<T>;
  /** Sets main's clock forward, so that what recovery counts lies further back; timers stay. Needs CLOCK. */
  passTime(ms: number): Promise<void>;
  /** The pages there are, in the order in which they were opened. */
  windows(): Promise<Window[]>;
  /** Runs an expression in the page of the newest window. */
  page<T = unknown>(expression: string, timeout?: number): Promise<T>;
  /** Follows the link with this text in the newest window, once it is there. */
  click(name: string): Promise<void>;
  /** Presses the button with this text in the newest window, as a person does. */
  press(name: string): Promise<void>;
  /** Marks the page of the newest window, for `replaced`. */
  mark(): Promise<void>;
  /** Waits until the page of the newest window is another one than that which was marked. */
  replaced(): Promise<void>;
  /** What can be read in the newest window; '' while its page cannot be asked. */
  text(): Promise<string>;
  /** Whether a window has something painted in it. */
  isPainted(): Promise<boolean>;
  /** Waits until the window shows all of it and is painted. */
  shows(...texts: (string | RegExp)[]): Promise<string>;
  /** The ids of the app's processes of this kind. */
  processes(kind: 'renderer' | 'GPU'): Promise<number[]>;
}

interface Result<T> {
  value: T;
  subtype?: string;
  objectId?: string;
}

interface Window {
  targetId: string;
  sessionId: string;
}

/**
 * @param inspector Node's inspector of the main process
 * @param said what the app has written so far, for the message of a failure
 */
export function screenOf(browser: Cdp, inspector: Cdp, said: () => string): Screen {
  const sessions = new Map<string, string>();

  async function windows(): Promise<Window[]> {
    const found: Window[] = [];
    for (const { targetId } of await pagesOf(browser)) {
      const known = sessions.get(targetId) ?? (await attachTo(targetId));
      if (known) found.push({ targetId, sessionId: known });
    }
    return found;
  }

  /** Undefined for a window that was closed meanwhile. */
  async function attachTo(targetId: string): Promise<string | undefined> {
    try {
      const sessionId = await attach(browser, targetId);
      sessions.set(targetId, sessionId);
      return sessionId;
    } catch {
      return undefined;
    }
  }

  /** Rejects with PageGone if the page does not live until it has answered. */
  async function pageOnce<T>(expression: string, timeout = 15_000): Promise<T> {
    const newest = (await windows()).at(-1);
    if (!newest) throw new Error('The app has no window.');
    try {
      const { value } = await evaluate<T>(
        browser,
        'evaluate',
        { expression, awaitPromise: true, returnByValue: true, includeCommandLineAPI: true },
        { sessionId: newest.sessionId, timeout },
      );
      return value;
    } catch (error) {
      if (error instanceof PageGone) sessions.delete(newest.targetId);
      throw error;
    }
  }

  async function page<T>(expression: string, timeout?: number): Promise<T> {
    return await pageOnce<T>(expression, timeout).catch((error) => {
      // A window that a page opened is the newest until it is refused.
      if (error instanceof PageGone) return page(expression, timeout);
      throw error;
    });
  }

  async function text(): Promise<string> {
    // A page that is being replaced cannot be asked; what comes after it can.
    return await page<string>('document.body?.innerText ?? ""', 1_000).catch(() => '');
  }

  async function isPainted(): Promise<boolean> {
    const shots = (await windows()).map(async ({ sessionId }) => {
      const { data } = await browser.send<{ data: string }>(
        'Page.captureScreenshot',
        { format: 'png' },
        { sessionId, timeout: 1_000 },
      );
      if (painted(Buffer.from(data, 'base64')) <= PAINTED) throw new Error('Nothing is painted.');
      return true;
    });
    // One is enough: a window whose process is gone never answers.
    return await Promise.any(shots).catch(() => false);
  }

  const main: Screen['main'] = (expression, timeout) => runInMain(inspector, expression, timeout);

  return {
    browser,
    main,
    passTime: (ms) => main(`void (globalThis.passed += ${ms})`),
    windows,
    page,
    async click(name) {
      const link = `[...document.links].find((a) => a.textContent === '${name}')`;
      const click = `((a) => (a?.click(), Boolean(a)))(${link})`;
      await until(`the link ${name}`, async () => {
        if (!(await page(`Boolean(${link})`))) return false;
        // The click may close the page that was to answer.
        return await pageOnce(click).catch((error) => error instanceof PageGone || Promise.reject(error));
      });
    },
    async press(name) {
      const [x, y] = await page<[number, number]>(`(({ x, y }) => [x + 5, y + 5])(
        [...document.querySelectorAll('button')].find((one) => one.textContent === '${name}').getBoundingClientRect())`);
      const sessionId = (await windows()).at(-1)?.sessionId;
      for (const type of ['mousePressed', 'mouseReleased']) {
        const event = { type, x, y, button: 'left', clickCount: 1 };
        await browser.send('Input.dispatchMouseEvent', event, { sessionId });
      }
    },
    mark: () => page('void (window.isOld = true)'),
    async replaced() {
      await until('another page', async () => (await page('window.isOld ?? 0').catch(() => true)) === 0);
    },
    text,
    isPainted,
    async shows(...texts) {
      const end = Date.now() + PATIENCE_MS;
      let seen = '';
      while (Date.now() < end) {
        seen = await text();
        const all = texts.every((part) => (typeof part === 'string' ? seen.includes(part) : part.test(seen)));
        if (all && (await isPainted())) return seen;
        await pause(100);
      }
      const details = await page('document.querySelector("pre")?.textContent').catch(String);
      throw new Error(
        `Waited for ${texts.join(' and ')}. The window shows:\n${seen}\n\n${details}\n\n${said()}`,
      );
    },
    async processes(kind) {
      const { processInfo } = await browser.send<{ processInfo: { type: string; id: number }[] }>(
        'SystemInfo.getProcessInfo',
      );
      return processInfo.filter(({ type }) => type === kind).map(({ id }) => id);
    },
  };
}

async function evaluate<T>(client: Cdp, method: string, params: object, options: object): Promise<Result<T>> {
  const { result, exceptionDetails } = await client.send<{
    result: Result<T>;
    exceptionDetails?: { text: string; exception?: { description?: string } };
  }>(`Runtime.${method}`, params, options);
  if (exceptionDetails) {
    const { text, exception } = exceptionDetails;
    throw new Error(`${JSON.stringify(params)}: ${exception?.description ?? text}`);
  }
  return result;
}

/** Resolves to the value of an expression of main. */
async function runInMain<T>(inspector: Cdp, expression: string, timeout = 15_000): Promise<T> {
  const ask = (method: string, params: object) => evaluate<T>(inspector, method, params, { timeout });
  const run = `((electron, require) => (${expression}))(require('electron'), require)`;
  const { objectId, subtype, value } = await ask('evaluate', {
    expression: run,
    includeCommandLineAPI: true,
  });
  if (!objectId) return value;
  // By its id, or V8 may answer that the promise was collected.
  const { value: settled } =
    subtype === 'promise'
      ? await ask('awaitPromise', { promiseObjectId: objectId, returnByValue: true })
      : await ask('callFunctionOn', {
          objectId,
          functionDeclaration: 'function () { return this; }',
          returnByValue: true,
        });
  return settled;
}

/**
 * What runs expressions in the main process of an app that was started with `--inspect=0`. It lets go of the app after
 * each: Node waits for the inspector's clients before it ends.
 */
export async function mainOf(app: Parameters<typeof said>[0]): Promise<Screen['main']> {
  const address = await said(app, INSPECTED);
  return async (expression, timeout) => {
    const inspector = await connect(address);
    return await runInMain<never>(inspector, expression, timeout).finally(inspector.close);
  };
}
