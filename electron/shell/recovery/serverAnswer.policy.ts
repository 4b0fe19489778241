/** What is made of a server's document, once it has loaded. Pure. */
import { type Fault, httpFault, loadFault } from '../../shared/fault.ts';

export interface ServerDocument {
  url: string;
  /** Electron gives -1 for what has no status, such as an answer of a service worker. */
  status: number;
  isBlank: boolean;
  /** Whether it has a script, a style or a picture: a gateway's own words have none. */
  isMade: boolean;
}

/** Statuses by which a gateway says that the server behind it does not answer. */
export const GATEWAY: readonly number[] = [502, 503, 504];

/**
 * The fault to show in place of a document; undefined if it is shown as it is, as in a browser: a page about an error too.
 * An empty document that has a script may still fill itself, and the watchdog waits for it.
 * @param at milliseconds since the epoch
 */
export function faultOf({ url, status, isBlank, isMade }: ServerDocument, at: number): Fault | undefined {
  if (isMade) return undefined;
  // Whatever the status: what is empty may be a server that starts.
  if (status >= 400 && (isBlank || GATEWAY.includes(status)))
    return { ...httpFault(status, url, at), retryable: true };
  return isBlank ? loadFault('ERR_EMPTY_RESPONSE', url, at, 'a document with nothing to see') : undefined;
}
