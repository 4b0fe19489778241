/** What main knows about an app's web build: `web.json`, written by the tool when the app is assembled. */

/** A document of the build. Offsets are UTF-16 units of its text, without a byte order mark. */
export interface WebDocument {
  /** Size of the file in bytes, to notice one that is not the analysed one. */
  bytes: number;
  /** Where the page's script is inserted, before every other script. */
  start: number;
  /** Where each `<style>` takes its nonce, in order. */
  styles: readonly number[];
  /** CSP sources (`'sha256-…'`) of its inline scripts, and of its style attributes. */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

/** What the policy refuses, or what else will not work as it does on a server. */
export interface BuildProblem {
  file: string;
  /** Such as `script-src`. */
  directive: string;
  /** In words, with the markup in question. */
  what: string;
}

export interface WebBuild {
  /** By file, relative to the build, with slashes: `posts/[id].html`. */
  documents: Readonly<Record<string, WebDocument>>;
  /** Documents that answer for many paths: `/posts/[id]`. In the order in which they are tried. */
  dynamic: readonly { path: string; file: string }[];
  /** The document for every path without one of its own: the app's own router does the rest. */
  fallback?: string | undefined;
  /** Paths of folders (`/assets/`) and files (`/app.js`) with scripts, percent-encoded. */
  scripts: readonly string[];
  /** Told by the tool; main has no use for them. */
  problems: readonly BuildProblem[];
}
