/**
 * `holdfast/main`: the app's own code in main. It is bundled into a file of its own; what it calls of Holdfast is what
 * main has put on `globalThis`.
 */

import type { App, BrowserWindow, MenuItemConstructorOptions } from 'electron';
import type { Facade } from '../shared/facade.ts';
import type { Message, Messages, NameIn } from '../shared/handlers.ts';
import type { SentryOptions } from '../shared/reportTypes.ts';
import { shared } from './global.ts';
import type { InputOf, OutputOf, Schema } from './schema.ts';

export * from '../shared/handlers.ts';
export type { HoldfastPage } from '../shared/page.ts';
export type { Schema, SentryOptions };

/** What the app's own code gets of Holdfast, in each of its functions. */
export interface Context {
  app: App;
  /**
   * The window, as long as it is open. Ask for it each time: after a crash another one takes its place, and one that is
   * kept is gone.
   */
  window(): BrowserWindow | undefined;
  /** Calls `listener` with the window, and with each that takes its place: for its events. */
  eachWindow(listener: (window: BrowserWindow) => void): void;
  /** Brings the window to the front; opens it if it is closed. @param path a page to go to, such as `/orders?new` */
  open(path?: string): void;
  /**
   * Sends a value to the page, for its `window.holdfast.onMessage`. Returns whether the app's page is there; a value that
   * comes before the page listens is lost.
   * @throws Error if the value cannot be cloned
   */
  tell<N extends NameIn<Messages>>(name: N, value: Message<N>): boolean;
  /** Writes to stderr, without what is private. */
  log(...parts: unknown[]): void;
  /** Reports an error that the code has caught: see `holdfast/telemetry`, which has the other functions. */
  captureException: Facade['captureException'];
}

/** The same in a handler. */
export interface CallContext extends Context {
  /** The window whose page calls: the parent for a dialog. */
  caller: BrowserWindow;
}

/** One map for names and schemas, one for results: so that both are inferred, each from its half. */
type HandleOf<S, O> = {
  [K in keyof S]: {
    /** Any Standard Schema, such as one of valibot, zod or arktype. Without one the handler takes nothing. */
    input?: S[K] & Schema;
    /**
     * Answers a page. What it returns must be data, as for `structuredClone`. What it throws is reported, and rejects in
     * the page.
     */
    run(input: OutputOf<S[K]>, context: CallContext): unknown;
  };
} & { [K in keyof O]: { run(...input: never[]): O[K] } };

/** All of it is optional. */
// biome-ignore lint/suspicious/noExplicitAny: of whatever handlers
export interface Main<S = any, O = any> {
  /** Called once the window is there. The first page is loaded when it returns, or has come to its first `await`. */
  ready?(context: Context): void | Promise<void>;
  /** Gives the application menu, made from Holdfast's. */
  menu?(template: MenuItemConstructorOptions[], context: Context): MenuItemConstructorOptions[];
  /** What pages may call, by name: `window.holdfast.invoke(name, input)`. They may from the first page on. */
  handle?: HandleOf<S, O>;
  /**
   * Changes the headers of a request to a server, of a page (`webContentsId`) or of main, before it leaves. Electron
   * keeps one `webRequest.onBeforeSendHeaders` in a session, and that is Holdfast's.
   */
  requestHeaders?(
    headers: Record<string, string>,
    request: { url: string; webContentsId?: number | undefined },
  ): Record<string, string>;
  /** The last word on the options of Sentry's SDK in main, such as `beforeSend`, before it starts. */
  sentry?(options: SentryOptions): SentryOptions;
}

type Call<I, O> = undefined extends I ? (input?: I) => O : (input: I) => O;

/** The types of a definition's handlers, for `Handlers`. */
export type HandlersOf<M> =
  M extends Main<infer S, infer O>
    ? { [K in keyof S]: Call<InputOf<S[K]>, K extends keyof O ? Awaited<O[K]> : never> }
    : never;

/**
 * Defines the app's own code in main; the default export of `desktop/main.ts`.
 * @throws TypeError that names what is wrong
 */
export function defineMain<S = unknown, O = unknown>(main: Main<S, O>): Main<S, O> {
  // Elsewhere, as in a test of the app's own, there is nobody to take it.
  shared()?.define(main);
  return main;
}
