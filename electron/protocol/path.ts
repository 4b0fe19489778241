/** What a path of `app://shell` asks for, decided from its text alone. */
import { posix } from 'node:path';
import { contentTypeOf } from './contentType.ts';

/**
 * `document`: a page; the built index.html answers and the renderer decides whether the page exists.
 * `asset`: the file `relative` (slashes, decoded); if there is none, a page when `orDocument`, else 404.
 * `missing`: only a file could answer, and no build can hold a file of that name.
 * `bad`: no file; `reason` goes on with "The path …". A page may have such a path unless it `isMalformed`: a parameter
 *   may well hold a slash or a line break.
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
 * Segments that some system reads as something else than a file of that name: empty ones; streams, wildcards,
 * trailing dots and spaces and device names on Windows (Microsoft, "Naming Files, Paths, and Namespaces");
 * `.asar`, which Electron's file system opens as an archive. Pages may have such names, files may not.
 */
const NO_FILE =
  /^$|[<>:"|?*]|[. ]$|\.asar$|^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(\.|$)/i;

/**
 * Decides what a path asks for.
 *
 * Percent-encoding is decoded once, so a double-encoded dot stays the letters `%2e`. A path under `/assets/`,
 * or with an extension that a build holds, is a file. Any other extension is a file if there is one, else a
 * page (`/users/john.doe`). `.html` is always a page: the app has one document, and main fills the error
 * document itself.
 *
 * @param raw the path as it stands in the URL, without query and fragment
 */
export function resolvePath(raw: string): ResolvedPath {
  let decoded: string;
  try {
    decoded = decodeURIComponent(raw);
  } catch {
    const reason = 'has a percent sign that does not start an encoded UTF-8 character';
    return { kind: 'bad', reason, isMalformed: true };
  }
  // Two slashes start an address with another host wherever the path is used as a link.
  if (!/^\/(?!\/)/.test(raw)) return { kind: 'bad', reason: 'must start with one slash', isMalformed: true };
  const reason = /%2f/i.test(raw)
    ? 'has an encoded slash'
    : DECODED_RULES.find(([pattern]) => pattern.test(decoded))?.[1];
  if (reason !== undefined) return { kind: 'bad', reason };

  const relative = decoded.slice(1);
  const extension = posix.extname(relative).toLowerCase();
  const isFile = decoded.startsWith('/assets/') || contentTypeOf(extension) !== undefined;
  if (extension === '.html' || (!extension && !isFile)) return { kind: 'document' };
  if (relative.split('/').some((segment) => NO_FILE.test(segment))) {
    return { kind: isFile ? 'missing' : 'document' };
  }
  return { kind: 'asset', relative, orDocument: !isFile };
}
