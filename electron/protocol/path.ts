/** What a path of `app://shell` asks for, decided from its text alone. */
import { posix } from 'node:path';
import { contentTypeOf } from './contentType.ts';

/**
 * `document`: a page; the built index.html answers and the renderer decides whether the page exists.
 * `asset`: the file `relative` (slashes, decoded); if there is none, a page when `orDocument`, else 404.
 * `missing`: only a file could answer, and no build can hold a file of that name.
 * `bad`: 400; `reason` goes on with "The path …".
 */
export type ResolvedPath =
  | { kind: 'document' }
  | { kind: 'asset'; relative: string; orDocument: boolean }
  | { kind: 'missing' }
  | { kind: 'bad'; reason: string };

type Rule = readonly [pattern: RegExp, reason: string];

const RAW_RULES: readonly Rule[] = [
  // Two slashes start an address with another host wherever the path is used as a link.
  [/^(?!\/)|^\/\//, 'must start with one slash'],
  [/%2f/i, 'has an encoded slash'],
];

const DECODED_RULES: readonly Rule[] = [
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
    return { kind: 'bad', reason: 'has a percent sign that does not start an encoded UTF-8 character' };
  }
  const broken =
    RAW_RULES.find(([pattern]) => pattern.test(raw)) ??
    DECODED_RULES.find(([pattern]) => pattern.test(decoded));
  if (broken) return { kind: 'bad', reason: broken[1] };

  const relative = decoded.slice(1);
  const extension = posix.extname(relative).toLowerCase();
  const isFile = decoded.startsWith('/assets/') || contentTypeOf(extension) !== undefined;
  if (extension === '.html' || (!extension && !isFile)) return { kind: 'document' };
  if (relative.split('/').some((segment) => NO_FILE.test(segment))) {
    return { kind: isFile ? 'missing' : 'document' };
  }
  return { kind: 'asset', relative, orDocument: !isFile };
}
