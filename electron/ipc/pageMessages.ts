/** What pages say to main, and who hears it. */
import type { WebContents } from 'electron';
import { CHANNELS } from '../shared/channels.ts';
import type { Shell } from '../window/shell.ts';
import { A_CONSENT, A_FAULT_AND_ID, AN_ID, answerMessage, NOTHING, onMessage } from './messages.ts';

export interface PageMessageParts {
  shell: Shell;
  /** The network is back, for what waits for it beside the window. */
  online(): void;
  /** Removes what is saved of the web app. */
  forget(): Promise<void>;
}

export function setupPageMessages({ shell, online, forget }: PageMessageParts): void {
  const isOurs = (contents: WebContents) => shell.windows.isOurs(contents);
  onMessage(CHANNELS.ready, NOTHING, isOurs, shell.pageReady);
  onMessage(CHANNELS.waiting, NOTHING, isOurs, () => shell.windows.pageWaiting());
  onMessage(CHANNELS.showing, A_FAULT_AND_ID, isOurs, shell.pageShows);
  onMessage(CHANNELS.cleared, AN_ID, isOurs, shell.pageCleared);
  onMessage(CHANNELS.retry, NOTHING, isOurs, shell.retry);
  onMessage(CHANNELS.online, NOTHING, isOurs, () => {
    online();
    shell.online();
  });
  answerMessage(CHANNELS.consent, A_CONSENT, isOurs, shell.consent);
  answerMessage(CHANNELS.forget, NOTHING, isOurs, forget);
}
