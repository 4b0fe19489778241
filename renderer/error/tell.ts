/** Tells main which fault the page itself shows, and when it shows it no longer. */
import type { Bridge } from '../../electron/shared/channels.ts';
import type { Fault } from '../../electron/shared/fault.ts';
import { captureThrown } from './thrown.ts';

/** Milliseconds for which a fault may be off the page, as when the router draws its error page anew. */
const GONE_MS = 100;

let told: number | undefined;
let going: ReturnType<typeof setTimeout> | undefined;

export function tellShown(bridge: Bridge, fault: Fault): void {
  clearTimeout(going);
  if (told === fault.at) return;
  if (told !== undefined) bridge.cleared(told);
  told = fault.at;
  bridge.showing(fault, captureThrown(fault));
}

export function tellGone(bridge: Bridge): void {
  going = setTimeout(() => {
    if (told !== undefined) bridge.cleared(told);
    told = undefined;
  }, GONE_MS);
}
