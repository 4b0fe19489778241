/** Connects messages from the page to the modules that handle them. */
import { ipcMain, type WebContents } from 'electron';
import * as v from 'valibot';
import { type Messages, NOTHING, refused } from '../../common/messages.ts';
import {
  CHANNELS,
  type Choice,
  type ConsentAnswer,
  EMPTIED_CHANNEL,
  GOING_CHANNEL,
  MAX_FAULT_DETAIL,
  OVER_BUDGET_CHANNEL,
} from '../../shared/channels.ts';
import type { Fault, Thrown } from '../../shared/fault.ts';
import * as TEXTS from '../../shared/texts.ts';
import { confirm, oneAtATime } from '../app/messageBox.ts';
import { takePrint } from '../signIn/visits.ts';
import type { AppWindow } from '../window/appWindow.ts';
import { windowOf } from '../window/createWindow.ts';
import { takeGesture } from '../window/gestures.ts';
import type { Shell } from '../window/shell.ts';

const texts = TEXTS.errorPage;

const Id = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

const Status = v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(999));
const Code = v.union([Status, v.pipe(v.string(), v.maxLength(100))]);

/** A fault that a page can find; not one that only main can see, such as a crash. */
const FaultSchema = v.strictObject({
  id: Id,
  kind: v.picklist(['http', 'load', 'script', 'data', 'boot']),
  code: v.optional(Code),
  subject: v.optional(v.literal('part')),
  detail: v.optional(v.pipe(v.string(), v.maxLength(MAX_FAULT_DETAIL))),
  url: v.pipe(v.string(), v.startsWith('/'), v.maxLength(MAX_FAULT_DETAIL)),
  at: v.pipe(v.number(), v.finite(), v.minValue(0)),
  retryable: v.boolean(),
  retryAfter: v.optional(v.pipe(v.number(), v.minValue(0))),
  signIn: v.optional(v.literal(true)),
}) satisfies v.GenericSchema<unknown, Fault>;

const ThrownSchema = v.strictObject({
  kind: v.picklist(['script', 'load', 'data']),
  code: v.optional(Code),
  detail: v.pipe(v.string(), v.maxLength(MAX_FAULT_DETAIL)),
}) satisfies v.GenericSchema<unknown, Thrown>;

export const A_FAULT_AND_ID = v.strictTuple([FaultSchema, v.optional(Id)]);
export const A_THROWN_AND_ID = v.strictTuple([ThrownSchema, v.optional(Id)]);
/** An address, at most as long as Chromium allows (url::kMaxURLChars), and whether a form is submitted there. */
const A_WAY = v.strictTuple([v.pipe(v.string(), v.maxLength(2_097_152)), v.boolean()]);
export const AN_ID = v.strictTuple([Id]);
const A_COUNT = v.strictTuple([
  v.pipe(v.string(), v.regex(/^[\w:.-]{1,100}$/)),
  v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
]);
export const A_CONSENT = v.strictTuple([v.picklist(['on', 'off'])]);

interface PageMessageOptions {
  messages: Messages;
  shell: Shell;
  choose(choice: Choice): Promise<void>;
  online(): void;
  signOut(): Promise<void>;
}

export function setupPageMessages({ messages, shell, choose, online, signOut }: PageMessageOptions): void {
  const at = (sender: WebContents) => shell.at(windowOf(sender));
  messages.on(CHANNELS.ready, NOTHING, (sender) => at(sender).send({ type: 'ready' }));
  messages.on(CHANNELS.waiting, NOTHING, (sender) => at(sender).send({ type: 'waiting' }));
  messages.on(CHANNELS.showing, A_FAULT_AND_ID, (sender, ...shown) => at(sender).pageShows(...shown));
  messages.on(CHANNELS.cleared, AN_ID, (sender, id) => at(sender).send({ type: 'cleared', id }));
  messages.on(CHANNELS.lost, A_THROWN_AND_ID, (sender, ...lost) => void at(sender).pageLost(...lost));
  messages.on(GOING_CHANNEL, A_WAY, (sender, ...way) => at(sender).going(...way));
  messages.on(OVER_BUDGET_CHANNEL, A_COUNT, (_sender, channel, times) =>
    refused(channel, 'the page sends more than main takes', times),
  );
  messages.on(EMPTIED_CHANNEL, NOTHING, (sender) => at(sender).send({ type: 'emptied' }));
  messages.on(CHANNELS.retry, NOTHING, (sender) => at(sender).reload());
  messages.on(CHANNELS.online, NOTHING, online);
  messages.answer(CHANNELS.consent, A_CONSENT, createPageConsent(at, choose));
  ipcMain.on(CHANNELS.mayPrint, (event, ...args: unknown[]) => {
    event.returnValue =
      messages.accepted(CHANNELS.mayPrint, event, args, NOTHING) !== undefined && takePrint(event.sender);
  });
  messages.answer(CHANNELS.signOut, NOTHING, signOut);
}

/** How often in a run a page's own answer, for which main saw no press, makes main ask. */
const MAX_UNPRESSED = 3;

/**
 * Creates what takes a page's answer, for the fault of that page's window alone. It counts by itself only in a document of a
 * fault that main has loaded, which runs no code of the app, and after a press that main saw. Otherwise main asks the user:
 * a page of the app may answer by itself, and a screen reader presses nothing.
 */
function createPageConsent(
  at: (sender: WebContents) => Pick<AppWindow, 'window' | 'isFaultDocument' | 'asks'>,
  choose: (choice: Choice) => Promise<void>,
) {
  const ask = oneAtATime((window: Electron.BrowserWindow, choice: Choice) =>
    confirm(window, 'question', texts.question, '', choice === 'on' ? texts.sendReports : texts.sendNothing),
  );
  let unpressed = 0;
  return async (sender: WebContents, choice: Choice): Promise<ConsentAnswer> => {
    const asking = at(sender);
    const { asks, window, isFaultDocument } = asking;
    if (!asks || window?.webContents !== sender) return { isOpen: true };
    const isPressed = takeGesture(sender);
    if (!isPressed && !isFaultDocument && ++unpressed > MAX_UNPRESSED) return { isOpen: true };
    const isUsers = (isPressed && isFaultDocument) || ((await ask(window, choice)) === true && asking.asks);
    if (!isUsers) return { isOpen: true };
    try {
      await choose(choice);
      return {};
    } catch (error) {
      return { problem: (error as Error).message };
    }
  };
}
