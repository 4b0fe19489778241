/** Keeps replays from slowing large pages: the SDK copies each added element (25 µs), and each for a snapshot (10 µs). */
import { LIMITS } from '../../electron/shared/limitValues/limits.ts';
import type { Crowd } from '../../electron/shared/telemetryMessages.ts';
import type { PageRecorder } from './recorder.ts';

/** Milliseconds after which a crowded page is checked again. */
const CALM_MS = 1_000;
/** After this many added elements the whole page is counted again, which takes up to 5 ms. */
const RECOUNT = 1_000;

/** Pauses while the page is crowded. Commands follow in an idle moment, with a full snapshot. Shadow trees do not count. */
export function sparing(recorder: PageRecorder, onPause: (by: Crowd, elements: number) => void) {
  let isCrowded = false;
  let wanted: 'start' | 'resume' | undefined;
  let uncounted = 0;

  const crowd = (by: Crowd, elements: number) => {
    if (isCrowded) return;
    isCrowded = true;
    wait();
    // Called first, because a paused recorder accepts no breadcrumbs.
    onPause(by, elements);
    if (recorder.id() === undefined || recorder.isPaused()) return;
    wanted = 'resume';
    recorder.pause();
  };
  const wait = () => void setTimeout(() => requestIdleCallback(look), CALM_MS);
  const look = () => {
    if (isTooLarge()) return wait();
    isCrowded = false;
    if (wanted) recorder[wanted]();
    wanted = undefined;
  };
  const later = (what: 'start' | 'resume') => {
    if (isTooLarge()) crowd('replayElements', elements());
    if (isCrowded) wanted = what;
    else recorder[what]();
  };

  // Chromium calls observers in the order of their creation: before the recorder's own, which pausing disconnects.
  new MutationObserver((changes) => {
    const added = addedBy(changes);
    uncounted += added;
    if (added > LIMITS.replayAdded.value) crowd('replayAdded', added);
    if (uncounted < RECOUNT) return;
    uncounted = 0;
    if (isTooLarge()) crowd('replayElements', elements());
  }).observe(document, { childList: true, subtree: true });

  return {
    ...recorder,
    start: () => later('start'),
    resume: () => later('resume'),
    pause() {
      wanted = undefined;
      recorder.pause();
    },
    stop(flush: boolean) {
      wanted = undefined;
      return recorder.stop(flush);
    },
  };
}

const elements = () => document.getElementsByTagName('*').length;
const isTooLarge = () => elements() > LIMITS.replayElements.value;

function addedBy(changes: readonly MutationRecord[]): number {
  let count = 0;
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) {
      if (node instanceof Element) count += 1 + node.getElementsByTagName('*').length;
      if (count > LIMITS.replayAdded.value) return count;
    }
  }
  return count;
}
