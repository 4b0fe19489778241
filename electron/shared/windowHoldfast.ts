/** What an app's own code finds on `window.holdfast` in its pages, and the types that these share with its own main. */

/**
 * The handlers in main, by name: `(input) => output`. An app adds its own: `declare module 'holdfast/main' { interface
 * Handlers extends HandlersOf<typeof main> {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add to it.
export interface Handlers {}

/** The messages from main to pages, by name: the type of the value. An app adds its own, as with `Handlers`. */
// biome-ignore lint/suspicious/noEmptyInterface: apps add to it.
export interface Messages {}

/** The declared names; any string if none is declared. */
export type NameIn<T> = [keyof T] extends [never] ? string : keyof T & string;

type Handler<N> = N extends keyof Handlers ? Handlers[N] : (input?: unknown) => unknown;

export type InvokeArguments<N> = Handler<N> extends (...input: infer A) => unknown ? A : never;
export type Invoked<N> = Handler<N> extends (...input: never) => infer R ? R : never;
export type Message<N> = N extends keyof Messages ? Messages[N] : unknown;

export interface HoldfastPage {
  /** Removes the web app's cookies and its saved answers and images, then loads the page again. Rejects if any remain. */
  signOut(): Promise<void>;
  /**
   * Calls a handler of the app's own code in main (`holdfast/main`) and resolves to its result. Rejects with a message
   * if the name is unknown, the input has the wrong shape, or the handler failed; then with the report's id.
   */
  invoke<N extends NameIn<Handlers>>(name: N, ...input: InvokeArguments<N>): Promise<Invoked<N>>;
  /** Calls `listener` with each value that the app's main code sends by this name. Returns a function that unsubscribes. */
  onMessage<N extends NameIn<Messages>>(name: N, listener: (value: Message<N>) => void): () => void;
}

declare global {
  interface Window {
    /** Provided by the preload; absent if the page is open outside of the shell. */
    readonly holdfast?: HoldfastPage;
  }
}
