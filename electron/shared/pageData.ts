/** What main and the page agree on about page data, beyond the framework's own protocol. */

/** Where the page asks for the web app's build and sign-in: `{"buildId": "…", "signIn": "/login"}`, or an error with its reason as text. */
export const BUILD_PATH = '/_next/data/build.json';

/** Header of an answer that main gives because the server gave none: a Chromium name such as `ERR_CONNECTION_REFUSED`. */
export const ERROR_HEADER = 'x-holdfast-error';

/** Header of a saved answer: when it was saved, in ms since the epoch. */
export const SAVED_HEADER = 'x-holdfast-saved-at';

/** Header of an answer whose status Chromium does not know: the status. */
export const STATUS_HEADER = 'x-holdfast-status';

/** The JSON object in a text; undefined if it is none. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
