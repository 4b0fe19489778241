import { attach, type Cdp, CLOSED, PageGone, pagesOf } from './cdp.ts';
import { painted } from './pixels.ts';
import { until } from './until.ts';

/** The share of pixels above which a window counts as painted. Eight letters in a thin font have 0.00097, a caret 0.00002. */
const PAINTED = 0.0002;

/** Node's line on stderr with the inspector's address. */
export const INSPECTED = /Debugger listening on (ws:\/\/\S+)/;

export type Screen = ReturnType<typeof screenOf>;

type Window = Record<'targetId' | 'sessionId' | 'url', string>;

/** A text over a window (window/overlay). No window shows such an address itself. */
const isOverlay = ({ url }: Window) => url.startsWith('data:');

/** @param inspector a client of Node's in main @param said the app's output so far, for failure messages */
export function screenOf(browser: Cdp, inspector: Cdp, said: () => string) {
  const sessions = new Map<string, string>();

  /** The pages, oldest first. */
  async function windows(): Promise<Window[]> {
    const found: Window[] = [];
    for (const { targetId, url } of await pagesOf(browser)) {
      const sessionId = sessions.get(targetId) ?? (await attach(browser, targetId).catch(() => undefined));
      // Closed meanwhile.
      if (sessionId === undefined) continue;
      sessions.set(targetId, sessionId);
      found.push({ targetId, sessionId, url });
    }
    return found;
  }

  /** The newest window. A text over a window, and the page that seeds a worker, have no address until their document is there. */
  async function newest(): Promise<Window | undefined> {
    const own = (await windows()).filter((one) => !isOverlay(one));
    return own.findLast(({ url }) => url !== '') ?? own.at(-1);
  }

  /** Rejects with PageGone if the page is gone before it answers. */
  async function pageOnce<T>(expression: string, timeout = 15_000, of?: Window): Promise<T> {
    const it = of ?? (await newest());
    if (!it) throw new Error('The app has no window.');
    const params = { expression, awaitPromise: true, returnByValue: true, includeCommandLineAPI: true };
    try {
      return (await evaluate<T>(browser, 'evaluate', params, { sessionId: it.sessionId, timeout })).value;
    } catch (error) {
      if (error instanceof PageGone) sessions.delete(it.targetId);
      throw error;
    }
  }

  /** Evaluates an expression in the newest window's page, or in another's. */
  async function page<T = unknown>(expression: string, timeout?: number, of?: Window): Promise<T> {
    return await pageOnce<T>(expression, timeout, of).catch((error) => {
      // A window opened by a page is the newest until it is refused.
      if (error instanceof PageGone && !of) return page(expression, timeout);
      throw error;
    });
  }

  /** The newest window's text, with what Details hold and what stands over it; '' while its page does not answer. */
  async function text(): Promise<string> {
    const details = `[...document.querySelectorAll('.fault-details:not([open]) > *')].map((one) => one.textContent)`;
    const words = `[document.body?.innerText, ...${details}].join('\\n')`;
    const over = (await windows()).filter(isOverlay);
    const said = [page<string>(words, 1_000), ...over.map((one) => pageOnce<string>(words, 1_000, one))];
    // A page being replaced does not answer; its successor will.
    return (await Promise.all(said.map((one) => one.catch(() => '')))).filter(Boolean).join('\n');
  }

  /** Whether a window shows anything. */
  async function isPainted(): Promise<boolean> {
    const params = { format: 'png', optimizeForSpeed: true };
    // One is enough, mostly the newest: a window whose process is gone never answers.
    for (const { sessionId } of (await windows()).reverse()) {
      const options = { sessionId, timeout: 1_000 };
      const shot = browser.send<{ data: string }>('Page.captureScreenshot', params, options);
      const { data } = await shot.catch(() => ({ data: '' }));
      if (data && painted(Buffer.from(data, 'base64')) > PAINTED) return true;
    }
    return false;
  }

  /** Marks the newest window's page, for `replaced`. */
  const mark = () => page<void>('void (window.isOld = true)');
  /** Waits until the newest window has another page than the marked one. */
  const replaced = () =>
    until('another page', async () => (await page('window.isOld ?? 0').catch(() => true)) === 0);
  /** Evaluates an expression in main, with `electron` and `require`. Resolves to its value. */
  const main = <T = unknown>(expression: string, timeout?: number) =>
    runInMain<T>(inspector, expression, timeout);

  /** Sets main's clocks forward, so that what recovery counted is further back; timers stay. Needs CLOCK. */
  const passTime = (ms: number) => main<void>(`void (globalThis.passed += ${ms})`);

  return {
    browser,
    main,
    passTime,
    /** Passes time, once main knows that the app's page is ready: from then on a page has to run for a minute to count as healthy. */
    async passHealthyTime(ms = 61_000) {
      // The answer comes after the word.
      await page('holdfast.ready(), holdfast.telemetry.settings().then(() => true)');
      await passTime(ms);
    },
    windows,
    newest,
    page,
    /** Presses the link or button with this text in the newest window, once it is there. */
    async click(name: string) {
      const link = `[...document.querySelectorAll('a[href], button')].find((one) => one.textContent === '${name}')`;
      const click = `((a) => (a?.click(), Boolean(a)))(${link})`;
      await until(`the link or button ${name}`, async () => {
        if (!(await page(`Boolean(${link})`))) return false;
        // The click may close the page that should answer.
        return await pageOnce(click).catch((error) => isGone(error) || Promise.reject(error));
      });
    },
    /** The same, after the pointer has moved there. */
    async press(name: string) {
      // One session: another window may come meanwhile.
      const options = { sessionId: (await newest())?.sessionId };
      const expression = `((it) => {
        it.scrollIntoViewIfNeeded();
        const { x, y, width, height } = it.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      })([...document.querySelectorAll('a, button')].find((it) => it.innerText === ${JSON.stringify(name)}))`;
      const place = { expression, returnByValue: true };
      const [x, y] = (await evaluate<[number, number]>(browser, 'evaluate', place, options)).value;
      const dispatch = (event: object) =>
        browser.send('Input.dispatchMouseEvent', { x, y, ...event }, options);
      await dispatch({ type: 'mouseMoved' });
      for (const type of ['mousePressed', 'mouseReleased'])
        await dispatch({ type, button: 'left', clickCount: 1 });
    },
    mark,
    replaced,
    /** Waits until this has given the newest window another page. */
    async replacedBy(act: () => Promise<unknown>) {
      await mark();
      await act();
      await replaced();
    },
    text,
    isPainted,
    /** Waits until the window shows all texts and is painted. */
    async shows(...texts: (string | RegExp)[]) {
      let seen = '';
      const isThere = (part: string | RegExp) =>
        typeof part === 'string' ? seen.includes(part) : part.test(seen);
      await until('it', async () => {
        seen = await text();
        return texts.every(isThere) && (await isPainted());
      }).catch(async () => {
        const shown = `${seen}\n\n${await page('document.querySelector("pre")?.textContent').catch(String)}`;
        throw new Error(`Waited for ${texts.join(' and ')}. The window shows:\n${shown}\n\n${said()}`);
      });
      return seen;
    },
    /** The ids of the app's processes of this kind. */
    async processes(kind: 'renderer' | 'GPU') {
      type Found = { processInfo: { type: string; id: number }[] };
      const { processInfo } = await browser.send<Found>('SystemInfo.getProcessInfo');
      return processInfo.filter(({ type }) => type === kind).map(({ id }) => id);
    },
  };
}

/** Whether the page closed or went elsewhere before it answered. */
const isGone = (error: Error): boolean =>
  error instanceof PageGone || error.message.includes('Inspected target navigated or closed');

interface Answer<T> {
  result: { value: T; objectId?: string };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

async function evaluate<T>(client: Cdp, method: string, params: object, options: object) {
  const answer = await client.send<Answer<T>>(`Runtime.${method}`, params, options);
  const { result, exceptionDetails } = answer;
  if (exceptionDetails) {
    const { text, exception } = exceptionDetails;
    throw new Error(`${JSON.stringify(params)}: ${exception?.description ?? text}`);
  }
  return result;
}

/**
 * Resolves to the value of an expression in main; undefined if main ends first. It runs on a turn of its own: the
 * inspector interrupts main, and a window that is destroyed then may crash it (Electron 33.2.1).
 */
async function runInMain<T>(inspector: Cdp, expression: string, timeout = 15_000): Promise<T> {
  const ask = (method: string, params: object) => evaluate<T>(inspector, method, params, { timeout });
  // Before Electron has begun, `electron` may be the npm package, which Node then keeps.
  // The inspector interrupts any work, and what is asked is no part of it: not of a scope of Sentry's, for example.
  const apart = `(globalThis.apart ??= require('node:async_hooks').AsyncLocalStorage.snapshot())`;
  const run = `((electron, require) => new Promise(setImmediate).then(() => ${apart}(() => (${expression}))))(require('electron/main'), require)`;
  const { objectId } = await ask('evaluate', { expression: run, includeCommandLineAPI: true });
  // By id, or V8 may report that the promise was collected. What was asked may end main before it answers.
  const promise = { promiseObjectId: objectId, returnByValue: true };
  const { value } = await ask('awaitPromise', promise).catch((error: Error) => {
    // V8 says the second while main ends.
    const isOver = [CLOSED, 'Cannot find context with specified id'].some((it) => error.message.includes(it));
    if (isOver) return { value: undefined as T };
    throw error;
  });
  // Otherwise main keeps the promise until the client leaves.
  inspector.send('Runtime.releaseObject', { objectId }).catch(() => undefined);
  return value;
}
