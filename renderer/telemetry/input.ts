/** Tells of input: what the idle limits of replays count from. */

/** At most one report in this time, in milliseconds. */
export const INPUT_INTERVAL = 1000;

const EVENTS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart', 'input'] as const;

/** Calls `onInput` for input of any kind anywhere in the page, at once and then at most once a second. */
export function watchInput(target: EventTarget, now: () => number, onInput: () => void): void {
  let last = Number.NEGATIVE_INFINITY;
  const heard = (event: Event) => {
    // What a script dispatches is not a person.
    const time = now();
    if (!event.isTrusted || (time >= last && time - last < INPUT_INTERVAL)) return;
    last = time;
    onInput();
  };
  for (const name of EVENTS) target.addEventListener(name, heard, { capture: true, passive: true });
}
