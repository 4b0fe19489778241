/** Page data: what main and the page agree on in addition to the framework's protocol. */

import { isObject } from './isObject.ts';

/** Answers with the web app's build id and sign-in path, `{"buildId": "…", "signIn": "/login"}`, or an error as text. */
export const BUILD_PATH = '/_next/data/build.json';

/** Header of main's own answer if the server sent none: a Chromium error name such as `ERR_CONNECTION_REFUSED`. */
export const ERROR_HEADER = 'x-holdfast-error';

/** Header of a saved answer: when it was saved, in ms since the epoch. */
export const SAVED_HEADER = 'x-holdfast-saved-at';

/** Header with the real status, if Chromium does not know it. */
export const STATUS_HEADER = 'x-holdfast-status';

/** Parses a JSON object; undefined if `text` is not one. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
