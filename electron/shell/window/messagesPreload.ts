/**
 * All that a document says to main, within one budget. It is kept here because a message that main receives has already
 * cost main its time; no page reaches `ipcRenderer` by another way.
 */
import { ipcRenderer } from 'electron';
import { OVER_BUDGET_CHANNEL } from '../../shared/channels.ts';

/** Enough for a call for each of a folder's files at once. Main takes about 20 µs for each. */
const MOST = 5_000;
const PER_SECOND = 1_000;
/** Between two reports of what was dropped. */
const TOLD_MS = 1_000;

let left = MOST;
let filledAt = performance.now();
/** By channel, since main heard of it. */
const dropped = new Map<string, number>();

function mayPass(channel: string): boolean {
  const now = performance.now();
  left = Math.min(MOST, left + ((now - filledAt) / 1000) * PER_SECOND);
  filledAt = now;
  if (left < 1) {
    if (dropped.size === 0) setTimeout(tell, TOLD_MS);
    dropped.set(channel, (dropped.get(channel) ?? 0) + 1);
    return false;
  }
  left -= 1;
  return true;
}

function tell(): void {
  for (const [channel, times] of dropped) ipcRenderer.send(OVER_BUDGET_CHANNEL, channel, times);
  dropped.clear();
}

export function send(channel: string, ...args: unknown[]): void {
  if (mayPass(channel)) ipcRenderer.send(channel, ...args);
}

/** Sends a message and resolves to main's answer. Rejects if it is over the budget. */
export function ask<T>(channel: string, ...args: unknown[]): Promise<T> {
  if (mayPass(channel)) return ipcRenderer.invoke(channel, ...args);
  return Promise.reject(
    new Error(`This page sends more than ${PER_SECOND} messages a second: one on ${channel} was dropped.`),
  );
}

/** Sends a message and returns main's answer, for which the page stands still; undefined if it is over the budget. */
export const askNow = <T>(channel: string): T | undefined =>
  mayPass(channel) ? ipcRenderer.sendSync(channel) : undefined;
