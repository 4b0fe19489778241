/** The only pages whose messages main acts on: those in the app's current window, and in windows that its pages opened. */
import type { WebContents } from 'electron';

type Page = Pick<WebContents, 'id'>;

let id: number | undefined;
const others = new Set<number>();

/** Sets the page in the app's window; undefined means none. */
export function trust(contents: Page | undefined): void {
  id = contents?.id;
}

/** Returns a function like `trust`, for one more window. */
export function trustOther(): typeof trust {
  let own = 0;
  return (contents) => {
    others.delete(own);
    own = contents?.id ?? 0;
    if (contents) others.add(own);
  };
}

/** The id of the contents in the app's window, for reports. */
export const trustedId = (): number | undefined => id;

export const isTrusted = (contents: Page): boolean => contents.id === id || others.has(contents.id);
