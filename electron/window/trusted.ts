/** The only page whose messages main acts on: the one in the app's current window. */
import type { WebContents } from 'electron';

export class TrustedPage {
  #id: number | undefined;

  /** Sets the trusted page; undefined means none. */
  set(contents: WebContents | undefined): void {
    this.#id = contents?.id;
  }

  /** The id of its contents, for reports. */
  get id(): number | undefined {
    return this.#id;
  }

  readonly is = (contents: WebContents): boolean => contents.id === this.#id;
}
