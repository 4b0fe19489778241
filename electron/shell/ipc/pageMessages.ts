/** Connects messages from the page to the modules that handle them. */
import { ipcMain, type WebContents } from 'electron';
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
} from '../../common/messages.ts';
import {
  CHANNELS,
  type Choice,
  EMPTIED_CHANNEL,
  GOING_CHANNEL,
  OVER_BUDGET_CHANNEL,
} from '../../shared/channels.ts';
import { takePrint } from '../network/visits.ts';
import { createPageConsent } from '../window/consent.ts';
import { windowOf } from '../window/createWindow.ts';
import type { Shell } from '../window/shell.ts';

interface PageMessageOptions {
  shell: Shell;
  /** Saves the user's choice about reports; rejects if it holds only until the app closes. */
  choose(choice: Choice): Promise<void>;
  online(): void;
  /** Removes what the person's servers have stored; rejects if anything is left. */
  signOut(): Promise<void>;
}

export function setupPageMessages({ shell, choose, online, signOut }: PageMessageOptions): void {
  const at = (sender: WebContents) => shell.at(windowOf(sender));
  onMessage(CHANNELS.ready, NOTHING, (sender) => at(sender).send({ type: 'ready' }));
  onMessage(CHANNELS.waiting, NOTHING, (sender) => at(sender).send({ type: 'waiting' }));
  onMessage(CHANNELS.showing, A_FAULT_AND_ID, (sender, ...shown) => at(sender).pageShows(...shown));
  onMessage(CHANNELS.cleared, AN_ID, (sender, id) => at(sender).send({ type: 'cleared', id }));
  onMessage(CHANNELS.lost, A_THROWN_AND_ID, (sender, ...lost) => void at(sender).pageLost(...lost));
  onMessage(GOING_CHANNEL, A_WAY, (sender, ...way) => at(sender).going(...way));
  onMessage(OVER_BUDGET_CHANNEL, A_COUNT, (_sender, channel, times) =>
    refused(channel, 'the page sends more than main takes', times),
  );
  onMessage(EMPTIED_CHANNEL, NOTHING, (sender) => at(sender).send({ type: 'changed' }));
  onMessage(CHANNELS.retry, NOTHING, (sender) => at(sender).retry());
  onMessage(CHANNELS.online, NOTHING, online);
  answerMessage(CHANNELS.consent, A_CONSENT, createPageConsent({ at, choose }));
  ipcMain.on(CHANNELS.mayPrint, (event, ...args: unknown[]) => {
    event.returnValue =
      accepted(CHANNELS.mayPrint, event, args, NOTHING) !== undefined && takePrint(event.sender);
  });
  answerMessage(CHANNELS.signOut, NOTHING, signOut);
}
