/**
 * Whose message main is handling. The SDK does not hand the sender on to what it captures for a page, but it
 * captures within the listener of the page's message, so a listener that comes first can note it.
 */
let current: number | undefined;

/** Notes the window (`webContents.id`) until the listeners of this event have run. */
export function noteSender(window: number): void {
  current = window;
  queueMicrotask(() => {
    current = undefined;
  });
}

/** Runs `capture` as if the window had sent what it captures. */
export function asSender<T>(window: number, capture: () => T): T {
  const before = current;
  current = window;
  try {
    return capture();
  } finally {
    current = before;
  }
}

/** The window that is being handled, if one is. */
export function currentSender(): number | undefined {
  return current;
}
