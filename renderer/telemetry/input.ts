/** Notices user input, from which the idle limits of replays count. */

/** At most one report in this time, in milliseconds. */
export const INPUT_INTERVAL = 1000;

const EVENTS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart', 'input'] as const;

/** Calls `onInput` for any input in the page, right away and then at most once a second. */
export function watchInput(target: EventTarget, now: () => number, onInput: () => void): void {
  let last = Number.NEGATIVE_INFINITY;
  const heard = (event: Event) => {
    // Events that a script dispatches are not user input.
    const time = now();
    if (!event.isTrusted || (time >= last && time - last < INPUT_INTERVAL)) return;
    last = time;
    onInput();
  };
  for (const name of EVENTS) target.addEventListener(name, heard, { capture: true, passive: true });
}
