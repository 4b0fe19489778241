/** One start of one side, from spawning it to its painted page, timed by its own clocks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppProcess, devToolsAddress, pause, spawnApp } from '../support/app.ts';
import { connect } from '../support/cdp.ts';
import { screenOf } from '../support/screen.ts';
import { until } from '../support/until.ts';
import { lookAtLoad } from './loadTime.ts';
import type { Side } from './sides.ts';

/**
 * Milliseconds since spawning: main's code begins, main has loaded, Electron is ready, the window exists, its page's
 * navigation begins, its first paint, and the paint of the expected text.
 */
export type Moment = 'begin' | 'loaded' | 'ready' | 'window' | 'navigation' | 'firstPaint' | 'page';
/** Also how long parts of main's load took, and the bytes that it read. */
export type StartTimes = Record<Moment | 'compile' | 'Crashpad' | 'disk' | 'read', number>;

export type Launched = Awaited<ReturnType<typeof launch>>;

/**
 * When the page began, first painted, and painted the expected text, in ms since the epoch. The frame shown while the
 * page starts does not count. If nothing of its size follows with the same text, that was the page.
 */
const report = (shows: string) => `(async () => {
  const isThere = () => new RegExp(${JSON.stringify(shows)}).test(document.body?.innerText ?? '');
  for (let n = 0; n < 500 && !isThere(); n += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const paints = await new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(resolve, 1000, []);
  });
  const text = document.body.innerText;
  const last = paints.find(({ element }) => element?.innerText && text.includes(element.innerText)) ?? paints.at(-1);
  const [first] = performance.getEntriesByName('first-paint');
  if (!isThere() || !last || !first) throw new Error('There was painted: ' + text);
  const navigation = performance.timeOrigin;
  return { navigation, firstPaint: navigation + first.startTime, page: navigation + last.startTime };
})()`;

/** Starts a side with fresh user data. `root` is main's process id. @param calm ms for its page to paint before anybody asks */
export async function launch(side: Side, calm = 900) {
  await lookAtLoad();
  const { program, fill, args = [], env } = side;
  const userData = await mkdtemp(join(tmpdir(), 'holdfast-'));
  await fill?.(userData);
  const ordered = performance.timeOrigin + performance.now();
  const app = await spawnApp({
    ...(program ? { executable: program } : { app: side.folder }),
    ...{ userData, args: ['--remote-debugging-port=0', ...args], env },
  });
  const stop = async () => {
    app.process.kill('SIGTERM');
    await app.ended;
    await rm(userData, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await (program ? devToolsAddress(app) : until('a window', () => app.stdout().includes('bench window')));
    // An attached client would take part in the start.
    await pause(calm);
    const ask = () => paintOf(app, side);
    // On a busy machine the page may replace the evaluated document only now.
    const painted = await ask().catch((error) => {
      if (error.message.includes('context was destroyed')) return ask();
      throw error;
    });
    const notes = (pattern: RegExp): Record<string, number> =>
      Object.fromEntries([...app.stdout().matchAll(pattern)].map(([, what, time]) => [what, Number(time)]));
    const since = { ...notes(/^bench (\w+) (\S+)$/gm), ...painted };
    const times = Object.fromEntries(Object.entries(since).map(([name, time]) => [name, time - ordered]));
    const took = notes(/^bench took (\w+) (\S+)$/gm);
    return { app, root: app.process.pid ?? 0, times: { ...times, ...took } as StartTimes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export const paintOf = (app: AppProcess, { shows }: Pick<Side, 'shows'>) =>
  inPage<Record<'navigation' | 'firstPaint' | 'page', number>>(app, report(shows));

export async function inPage<T>(app: AppProcess, expression: string, timeout?: number): Promise<T> {
  const browser = await connect(await devToolsAddress(app));
  try {
    const { page, newest } = screenOf(browser, browser, app.stderr);
    const isThere = async () => !/^(?:about:|$)/.test((await newest())?.url ?? '');
    await until(() => `a page in the window\n${app.stderr()}`, isThere);
    return await page<T>(expression, timeout);
  } finally {
    browser.close();
  }
}
