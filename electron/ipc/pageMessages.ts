/** Connects messages from the page to the modules that handle them. */
import { ipcMain } from 'electron';
import { takePrint } from '../network/visits.ts';
import {
  CHANNELS,
  type Choice,
  EMPTIED_CHANNEL,
  GOING_CHANNEL,
  OVER_BUDGET_CHANNEL,
} from '../shared/channels.ts';
import type { SignIn } from '../signIn/signIn.ts';
import { createPageConsent } from '../window/consent.ts';
import type { Shell } from '../window/shell.ts';
import {
  A_CONSENT,
  A_COUNT,
  A_FAULT_AND_ID,
  A_THROWN_AND_ID,
  A_WAY,
  AN_ID,
  accepted,
  answerMessage,
  NOTHING,
  onMessage,
  refused,
} from './messages.ts';

interface PageMessageOptions {
  shell: Shell;
  /** Saves the user's choice about reports; rejects if it holds only until the app closes. */
  choose(choice: Choice): Promise<void>;
  online(): void;
  signIn: Pick<SignIn, 'isSet' | 'open' | 'signOut'>;
}

export function setupPageMessages({ shell, choose, online, signIn }: PageMessageOptions): void {
  const { windows, fault } = shell;
  onMessage(CHANNELS.ready, NOTHING, shell.pageReady);
  onMessage(CHANNELS.waiting, NOTHING, () => windows.pageWaiting());
  onMessage(CHANNELS.showing, A_FAULT_AND_ID, shell.pageShows);
  onMessage(CHANNELS.cleared, AN_ID, shell.pageCleared);
  onMessage(CHANNELS.lost, A_THROWN_AND_ID, shell.pageLost);
  onMessage(GOING_CHANNEL, A_WAY, (...way) => windows.current?.leaving.going(...way));
  onMessage(OVER_BUDGET_CHANNEL, A_COUNT, (channel, times) =>
    refused(channel, 'the page sends more than main takes', times),
  );
  onMessage(EMPTIED_CHANNEL, NOTHING, () => windows.current?.changed());
  onMessage(CHANNELS.retry, NOTHING, () => {
    if (signIn.isSet && fault.status?.fault.code === 401) signIn.open();
    else shell.retry();
  });
  onMessage(CHANNELS.online, NOTHING, online);
  answerMessage(CHANNELS.consent, A_CONSENT, createPageConsent({ windows, fault, choose }));
  ipcMain.on(CHANNELS.mayPrint, (event, ...args: unknown[]) => {
    event.returnValue =
      accepted(CHANNELS.mayPrint, event, args, NOTHING) !== undefined && takePrint(event.sender);
  });
  onMessage(CHANNELS.signIn, NOTHING, signIn.open);
  answerMessage(CHANNELS.signOut, NOTHING, signIn.signOut);
}
