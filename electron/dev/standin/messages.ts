/** Messages of main to the preload's world of the document that is shown. */
import { encode } from './clone.ts';

/** Runs a function of the stand-in in the preload's world of one document. */
export type Speaker = (text: string) => Promise<unknown>;

export class Messages {
  private speak: Speaker | undefined;

  /** A new document, or none. */
  setSpeaker(speak: Speaker | undefined): void {
    this.speak = speak;
  }

  /** Throws what cannot be cloned. Without a document that listens the message is lost, as in Electron. */
  tell(message: Record<string, unknown>): void {
    const text = encode(message);
    // The document may go or crash while a message is on its way; Electron drops it as well.
    this.speak?.(text).catch((error) => {
      if (process.env.HOLDFAST_STANDIN_DEBUG) console.error('stand-in: a message was dropped:', error);
    });
  }

  /** Whether the document of now is still there later. */
  isStillThere(): () => boolean {
    const { speak } = this;
    return () => speak !== undefined && speak === this.speak;
  }
}
