/** The only page whose messages main acts on: the one in the app's current window. */
import type { WebContents } from 'electron';

let id: number | undefined;

/** Sets the page; undefined means none. */
export function trust(contents: Pick<WebContents, 'id'> | undefined): void {
  id = contents?.id;
}

/** The id of its contents, for reports. */
export const trustedId = (): number | undefined => id;

export const isTrusted = (contents: Pick<WebContents, 'id'>): boolean => contents.id === id;
