/** Looks at a server's document that has loaded: serverAnswer.policy.ts decides what it is worth. */
import type { WebContents } from 'electron';
import type { Fault } from '../../shared/fault.ts';
import { faultOf, type ServerDocument } from './serverAnswer.policy.ts';

/** A sign-in's page has no page script to ask. Of plain text Chromium makes a document with styles. */
const LOOK = `({
  isBlank: globalThis.holdfastIsBlank?.() ?? !document.body?.textContent.trim(),
  isMade: document.contentType !== 'text/plain' &&
    document.querySelector('script,style,link[rel~=stylesheet],img,svg,video,embed,iframe,meta[http-equiv=refresh i],[style]') !== null,
})`;

/**
 * @returns the fault to show in its place, if it is of no use; `mute` if no script may run in it, as under the policy
 *   `sandbox`. If another document came meanwhile, ignore the result.
 */
export async function lookAtAnswer(
  { mainFrame }: WebContents,
  { url, status }: Pick<ServerDocument, 'url' | 'status'>,
): Promise<Fault | 'mute' | undefined> {
  try {
    const seen = (await mainFrame.executeJavaScript(LOOK)) as Pick<ServerDocument, 'isBlank' | 'isMade'>;
    return faultOf({ url, status, ...seen }, Date.now());
  } catch {
    return 'mute';
  }
}
