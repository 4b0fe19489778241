/**
 * Keeps replays from slowing a large page down. The SDK's recorder copies each element that is added (25 µs of the page's
 * thread), and all of them for a whole picture (10 µs): 60,000 rows took it some seconds.
 */
import { LIMITS } from '../../electron/shared/limits.ts';
import type { Crowd } from '../../electron/shared/telemetry.ts';

/** What of a recorder is put off: see `recorderOf`. */
interface Recorder {
  id(): string | undefined;
  isPaused(): boolean;
  start(): void;
  stop(flush: boolean): Promise<void>;
  pause(): void;
  resume(): void;
}

/** Milliseconds after which a page that was crowded is looked at again. */
const CALM_MS = 1_000;
/** Elements that may be added until all of the page are counted again, which takes up to 5 ms. */
const RECOUNT = 1_000;

/**
 * Pauses the recorder while the page is crowded. What it is told meanwhile is done after that, in an idle moment: it then
 * begins with a whole picture. Trees of shadow roots do not count.
 * @param onPause gets which limit the page is over, and by how many elements that are there or were added
 */
export function sparing<R extends Recorder>(recorder: R, onPause: (by: Crowd, elements: number) => void): R {
  let isCrowded = false;
  let wanted: 'start' | 'resume' | undefined;
  let uncounted = 0;

  const crowd = (by: Crowd, elements: number) => {
    if (isCrowded) return;
    isCrowded = true;
    wait();
    // Told first, as a paused recorder takes no breadcrumbs.
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
  /** Does it, once the page is not crowded. */
  const later = (what: 'start' | 'resume') => {
    if (isTooLarge()) crowd('replayElements', elements());
    if (isCrowded) wanted = what;
    else recorder[what]();
  };

  // Chromium tells observers in the order in which they were made: before the recorder's own, which pausing disconnects.
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
    stop(flush) {
      wanted = undefined;
      return recorder.stop(flush);
    },
  };
}

const elements = () => document.getElementsByTagName('*').length;
const isTooLarge = () => elements() > LIMITS.replayElements.value;

/** How many elements were added, counted until there are too many. */
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
