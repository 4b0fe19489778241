/** `holdfast/main`: the app's own code in main, a separate bundle that reaches Holdfast through `globalThis`. */
import type { App, BrowserWindow, MenuItemConstructorOptions } from 'electron';
import { type Facade, MAIN_KEY as KEY } from '../../shared/facade.ts';
import type { SentryOptions } from '../../shared/reportTypes.ts';
import type { Message, Messages, NameIn } from '../../shared/windowHoldfast.ts';
import type { InputOf, OutputOf, Schema } from './standardSchema.ts';

export * from '../../shared/windowHoldfast.ts';
export type { Schema, SentryOptions };

/** What main puts on `globalThis` for it; nothing outside of the app. */
export type Shared = { [KEY]?: { define(main: unknown): void; telemetry: Facade } };

/** What each function of the app's own code gets from Holdfast. */
export interface Context {
  app: App;
  /** The window, while it is open. Call this each time: after a crash a new window replaces it. */
  window(): BrowserWindow | undefined;
  /** Calls `listener` with the window and with each later one that replaces it, so that it can add event handlers. */
  eachWindow(listener: (window: BrowserWindow) => void): void;
  /** Brings the window to the front, and opens it if it is closed. @param path a page to open, such as `/orders?new` */
  open(path?: string): void;
  /**
   * Sends a value to the page's `window.holdfast.onMessage`. Returns whether the app's page is there; a value sent
   * before the page listens is lost.
   * @throws Error if the value cannot be cloned
   */
  tell<N extends NameIn<Messages>>(name: N, value: Message<N>): boolean;
  /** Writes to stderr, without private data. */
  log(...parts: unknown[]): void;
  /** Reports an error that the code caught; `holdfast/telemetry` has the other functions. */
  captureException: Facade['captureException'];
}

/** The same for a handler. */
export interface CallContext extends Context {
  /** The window of the calling page: the parent for a dialog. */
  caller: BrowserWindow;
}

/** Two maps, one for names and schemas and one for results, so that TypeScript infers both. */
type HandleOf<S, O> = {
  [K in keyof S]: {
    /** Any Standard Schema, such as one from valibot, zod or arktype. Without one the handler takes no input. */
    input?: S[K] & Schema;
    /** Whether pages of the app's server (`web.address`) may call it: their code is not sealed in the app. */
    remote?: boolean;
    /** Answers a page. The result must be cloneable (`structuredClone`). An exception is reported and rejects the call. */
    run(input: OutputOf<S[K]>, context: CallContext): unknown;
  };
} & { [K in keyof O]: { run(...input: never[]): O[K] } };

/** Every key is optional. */
// biome-ignore lint/suspicious/noExplicitAny: of whatever handlers
export interface Main<S = any, O = any> {
  /** Called after the window opens. The first page loads when it returns or reaches its first `await`. */
  ready?(context: Context): void | Promise<void>;
  /** Returns the application menu, based on Holdfast's. */
  menu?(template: MenuItemConstructorOptions[], context: Context): MenuItemConstructorOptions[];
  /** What pages may call, from the first page on, by name: `window.holdfast.invoke(name, input)`. */
  handle?: HandleOf<S, O>;
  /**
   * Changes the headers of a request to a server, from a page (`webContentsId`) or from main, before it is sent.
   * Electron allows one `webRequest.onBeforeSendHeaders` per session, and Holdfast uses it.
   */
  requestHeaders?(
    headers: Record<string, string>,
    request: { url: string; webContentsId?: number | undefined },
  ): Record<string, string>;
  /** Has the last word on the Sentry SDK's options in main, such as `beforeSend`, before the SDK starts. */
  sentry?(options: SentryOptions): SentryOptions;
}

type Call<I, O> = undefined extends I ? (input?: I) => O : (input: I) => O;

/** The handler types of a definition, for `Handlers`. */
export type HandlersOf<M> =
  M extends Main<infer S, infer O>
    ? { [K in keyof S]: Call<InputOf<S[K]>, K extends keyof O ? Awaited<O[K]> : never> }
    : never;

/**
 * Defines the app's own code in main; use it as the default export of `desktop/main.ts`.
 * @throws TypeError that names the mistake
 */
export function defineMain<S = unknown, O = unknown>(main: Main<S, O>): Main<S, O> {
  // Outside of the app, as in the app's own tests, nobody receives it.
  (globalThis as Shared)[KEY]?.define(main);
  return main;
}
