/** What is made of a server's document, once it has loaded. */
import type { WebContents } from 'electron';
import { type Fault, httpFault, loadFault } from '../../shared/fault.ts';

interface Seen {
  isBlank: boolean;
  /** Whether it has a script, a style or a picture: a gateway's own words have none. */
  isMade: boolean;
}

/** Statuses by which a gateway says that the server behind it does not answer. */
export const GATEWAY: readonly number[] = [502, 503, 504];

/**
 * The fault to show in place of a document; undefined if it is shown as it is, as in a browser: a page about an error too.
 * An empty document that has a script may still fill itself, and the watchdog waits for it.
 * @param status -1 if it has none, such as an answer of a service worker
 */
export function answerFault(url: string, status: number, { isBlank, isMade }: Seen, at: number) {
  if (isMade) return undefined;
  // Whatever the status: what is empty may be a server that starts.
  if (status >= 400 && (isBlank || GATEWAY.includes(status)))
    return { ...httpFault(status, url, at), retryable: true };
  return isBlank ? loadFault('ERR_EMPTY_RESPONSE', url, at, 'a document with nothing to see') : undefined;
}

/** A sign-in's page has no page script to ask. Of plain text Chromium makes a document with styles. */
const LOOK = `({
  isBlank: globalThis.holdfastIsBlank?.() ?? !document.body?.textContent.trim(),
  isMade: document.contentType !== 'text/plain' &&
    document.querySelector('script,style,link[rel~=stylesheet],img,svg,video,embed,iframe,meta[http-equiv=refresh i],[style]') !== null,
})`;

/**
 * Returns the fault to show in its place, if it is of no use; `mute` if no script may run in it, as under the policy
 * `sandbox`. If another document came meanwhile, ignore the result.
 */
export const lookAtAnswer = (
  { mainFrame }: WebContents,
  { url, status }: { url: string; status: number },
): Promise<Fault | 'mute' | undefined> =>
  mainFrame.executeJavaScript(LOOK).then(
    (seen) => answerFault(url, status, seen as Seen, Date.now()),
    () => 'mute' as const,
  );
