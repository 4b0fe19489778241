/** What the page throws, on its way to the SDK, which is loaded later. Each error is captured once, under an id. */
import { createDoor } from '../../electron/shared/door.ts';
import { type Fault, tagsOf } from '../../electron/shared/fault.ts';

/** The page's door to its SDK. The app's own code takes its functions from renderer/telemetry. */
export const door = createDoor();

/**
 * Captures what was thrown, marked as main marks its reports of faults. Returns the id that its event has, or
 * `undefined` if there will be none: main reports the fault then.
 */
export function capture(error: unknown, fault: Fault): string | undefined {
  const { kind, code, title, url } = fault;
  const context = { tags: tagsOf(fault), contexts: { fault: { kind, code, title, url } } };
  return door.capture(error, context, { handled: false, type: 'generic' });
}
