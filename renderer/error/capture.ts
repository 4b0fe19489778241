/** Captures what the page throws, from before the SDK has loaded. */
import { createDoor } from '../../electron/shared/door.ts';
import { type Fault, tagsOf } from '../../electron/shared/fault.ts';

/** The page's queue to its SDK. The app's own code imports these functions from renderer/telemetry. */
export const door = createDoor();

/**
 * Captures an error with the tags that main gives its reports of faults. Returns its event id; `undefined` if there will
 * be no event, in which case main reports the fault.
 */
export function capture(error: unknown, fault: Fault): string | undefined {
  const { kind, code, title, url } = fault;
  const context = { tags: tagsOf(fault), contexts: { fault: { kind, code, title, url } } };
  return door.capture(error, context, { handled: false, type: 'generic' });
}
