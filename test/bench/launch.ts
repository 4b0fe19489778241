/** One start of one side: from the order to start it to its painted page, by its own clocks. */
import { rm } from 'node:fs/promises';
import { attach, connect, pagesOf } from '../../electron/dev/cdp.ts';
import { type AppProcess, devToolsAddress, pause, spawnApp } from '../support/app.ts';
import { until } from '../support/until.ts';
import type { Side } from './sides.ts';

/** Milliseconds from the order to start the process. */
export interface StartTimes {
  /** Main's own code begins, and has run from top to bottom. */
  begin: number;
  loaded: number;
  /** Electron's `ready`. */
  ready: number;
  /** The window's object is there. */
  window: number;
  /** The page's navigation begins. */
  navigation: number;
  firstPaint: number;
  /** The largest text of the page that was waited for is painted (largest contentful paint). */
  page: number;
  /** Not a moment: how long a processor worked for main's load. */
  cpu: number;
}

export interface Launched {
  app: AppProcess;
  times: StartTimes;
  stop(): Promise<void>;
}

interface PageReport {
  origin: number;
  firstPaint?: number;
  largest: { at: number; text: string }[];
  text: string;
}

interface Evaluated<T> {
  result: { value: T };
  exceptionDetails?: { exception: { description: string } };
}

/** Milliseconds before a client attaches, which would take part in the start. */
const SETTLED_MS = 900;

/** What the page knows of its own start; waits until it shows what it should. */
const report = (shows: string) => `(async () => {
  const shows = () => new RegExp(${JSON.stringify(shows)}).test(document.body?.innerText ?? '');
  for (let n = 0; n < 500 && !shows(); n += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const largest = await new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(resolve, 1000, []);
  });
  return {
    origin: performance.timeOrigin,
    firstPaint: performance.getEntriesByName('first-paint')[0]?.startTime,
    largest: largest.map(({ startTime, element }) => ({ at: startTime, text: element?.innerText ?? '' })),
    text: document.body.innerText,
  };
})()`;

/** Starts a side on a fresh folder for its data, waits until its page is painted, and asks it for its times. */
export async function launch(side: Side): Promise<Launched> {
  const ordered = performance.timeOrigin + performance.now();
  const app = await spawnApp({ app: side.folder, args: ['--remote-debugging-port=0'], env: side.env });
  const stop = async () => {
    app.process.kill('SIGTERM');
    await app.ended;
    await rm(app.userData, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await until(`a window of ${side.name}`, () => app.stdout().includes('bench window'));
    await pause(SETTLED_MS);
    const page = await inPage<PageReport>(app, report(side.shows));
    const notes = [...app.stdout().matchAll(/^bench (\w+) (.+)$/gm)];
    const { cpu, ...noted } = Object.fromEntries<number>(
      notes.map(([, name = '', time]) => [name, Number(time)]),
    );
    // The frame that a page shows while it starts is not that page.
    // Nothing as large came after what the script put the same text in place of: that was the page already.
    const painted =
      page.largest.find(({ text }) => text !== '' && page.text.includes(text)) ?? page.largest.at(-1);
    if (!painted || page.firstPaint === undefined)
      throw new Error(`${side.name} painted no "${side.shows}": ${JSON.stringify(page)}`);
    const since = {
      ...noted,
      navigation: page.origin,
      firstPaint: page.origin + page.firstPaint,
      page: page.origin + painted.at,
    };
    const times = Object.fromEntries(Object.entries(since).map(([name, time]) => [name, time - ordered]));
    return { app, times: { ...times, cpu } as unknown as StartTimes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs an expression in the app's page. */
export async function inPage<T>(app: AppProcess, expression: string, timeout = 15_000): Promise<T> {
  const cdp = await connect(await devToolsAddress(app));
  try {
    const page = (await pagesOf(cdp)).find(({ url }) => !url.startsWith('about:'));
    if (!page) throw new Error(`The app opened no window.\n${app.stderr()}`);
    const { result, exceptionDetails } = await cdp.send<Evaluated<T>>(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      { sessionId: await attach(cdp, page.targetId), timeout },
    );
    if (exceptionDetails) throw new Error(exceptionDetails.exception.description);
    return result.value;
  } finally {
    cdp.close();
  }
}
