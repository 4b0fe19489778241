/** Decides what a path of `app://shell` requests, from its text alone. */

import { posix } from 'node:path';
import { SHELL_PATH } from '../shared/channels.ts';
import { contentTypeOf } from '../shared/contentType.ts';
import { decoded as decode } from '../shared/match.ts';

/**
 * `document`: a page, which starts with the built index.html. `asset`: the file `relative` (slashes, decoded); if it
 * does not exist, a page if `orDocument`, else 404. `missing`: a file whose name no build can have. `bad`: not a file;
 * `reason` continues "The path …". It can be a page's path unless it `isMalformed`, because a parameter may contain a
 * slash or a line break.
 */
export type ResolvedPath =
  | { kind: 'document' }
  | { kind: 'asset'; relative: string; orDocument: boolean }
  | { kind: 'missing' }
  | { kind: 'bad'; reason: string; isMalformed?: true };

const DECODED_RULES: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\\/, 'has a backslash'],
  [/\p{Cc}/u, 'has a control character'],
  [/\/\.{1,2}(\/|$)/, 'has a dot segment'],
  [/\/[a-z][:|](\/|$)/i, 'names a drive'],
];

/**
 * Segments that some system does not read as a file of that name: empty ones; streams, wildcards, trailing dots and
 * spaces, and device names on Windows (Microsoft, "Naming Files, Paths, and Namespaces"); `.asar`, which Electron opens
 * as an archive. Pages may have such names, files may not.
 */
const NO_FILE =
  /^$|[<>:"|?*]|[. ]$|\.asar$|^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(\.|$)/i;

/**
 * Percent-encoding is decoded once, so a double-encoded dot stays the letters `%2e`. A path under `/_holdfast/`, or
 * with an extension of a build's files, is a file. Any other path is a file if one exists, else a page (`/orders`,
 * `/users/john.doe`). `.html` is always a page: documents are never sent unchanged from disk.
 * @param raw the path as in the URL, without query and fragment
 */
export function resolvePath(raw: string): ResolvedPath {
  const decoded = decode(raw);
  if (decoded === undefined) {
    const reason = 'has a percent sign that does not start an encoded UTF-8 character';
    return { kind: 'bad', reason, isMalformed: true };
  }
  // As a link, a path with two slashes would lead to another host.
  if (!/^\/(?!\/)/.test(raw)) return { kind: 'bad', reason: 'must start with one slash', isMalformed: true };
  const reason = /%2f/i.test(raw)
    ? 'has an encoded slash'
    : DECODED_RULES.find(([pattern]) => pattern.test(decoded))?.[1];
  if (reason !== undefined) return { kind: 'bad', reason };

  const relative = decoded.slice(1);
  const extension = posix.extname(relative).toLowerCase();
  const isFile = decoded.startsWith(SHELL_PATH) || contentTypeOf(relative) !== undefined;
  if (extension === '.html') return { kind: 'document' };
  if (relative.split('/').some((segment) => NO_FILE.test(segment))) {
    return { kind: isFile ? 'missing' : 'document' };
  }
  return { kind: 'asset', relative, orDocument: !isFile };
}

/** Whether a document may answer for a path without a file. */
export function mayBePage(path: ResolvedPath): boolean {
  return path.kind === 'asset' ? path.orDocument : path.kind !== 'missing';
}
