/** The only pages whose messages main acts on: those in the app's current window, and in windows that its pages opened. */
import type { WebContents } from 'electron';

type Pages = readonly (Pick<WebContents, 'id'> | undefined)[];

let pages: () => Pages = () => [];

/** Says which pages these are: first the one in the app's own window, if it is open. */
export function trust(windows: typeof pages): void {
  pages = windows;
}

/** The id of the contents in the app's window, for reports. */
export const trustedId = (): number | undefined => pages()[0]?.id;

export const isTrusted = ({ id }: Pick<WebContents, 'id'>): boolean =>
  pages().some((page) => page?.id === id);
