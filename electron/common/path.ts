/** What may be at a path of `app://shell`, from its text alone. Whether there is such a file, the disk says (files.ts). */
import { SHELL_PATH } from '../shared/channels.ts';
import { isDocument, isFilePath } from '../shared/contentType.ts';
import { decoded } from '../shared/match.ts';

export interface ResolvedPath {
  /** Name of the file, relative and with slashes; undefined if no build has such a file. */
  file: string | undefined;
  /** Whether a page may answer without a file: not below `/_holdfast/`, nor where the extension is one of a build's files. */
  mayBePage: boolean;
}

/**
 * Undefined if it is malformed. Percent-encoding is decoded once, so a double-encoded dot stays the letters `%2e`.
 * Documents are always pages: they are never sent unchanged from the disk.
 * @param raw the path as in the URL, without query and fragment
 */
export function resolvePath(raw: string): ResolvedPath | undefined {
  const name = decoded(raw)?.slice(1);
  // As a link, a path with two slashes would lead to another host.
  if (name === undefined || !/^\/(?!\/)/.test(raw)) return undefined;
  const isNamed = !isDocument(name) && !/%2f/i.test(raw) && !/[\\:\p{Cc}]/u.test(name);
  return { file: isNamed ? name : undefined, mayBePage: !raw.startsWith(SHELL_PATH) && !isFilePath(name) };
}
