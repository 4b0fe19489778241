/** What an app's own code finds on `window.holdfast` in its pages. */
import type { Handlers, InvokeArguments, Invoked, Message, Messages, NameIn } from './handlers.ts';

export interface HoldfastPage {
  /** Opens the sign-in window, if the settings name a sign-in. The page is loaded again after it. */
  signIn(): void;
  /** Removes the cookies, saved answers and images of the web app, and loads the page again. Rejects if any is left. */
  signOut(): Promise<void>;
  /**
   * Calls a handler of the app's own code in main (`holdfast/main`), and resolves to its result. Rejects with a message
   * that says what is wrong: an unknown name, an input of another shape, or that it failed, with the id of the report.
   */
  invoke<N extends NameIn<Handlers>>(name: N, ...input: InvokeArguments<N>): Promise<Invoked<N>>;
  /** Calls `listener` with each value that the app's own code in main tells by this name. Returns a function that stops it. */
  onMessage<N extends NameIn<Messages>>(name: N, listener: (value: Message<N>) => void): () => void;
}

declare global {
  interface Window {
    /** What the preload gives; absent where the page is opened without the shell. */
    readonly holdfast?: HoldfastPage;
  }
}
