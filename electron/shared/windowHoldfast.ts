/** What an app's own code finds on `window.holdfast` in its pages. */
import type { Handlers, InvokeArguments, Invoked, Message, Messages, NameIn } from './handlers.ts';

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
    /** Absent outside of the shell. */
    readonly holdfast?: HoldfastPage;
  }
}
