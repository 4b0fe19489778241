/** The Chromium that stands in for Electron's own: started once, one window of it for each BrowserWindow. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { findChromium } from '../runtime/chromium.ts';
import { Connection, letGo, type Session } from './cdp.ts';
import { makeProfile } from './profile.ts';
import { throwLater } from './serial.ts';
import { notImplemented } from './strict.ts';
import { chromiumArguments } from './switches.ts';

/** A window of Chromium with its page. */
export interface ChromiumPage {
  session: Session;
  targetId: string;
  /** Makes what the session still waits for fail: the process of the page is gone. */
  abandon(): void;
  /** Ends the page without asking it, also one that hangs. */
  close(): Promise<void>;
  closed: Promise<void>;
  /** Resolves when its process is gone for the first time. */
  lost: Promise<void>;
  /** Height of what Chromium shows above the page, in DIPs. */
  barHeight(): Promise<number>;
}

export interface Chromium {
  version: string;
  pid: number;
  /** The browser's own session: targets, permissions, processes, requests. */
  browser: Session;
  /** A page that is there from the start: the first `openPage` gives it. */
  firstPage: Promise<ChromiumPage>;
  openPage(): Promise<ChromiumPage>;
  /** Whether a page is there that no window of the app made: a page opened it. */
  isForeign(targetId: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface ChromiumOptions {
  /** Folder of the profile; Electron keeps its own in userData too. */
  userData: string;
  /** The person's and the app's switches, `--name=value`, passed through. */
  switches: readonly string[];
  headless: boolean;
  /** Called when Chromium is gone although nobody closed it. */
  onGone(): void;
  /** Called with the exit code when the GPU process ended although nobody asked for it. */
  onGpuGone(exitCode: number): void;
}

/** Chromium gets so long to write what it keeps, in ms: it is ended for good only if it hangs. */
const CLOSING_MS = 15_000;
/** Chromium gives a page so long to end before it ends it, in ms. */
const UNLOADING_MS = 1_000;

/**
 * Closes a page as a person does: it may ask whether it may be left.
 * @param isRefused whether it was asked, and stays
 */
export async function closeAsking(page: ChromiumPage, isRefused: () => boolean): Promise<void> {
  // Chromium asks a page only after somebody has used it; Electron always.
  letGo(page.session.send('Runtime.evaluate', { expression: '0', userGesture: true }));
  letGo(page.session.send('Page.close'));
  const isClosed = await Promise.race([page.closed.then(() => true), pause(UNLOADING_MS, false)]);
  if (!isClosed && !isRefused()) await page.close();
}

/** Starts Chromium. Throws when there is none, when userData is read-only, and when it does not start. */
export async function startChromium(options: ChromiumOptions): Promise<Chromium> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('stand-in: no Chromium was found. Set CHROME_PATH to one.');
  const args = chromiumArguments(makeProfile(options.userData), options.switches, options.headless);
  const child = spawn(executablePath, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  const lastWords: string[] = [];
  createInterface({ input: child.stderr as Readable }).on('line', (line) => {
    // Where other clients can attach is said as Electron says it; the rest is Chromium's own business.
    if (/^DevTools listening on /.test(line)) process.stderr.write(`\n${line}\n`);
    const gpu = /GPU process exited unexpectedly: exit_code=(\d+)/.exec(line)?.[1];
    if (gpu !== undefined) options.onGpuGone(Number(gpu));
    lastWords.splice(0, lastWords.length - 20);
    lastWords.push(line);
  });
  let closing = false;
  const gone = once(child, 'exit');
  const connection = new Connection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const browser = connection.session();
  const { product } = await browser.send('Browser.getVersion').catch((error: Error) => {
    closing = true;
    child.kill('SIGKILL');
    throw new Error(`stand-in: ${executablePath} did not start: ${error.message}\n${lastWords.join('\n')}`);
  });
  void gone.then(() => {
    if (!closing) options.onGone();
  });

  let bar: Promise<number> | undefined;
  const own = new Set<string>();
  const pages = new Set<string>();
  let opening: Promise<unknown> = Promise.resolve();
  /** Which pages are the app's is known only when no window is just being made. */
  const isForeign = async (targetId: string) => {
    await opening;
    return pages.has(targetId) && !own.has(targetId);
  };
  browser.on('Target.targetCreated', ({ targetInfo: { type, targetId } }) => {
    if (type !== 'page') return;
    pages.add(targetId);
    // A window exists only when the app made it. It may be gone by then, with the page that opened it.
    void isForeign(targetId).then((foreign) => {
      if (foreign) browser.send('Target.closeTarget', { targetId }).catch(() => pages.delete(targetId));
    });
  });
  const closings = new Map<string, () => void>();
  const losses = new Map<string, PromiseWithResolvers<void>>();
  /** Also of a page that is just being made, whose id is not known yet. */
  const lossOf = (targetId: string) => {
    const loss = losses.get(targetId) ?? Promise.withResolvers<void>();
    losses.set(targetId, loss);
    return loss;
  };
  browser.on('Target.targetCrashed', ({ targetId }) => lossOf(targetId).resolve());
  browser.on('Target.targetDestroyed', ({ targetId }) => {
    pages.delete(targetId);
    losses.delete(targetId);
    closings.get(targetId)?.();
    closings.delete(targetId);
  });
  await browser.send('Target.setDiscoverTargets', { discover: true });
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
  browser.on('Browser.downloadWillBegin', ({ url }) => throwLater(notImplemented(`a download (${url})`)));

  const open = async (): Promise<ChromiumPage> => {
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', newWindow: true });
    own.add(targetId);
    const destroyed = new Promise<void>((resolve) => closings.set(targetId, resolve));
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const session = connection.session(sessionId);
    // Chromium answers nothing more for it.
    const closed = destroyed.then(() => connection.abandon(sessionId));
    const closeTarget = () =>
      // It may be closed by now, which is what is wanted.
      browser
        .send('Target.closeTarget', { targetId })
        .catch((error) => pages.has(targetId) && Promise.reject(error));
    return {
      targetId,
      session,
      abandon: () => connection.abandon(sessionId),
      async close() {
        await closeTarget();
        const isClosed = await Promise.race([
          closed.then(() => true),
          pause(UNLOADING_MS, false, { ref: false }),
        ]);
        if (isClosed || closing) return;
        letGo(session.send('Page.crash'));
        await closeTarget();
      },
      closed,
      lost: lossOf(targetId).promise,
      async barHeight() {
        bar ??= session
          .send('Runtime.evaluate', { expression: 'outerHeight - innerHeight' })
          .then(({ result }) => result.value as number)
          .catch((error) => {
            // This page is gone; the next one knows it as well.
            bar = undefined;
            throw error;
          });
        return await bar;
      },
    };
  };
  const openOne = () => {
    const page = open();
    opening = Promise.all([opening, page.catch(() => undefined)]);
    return page;
  };
  const firstPage = openOne();
  let spare: Promise<ChromiumPage> | undefined = firstPage;
  return {
    version: product.replace(/^.*\//, ''),
    pid: child.pid as number,
    browser,
    isForeign,
    firstPage,
    openPage() {
      const page = spare ?? openOne();
      spare = undefined;
      return page;
    },
    async close() {
      closing = true;
      const timer = setTimeout(() => child.kill('SIGKILL'), CLOSING_MS);
      browser.send('Browser.close').catch(() => child.kill('SIGKILL'));
      await gone;
      clearTimeout(timer);
    },
  };
}
