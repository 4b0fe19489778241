/** One start of one side: from the order to start it to its painted page, by its own clocks. */
import { rm } from 'node:fs/promises';
import { attach, connect, pagesOf } from '../../../electron/dev/cdp.ts';
import { type AppProcess, devToolsAddress, pause, spawnApp } from '../../support/app.ts';
import { until } from '../../support/until.ts';
import type { Side } from './sides.ts';

/** Milliseconds from the order to start the process. */
export interface StartTimes {
  /** Node runs. */
  node: number;
  /** Main's own code begins, and has run from top to bottom. */
  begin: number;
  loaded: number;
  /** Electron's `ready`. */
  ready: number;
  /** The window's object is there. */
  window: number;
  /** The page's navigation begins. */
  navigation: number;
  /** The browser's first paint and first contentful paint. */
  firstPaint: number;
  firstContent: number;
  /** The largest text of the error page is painted (largest contentful paint). */
  errorPage: number;
  /** Not a moment: how long a processor worked for main's load, in milliseconds. */
  cpu: number;
}

export interface RendererBytes {
  /** Files of the page, uncompressed: what had arrived when it first painted, when the error page was painted, all. */
  beforeFirstPaint: number;
  beforeErrorPage: number;
  all: number;
}

export interface Started {
  app: AppProcess;
  times: StartTimes;
  bytes: RendererBytes;
  stop(): Promise<void>;
}

interface PageReport {
  origin: number;
  paints: Record<string, number>;
  largest: { at: number; text: string }[];
  text: string;
  files: { url: string; at: number; size: number }[];
}

/** What the page knows of its own start; waits until the page shows its error. */
const REPORT = `(async () => {
  const shows = () => document.body?.innerText.includes('This page could not be found');
  for (let n = 0; n < 500 && !shows(); n += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const largest = await new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(resolve, 1000, []);
  });
  const sizeOf = async (url) => (await (await fetch(url)).arrayBuffer()).byteLength;
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  // Files that are loaded as files leave no entries: they count from the start.
  const named = [...document.querySelectorAll('script[src], link[rel=stylesheet], link[rel=modulepreload]')].map((one) => one.src || one.href);
  for (const name of named) if (!entries.some((entry) => entry.name === name)) entries.push({ name, responseEnd: 0, decodedBodySize: 0 });
  return {
    origin: performance.timeOrigin,
    paints: Object.fromEntries(performance.getEntriesByType('paint').map(({ name, startTime }) => [name, startTime])),
    largest: largest.map(({ startTime, element }) => ({ at: startTime, text: element?.innerText ?? '' })),
    text: document.body.innerText,
    files: await Promise.all(entries
      .filter(({ name }) => new URL(name).protocol === location.protocol && new URL(name).host === location.host)
      // Of Chromium's tab, not of the page.
      .filter(({ name }) => !name.endsWith('/favicon.ico'))
      .map(async ({ name, responseEnd, decodedBodySize }) => ({ url: name, at: responseEnd, size: decodedBodySize || await sizeOf(name) }))),
  };
})()`;

/** The times that main noted. */
function notesOf(stdout: string): Map<string, number> {
  return new Map(
    [...stdout.matchAll(/^bench (\w+) ([\d.]+)$/gm)].map(([, what = '', time]) => [what, Number(time)]),
  );
}

/** Starts a side on a fresh folder for its data, waits until its page is painted, and asks it for its times. */
export async function startSide(side: Side, settleMs = 700): Promise<Started> {
  const ordered = performance.timeOrigin + performance.now();
  const app = await spawnApp({ app: side.folder, args: ['--remote-debugging-port=0'], env: side.env });
  const stop = async () => {
    app.process.kill('SIGTERM');
    await app.ended;
    await rm(app.userData, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await until(`a window of ${side.name}\n${app.stderr()}`, () => notesOf(app.stdout()).has('window'));
    // A client that attaches would take part in the start.
    await pause(settleMs);
    const report = await askPage(app);
    const notes = notesOf(app.stdout());
    const noted = (what: string) => {
      const time = notes.get(what);
      if (time === undefined)
        throw new Error(`${side.name} noted no ${what}.\n${app.stdout()}\n${app.stderr()}`);
      return time - ordered;
    };
    const page = report.origin - ordered;
    const paint = (name: string) => {
      const time = report.paints[name];
      if (time === undefined) throw new Error(`${side.name} has no ${name}: ${report.text}`);
      return page + time;
    };
    // The frame that a page shows while it starts is not its error page.
    const painted = report.largest.find(({ text }) => text !== '' && report.text.includes(text));
    if (!painted) throw new Error(`${side.name} painted no error page: ${JSON.stringify(report)}`);
    const [navigation, ...others] = report.files;
    const sum = (files: typeof others) =>
      files.reduce((total, { size }) => total + size, navigation?.size ?? 0);
    const before = (time: number) => sum(others.filter(({ at }) => page + at <= time));
    const times: StartTimes = {
      node: noted('node'),
      begin: noted('begin'),
      loaded: noted('loaded'),
      ready: noted('ready'),
      window: noted('window'),
      navigation: page,
      firstPaint: paint('first-paint'),
      firstContent: paint('first-contentful-paint'),
      errorPage: page + painted.at,
      cpu: notes.get('cpu') ?? Number.NaN,
    };
    const bytes = {
      beforeFirstPaint: before(times.firstPaint),
      beforeErrorPage: before(times.errorPage),
      all: sum(others),
    };
    return { app, times, bytes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function askPage(app: AppProcess): Promise<PageReport> {
  const cdp = await connect(await devToolsAddress(app));
  try {
    const page = (await pagesOf(cdp)).find(({ url }) => !url.startsWith('about:'));
    if (!page) throw new Error(`The app opened no window.\n${app.stderr()}`);
    const sessionId = await attach(cdp, page.targetId);
    const { result, exceptionDetails } = await cdp.send<{
      result: { value: PageReport };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>(
      'Runtime.evaluate',
      { expression: REPORT, awaitPromise: true, returnByValue: true },
      { sessionId, timeout: 15_000 },
    );
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  } finally {
    cdp.close();
  }
}
