/** Connects messages from pages to the parts that handle them. */
import type { WebContents } from 'electron';
import { CHANNELS, type Consent, type ConsentAnswer, GOING_CHANNEL } from '../shared/channels.ts';
import type { SignIn } from '../signIn/signIn.ts';
import type { Shell } from '../window/shell.ts';
import {
  A_CONSENT,
  A_FAULT_AND_ID,
  AN_ADDRESS,
  AN_ID,
  answerMessage,
  NOTHING,
  onMessage,
} from './messages.ts';

export interface PageMessageParts {
  shell: Shell;
  consent(choice: Consent): Promise<ConsentAnswer>;
  online(): void;
  signIn: Pick<SignIn, 'open' | 'signOut'>;
}

export function setupPageMessages({ shell, consent, online, signIn }: PageMessageParts): void {
  const isTrustedSender = (contents: WebContents) => shell.windows.isTrustedSender(contents);
  onMessage(CHANNELS.ready, NOTHING, isTrustedSender, shell.pageReady);
  onMessage(CHANNELS.waiting, NOTHING, isTrustedSender, () => shell.windows.pageWaiting());
  onMessage(CHANNELS.showing, A_FAULT_AND_ID, isTrustedSender, shell.pageShows);
  onMessage(CHANNELS.cleared, AN_ID, isTrustedSender, shell.pageCleared);
  onMessage(GOING_CHANNEL, AN_ADDRESS, isTrustedSender, (address) => shell.windows.going(address));
  onMessage(CHANNELS.retry, NOTHING, isTrustedSender, shell.retry);
  onMessage(CHANNELS.online, NOTHING, isTrustedSender, () => {
    online();
    shell.online();
  });
  answerMessage(CHANNELS.consent, A_CONSENT, isTrustedSender, consent);
  onMessage(CHANNELS.signIn, NOTHING, isTrustedSender, signIn.open);
  answerMessage(CHANNELS.signOut, NOTHING, isTrustedSender, signIn.signOut);
}
