/** The one page whose messages main carries out: that of the app's current window. */
import type { WebContents } from 'electron';

export class TrustedPage {
  #id: number | undefined;

  /** From now on it is this one; undefined: none. */
  set(contents: WebContents | undefined): void {
    this.#id = contents?.id;
  }

  /** The id of its contents, for reports. */
  get id(): number | undefined {
    return this.#id;
  }

  readonly is = (contents: WebContents): boolean => contents.id === this.#id;
}
