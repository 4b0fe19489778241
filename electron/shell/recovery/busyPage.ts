/**
 * Notices a visible page that is busy for long while nobody touches it. Chromium notices only one that does not handle
 * input.
 */
import { app, type BrowserWindow } from 'electron';
import { steadyTime } from '../../shared/clock.ts';
import { DURATIONS } from '../../shared/durations.ts';

/**
 * A page that uses less of a processor waits, for a dialog of its own or at a breakpoint; one in a loop uses all of it, or
 * its share of a busy machine.
 */
const BUSY_SHARE = 0.1;

/**
 * @param said gets `unresponsive` once for each time, and `responsive` when the page answers again
 * @returns a function that ends the watch
 */
export function watchBusy(
  window: BrowserWindow,
  said: (event: 'unresponsive' | 'responsive') => void,
): () => void {
  const { webContents } = window;
  let asked: { at: number; isSaid: boolean } | undefined;
  /** What the page's process had used when it was looked at last, since it was asked. */
  let used: { at: number; cpu: number } | undefined;

  function ask(): void {
    const one = { at: steadyTime(), isSaid: false };
    asked = one;
    used = undefined;
    const answered = () => {
      if (asked === one) asked = undefined;
      if (one.isSaid) said('responsive');
    };
    webContents.mainFrame.executeJavaScript('0').then(answered, answered);
  }

  function look(one: NonNullable<typeof asked>): void {
    const now = { at: steadyTime(), cpu: cpuOf(webContents.getOSProcessId()) };
    const isBusy = used && now.cpu - used.cpu > BUSY_SHARE * (now.at - used.at);
    used = now;
    if (!isBusy || one.isSaid || now.at - one.at < DURATIONS.busyMs) return;
    one.isSaid = true;
    said('unresponsive');
  }

  // Another page: the one that was asked may never answer.
  webContents.on('did-navigate', () => {
    asked = undefined;
  });
  const timer = setInterval(() => {
    if (window.isDestroyed()) return clearInterval(timer);
    if (!window.isVisible() || window.isMinimized() || webContents.isLoadingMainFrame()) asked = undefined;
    else if (asked) look(asked);
    else ask();
  }, DURATIONS.busyMs / 2);
  return () => clearInterval(timer);
}

/** Milliseconds of a processor that the process has used; 0 if unknown, which looks idle. */
function cpuOf(pid: number): number {
  const { cpu } = app.getAppMetrics().find((one) => one.pid === pid) ?? {};
  return (cpu?.cumulativeCPUUsage ?? 0) * 1_000;
}
