/** The table of a web build's answers, and the look-up in it: of main for `app://shell/`, of a worker at the server. */
import { SHELL_PATH } from './channels.ts';
import { contentTypeOf, isFilePath } from './contentType.ts';
import { createMatcher, decoded } from './match.ts';
import { type NextLoad, type NextTable, nextRouter } from './next.ts';

/** A document of the build. Offsets are UTF-16 units of its text, without a byte order mark. */
export interface WebDocument {
  /** Where to insert the page script, before every other script. */
  start: number;
  /** What else a document that is shown has in place of the file's own text, in order. */
  edits?: readonly Edit[];
  /** CSP sources (`'sha256-…'`) of what stands in it. */
  hashes: DocumentHashes;
}

/** Texts in place of the units from one offset to another. */
export type Edit = readonly [from: number, to: number, text: string];

/** In place of a document's nonce in its edits and its policy, until it is sent. */
export const NONCE = '{nonce}';

/** CSP sources by what they allow: inline scripts, `<style>`, `style="…"`. */
export type DocumentHashes = Record<'scripts' | 'styles' | 'attributes', readonly string[]>;

/** `web.json`: all names are decoded, relative to the build, with slashes. */
export interface AnswerTable {
  /** Path of the folder that the build was made for, percent-encoded, with slashes at both ends: `/`, `/shop/`. */
  base: string;
  /** SHA-256 of each file, as base64url. */
  files: Readonly<Record<string, string>>;
  documents: Readonly<Record<string, WebDocument>>;
  /** Documents that answer for many paths, such as `/posts/[id]`, in the order in which they are tried. */
  dynamic: readonly { path: string; file: string }[];
  /** The router's documents and the pages for 404, in the order in which they are tried; a folder is '' or `de/`. */
  fallbacks: readonly { folder: string; file: string; status: 200 | 404 }[];
  /** Paths of folders (`/assets/`) and files (`/app.js`) with scripts, percent-encoded. */
  scripts: readonly string[];
  /** The build's own service worker, if it registers one for every page. */
  worker?: string | undefined;
  next?: NextTable | undefined;
}

export interface AnswerParts {
  /** Markup for the start of each document. */
  head: string;
  /** Content security policies: of scripts that run as workers, of other files, and of documents, as a template. */
  policies: { script: string; file: string; document: string };
}

export interface Wanted {
  /** As in the URL, without query and fragment. */
  path: string;
  search: string;
  /** Whether the response will be shown as a page. */
  isDocument: boolean;
  /** Whether only the build's entry for this exact path responds: no fallback document, and no 404. */
  isExact?: boolean;
}

export type Answer =
  /** It answers at another path of the app, such as this one with a slash at the end. */
  { status: 302; location: string } | FileAnswer;

export interface FileAnswer {
  status: 200 | 404;
  file: string;
  headers: Readonly<Record<'content-type' | 'cache-control' | 'content-security-policy', string>>;
  /** For a document that is shown: `edited` applies them. */
  edits: readonly Edit[];
  /** What its server must say first, and the documents for other outcomes. */
  load?: NextLoad & { known: FileAnswer | undefined; none: FileAnswer | undefined };
}

const placeholder = (kind: string) => `'sha256-{${kind}}'`;
/** In place of a document's own hashes, a policy becomes a template. */
export const TEMPLATE_HASHES: DocumentHashes = {
  scripts: [placeholder('scripts')],
  styles: [placeholder('styles')],
  attributes: [placeholder('attributes')],
};

/** The policy of a document, but for its nonce. */
export const policyFor = (template: string, hashes: DocumentHashes): string =>
  Object.entries(hashes).reduce(
    (text, [kind, all]) => text.replaceAll(` ${placeholder(kind)}`, ['', ...all].join(' ')),
    template,
  );

/**
 * In the order of static hosts: the file itself, with `.html`, `index.html` in a folder of that name; for what will be
 * shown also a document for many paths, the router's document, and the page for 404.
 */
export function createLookup(table: AnswerTable, { head, policies }: AnswerParts) {
  const { base, files, documents, dynamic, fallbacks } = table;
  const match = createMatcher(dynamic);
  const has = (file: string) => Object.hasOwn(files, file);

  const answer = (file: string, isShown: boolean, status: 200 | 404 = 200): FileAnswer => {
    const type = contentTypeOf(file) ?? 'application/octet-stream';
    const document = isShown && Object.hasOwn(documents, file) ? documents[file] : undefined;
    const other = type.startsWith('text/javascript') ? policies.script : policies.file;
    return {
      status,
      file,
      headers: {
        'content-type': type,
        // An update may change every file in place.
        'cache-control': 'no-cache',
        'content-security-policy': document ? policyFor(policies.document, document.hashes) : other,
      },
      edits: document ? [[document.start, document.start, head], ...(document.edits ?? [])] : [],
    };
  };

  const route = table.next && nextRouter(table.next, base, has);
  const ofNext = ({ path, search, isDocument: isShown }: Wanted): Answer | undefined => {
    const name = decode(path.slice(base.length));
    if (name && path.startsWith(base) && has(name)) return answer(name, false);
    const found = isShown && `${path}/`.startsWith(base) ? route?.(path, search) : undefined;
    if (found?.kind === 'redirect') return { status: 302, location: found.to };
    if (found?.kind !== 'load') return found && answer(found.file, true, found.status);
    const { rendered, missing } = found.load;
    const known = rendered && answer(rendered.html, true);
    const none = missing === undefined ? undefined : answer(missing, true, 404);
    return { ...answer(found.file, true), load: { ...found.load, known, none } };
  };

  return (wanted: Wanted): Answer | undefined => {
    const { path, search, isDocument: isShown, isExact = false } = wanted;
    if (path.startsWith(SHELL_PATH)) return undefined;
    if (route) return ofNext(wanted);
    if (!path.startsWith(base)) {
      const isAbove = `${path}/` === base || (isShown && path === '/');
      return isAbove ? { status: 302, location: base + search } : undefined;
    }
    const rest = path.slice(base.length);
    const name = decode(rest);
    const exact = name === undefined ? undefined : namesFor(name).find(has);
    if (exact !== undefined)
      return isFolder(rest, exact) ? { status: 302, location: `${path}/${search}` } : answer(exact, isShown);
    // A missing script or picture is never answered with a document, nor what a script asks for.
    if (!isShown || isFilePath(name ?? rest)) return undefined;
    const found = match(`/${rest}`);
    // What begins with a parameter is meant for any path.
    if (found.kind === 'page' && !(isExact && found.page.path.startsWith('/[')))
      return answer(found.page.file, isShown);
    const fallback = isExact
      ? undefined
      : fallbacks.find(({ folder }) => `${name ?? rest}/`.startsWith(folder));
    return fallback && answer(fallback.file, isShown, fallback.status);
  };
}

/** The name that a path stands for; undefined if no file can have it. An encoded slash does not separate folders. */
const decode = (path: string): string | undefined => (/%2f/i.test(path) ? undefined : decoded(path));

/** Returns the possible names of the file at a decoded path, in the order in which they are tried. */
function namesFor(path: string): string[] {
  if (path === '') return ['index.html'];
  const name = path.replace(/\/$/, '');
  const [page, index] = [`${name}.html`, `${name}/index.html`];
  return path.endsWith('/') ? [index, page] : [name, page, index];
}

/** Whether a path without a slash at the end leads to the start page of a folder. */
const isFolder = (path: string, file: string) =>
  /(?:^|\/)index\.html$/.test(file) && !/(?:^|\/)(?:index(?:\.html)?)?$/.test(path);

export function edited(bytes: Uint8Array, edits: readonly Edit[], nonce: string): string {
  const html = new TextDecoder().decode(bytes);
  let result = '';
  let end = 0;
  for (const [from, to, text] of edits.toSorted(([one], [other]) => one - other)) {
    result += html.slice(end, from) + text.replaceAll(NONCE, nonce);
    end = to;
  }
  return result + html.slice(end);
}
