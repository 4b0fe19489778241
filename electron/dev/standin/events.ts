/** Electron's event objects: the listener's first argument, with `preventDefault`. */
import type { EventEmitter } from 'node:events';

/** Makes an event object with the given properties; getters among them are asked only when a listener does. */
export function makeEvent(properties: object = {}): { readonly defaultPrevented: boolean } {
  let defaultPrevented = false;
  return Object.defineProperties(
    {
      get defaultPrevented() {
        return defaultPrevented;
      },
      preventDefault: () => {
        defaultPrevented = true;
      },
    },
    Object.getOwnPropertyDescriptors(properties),
  );
}

/**
 * Emits an event as Electron's main process does: first an event object with the given properties, then `args`.
 * Returns true when a listener prevented its default.
 */
export function emitEvent(
  emitter: EventEmitter,
  name: string,
  properties: object,
  ...args: unknown[]
): boolean {
  const event = makeEvent(properties);
  emitter.emit(name, event, ...args);
  return event.defaultPrevented;
}
