/** Captures what is thrown in the page. */
import type { Fault } from '../../electron/shared/fault.ts';
import { tagsOf } from '../../electron/shared/faultTags.ts';
import { titleOf } from '../../electron/shared/faultText.ts';
import { facade } from '../facade/facade.ts';
import { errorFault } from './faults.ts';
import { isReported } from './thrown.ts';

const thrown = new WeakMap<Fault, unknown>();

/** The fault of what was thrown. Captures nothing: React may render what it never shows. */
export function thrownFault(error: unknown): Fault {
  const fault = errorFault(error, location.pathname + location.search, Date.now());
  if (isReported(error)) thrown.set(fault, error);
  return fault;
}

/**
 * Captures what this fault was made of, with the tags that main gives its reports of faults. Returns the id of its
 * event; `undefined` if there will be no event, in which case main reports the fault.
 */
export function captureThrown(fault: Fault): string | undefined {
  if (!thrown.has(fault)) return undefined;
  const { kind, code, url } = fault;
  const context = { tags: tagsOf(fault), contexts: { fault: { kind, code, title: titleOf(fault), url } } };
  return facade.capture(thrown.get(fault), context, {
    handled: false,
    type: 'auto.function.react.error_boundary',
  });
}
