/** What main knows about an app's web build: `web.json`, written by the tool when it assembles the app. */

/** A document of the build. Offsets are UTF-16 units of its text, without a byte order mark. */
export interface WebDocument {
  /** Size of the file in bytes, to notice a file that is not the analysed one. */
  bytes: number;
  /** Where to insert the page script, before every other script. */
  start: number;
  /** Where each `<style>` gets its nonce, in order. */
  styles: readonly number[];
  /** CSP sources (`'sha256-…'`) of its inline scripts, its event handlers and `javascript:` addresses, its style attributes. */
  scriptHashes: readonly string[];
  handlerHashes: readonly string[];
  styleHashes: readonly string[];
}

/** Something that the policy refuses, or that will not work as on a server. */
export interface BuildProblem {
  file: string;
  /** For example `script-src`. */
  directive: string;
  /** A description, with the markup in question. */
  what: string;
  /** The server that it would be loaded from, such as `https://cdn.example.com`, if that is what is refused. */
  from?: string;
}

export interface WebBuild {
  /** By file, relative to the build, with slashes: `posts/[id].html`. */
  documents: Readonly<Record<string, WebDocument>>;
  /** Documents that answer for many paths, such as `/posts/[id]`, in the order in which they are tried. */
  dynamic: readonly { path: string; file: string }[];
  /** The document for every path without its own: the app's router does the rest. */
  fallback?: string | undefined;
  /** Paths of folders (`/assets/`) and files (`/app.js`) with scripts, percent-encoded. */
  scripts: readonly string[];
  /** Printed by the tool; main does not use them. */
  problems: readonly BuildProblem[];
}
