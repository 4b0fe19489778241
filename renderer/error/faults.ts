import { MAX_FAULT_DETAIL } from '../../electron/shared/channels.ts';
import { type Fault, httpFault, partFault, scriptFault } from '../../electron/shared/fault.ts';
import { titleOf } from '../../electron/shared/faultText.ts';
import { decoded } from '../../electron/shared/match.ts';
import { facade } from '../facade/pageFacade.ts';
import { carriedFault, faultKindOf, isReported, saidOf, textOfThrown } from './thrown.ts';

/** Thrown by a loader. @param link the http(s) address that the server names instead of the page */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly fault: Fault;
  readonly link: string | undefined;

  constructor(fault: Fault, link?: string) {
    super(fault.detail ?? titleOf(fault));
    this.fault = fault;
    this.link = link;
  }
}

/** The fault for a path (with its query, from `/` on) without a page: 400 if it is malformed, as a refused link is, else 404. */
export function pathFault(url: string, at: number): Fault {
  if (!url.startsWith('//') && decoded(url.replace(/[?#].*/s, '')) !== undefined)
    return httpFault(404, url, at);
  return httpFault(400, url, at, `The path is malformed: ${url}`);
}

/** Returns the fault for an exception in the page. The router's errors contain theirs. */
export function errorFault(error: unknown, url: string, at: number): Fault {
  const carried = carriedFault(error);
  if (carried) return carried;
  const detail = textOfThrown(error).slice(0, MAX_FAULT_DETAIL);
  const { kind, code } = faultKindOf(error);
  if (kind === 'load') return partFault(detail, url, at);
  return typeof code === 'number' ? httpFault(code, url, at, detail) : scriptFault(detail, url, at);
}

const thrown = new WeakMap<Fault, unknown>();

/** Returns the fault for a thrown value. Captures nothing, because React may render it without showing it. */
export function thrownFault(error: unknown): Fault {
  const fault = errorFault(error, location.pathname + location.search, Date.now());
  if (isReported(error)) thrown.set(fault, error);
  return fault;
}

/** Captures the exception behind this fault. Returns the event's id; `undefined` if there will be none: main reports it. */
export function captureThrown(fault: Fault): string | undefined {
  if (!thrown.has(fault)) return undefined;
  return facade.capture(thrown.get(fault), saidOf(fault, { title: titleOf(fault), url: fault.url }), {
    handled: false,
    type: 'auto.function.react.error_boundary',
  });
}
