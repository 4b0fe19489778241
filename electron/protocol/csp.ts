/** The content security policy: what pages may load by default, with `policy: 'strict'`, and what settings add. */
import { nodeCrypto } from '../app/nodeCrypto.ts';
import { APP_ORIGIN, APP_SCHEME, REFUSED_PATH, SHELL_PATH } from '../shared/channels.ts';
import * as TEXTS from '../shared/texts.ts';
import { lookRules } from './look.ts';
import { type AppResponse, textResponse } from './message.ts';

export const POLICY = 'content-security-policy';

/**
 * Where the build puts scripts and styles. `'self'` would include the web app's responses, and Chromium does not
 * enforce `nosniff` for a custom scheme.
 */
const ASSETS = APP_ORIGIN + SHELL_PATH;

/** An address with this scheme, unencrypted only on this machine. */
const addressOf = (scheme: string) =>
  `(?:${scheme}s://(?:\\*\\.)?[\\w-]+(?:\\.[\\w-]+)*|${scheme}://(?:(?:[\\w-]+\\.)*localhost|127(?:\\.\\d+){3}))(?::\\d+)?(?:/[\\w.~%/-]*)?`;
const HOST = 'https://cdn.example.com, https://*.example.com';
const SOCKET = 'wss://live.example.com';
/** Examples that stand for any address like them. */
const EXAMPLES: Readonly<Record<string, string>> = { [HOST]: addressOf('http'), [SOCKET]: addressOf('ws') };

/**
 * What pages may do unless the setting `policy` is `strict`: everything that cannot bring in somebody else's script.
 * Styles, `data:` and `blob:` run no script; frames and workers made from them inherit the page's policy and have no
 * bridge. `app:` covers addresses such as `//cdn.example.com/a.png`: main redirects them to https, where the policy
 * decides again by the host.
 */
const OPEN: readonly string[] = [
  // The second allows the event handlers in the build's documents, by their hashes.
  "script-src 'wasm-unsafe-eval' 'unsafe-hashes'",
  `style-src 'unsafe-inline' ${APP_SCHEME}: data: blob:`,
  `img-src ${APP_SCHEME}: data: blob:`,
  `font-src ${APP_SCHEME}: data: blob:`,
  `connect-src ${APP_SCHEME}: data: blob:`,
  `media-src 'self' ${APP_SCHEME}: data: blob:`,
  `frame-src 'self' ${APP_SCHEME}: data: blob:`,
  'worker-src data: blob:',
  // An injected <base> cannot lead to another server, and scripts still come from the build's folders only.
  "base-uri 'self'",
  "frame-ancestors 'self'",
];

/** Returns the entries of the policy for the settings `policy` and `contentSecurityPolicy`. */
export const policyEntries = (kind: 'default' | 'strict' = 'default', added: readonly string[] = []) =>
  kind === 'strict' ? added : [...OPEN, ...added];

/** How to build without code that is made from text at run time. */
export const NO_EVAL =
  'build without eval (emscripten: -sDYNAMIC_EXECUTION=0; webpack: a devtool without "eval"; Vue, Handlebars, Ajv: compile templates in the build)';

/**
 * Allowed additions by directive. No external scripts: they would have the user's session and the bridge to main, and a
 * settings file, which is not signed, could add them. No page needs the directives that are not listed (`base-uri`,
 * `form-action`, `frame-ancestors`, `object-src`).
 */
const MAY_ADD: Readonly<Record<string, readonly string[]>> = {
  'script-src': ["'wasm-unsafe-eval'"],
  'style-src': ["'unsafe-inline'", 'data:', 'blob:', HOST],
  'img-src': ['data:', 'blob:', 'https:', HOST],
  'font-src': ['data:', 'blob:', HOST],
  'connect-src': ['data:', 'blob:', 'https:', 'wss:', HOST, SOCKET],
  'media-src': ["'self'", 'data:', 'blob:', 'https:', HOST],
  'frame-src': ["'self'", 'data:', 'blob:', HOST],
  'worker-src': ['data:', 'blob:', "'unsafe-eval'"],
  // Chromium 130 does not know it: electron/window/security.ts enforces it, and no document has it.
  webrtc: ["'allow'"],
};

function takesOf(directive: string, allowed: readonly string[]): string {
  const all = allowed.map((source) => (source.startsWith("'") ? `${source} (with its quotes)` : source));
  return directive === 'script-src'
    ? `'wasm-unsafe-eval': put scripts into your build, and ${NO_EVAL}. In workers, "worker-src 'unsafe-eval'" allows it`
    : all.join(', ');
}

/** Whether pages may send datagrams to any address, to connect to other people by WebRTC. */
export const allowsWebRtc = (entries: readonly string[]): boolean => sourcesOf(entries, 'webrtc').length > 0;

/** Splits an entry such as `img-src data: blob:` into directive and sources. */
const parse = (entry: string) => entry.trim().split(/\s+/) as [directive: string, ...sources: string[]];

export function sourcesOf(entries: readonly string[], directive: string): string[] {
  return entries.map(parse).flatMap(([name, ...sources]) => (name === directive ? sources : []));
}

/**
 * Returns entries that let pages open WebSockets to the app's servers: Chromium does not upgrade requests of a custom
 * scheme, so WebSockets connect to the server itself.
 * @param addresses `https://app.example.com/api/*`, `https://app.example.com/health`
 */
export const socketEntries = (addresses: readonly string[]): string[] =>
  addresses.map((address) => `connect-src ${address.replace(/^http/, 'ws').replace(/\*$/, '')}`);

/** The CSP source of an inline script or style. */
export const hashSource = (text: string): string =>
  `'sha256-${nodeCrypto().createHash('sha256').update(text).digest('base64')}'`;

/** Returns what is wrong with entries, or undefined. The text follows the setting's name and never repeats a source. */
export function policyProblem(entries: readonly string[]): string | undefined {
  for (const [at, entry] of entries.entries()) {
    const [directive, ...sources] = parse(entry);
    const texts = TEXTS.settings.policy;
    if (entry.includes(';')) return texts.semicolon(at + 1);
    if (!Object.hasOwn(MAY_ADD, directive)) return texts.directive(at + 1, Object.keys(MAY_ADD).join(', '));
    const allowed = MAY_ADD[directive] ?? [];
    const isSource = new RegExp(`^(?:${allowed.map((one) => EXAMPLES[one] ?? one).join('|')})$`, 'i');
    if (sources.length === 0 || !sources.every((source) => isSource.test(source)))
      return texts.source(directive, takesOf(directive, allowed));
  }
  return undefined;
}

/** CSP sources (`'sha256-…'`) of a document's inline scripts, event handlers and style attributes. */
interface DocumentHashes {
  scriptHashes: readonly string[];
  handlerHashes: readonly string[];
  styleHashes: readonly string[];
}

/** Makes a policy, with the document's nonce if it has one, and what only this document may do. */
export type Policy = (nonce?: string, hashes?: DocumentHashes) => string;

/** CSP sources of the documents of one kind, by directive. */
type Sources = Readonly<Record<string, readonly string[]>>;

/**
 * The shell's own documents, which an app's pages in `web.pages` share.
 * @param styleHashes of the documents' inline styles
 */
export const shellSources = (styleHashes: readonly string[]): Sources => ({
  'script-src': [ASSETS],
  // The build's style sheets, and the inline styles that paint the frame before any file is loaded.
  'style-src': [ASSETS, ...styleHashes],
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  // Pages' requests go through main; only WebSockets connect to the server itself.
  'connect-src': ["'self'"],
  'worker-src': [ASSETS],
});

/**
 * Documents of a web build. Bundlers inline small pictures, fonts and sounds as data.
 * @param places paths of folders and files with scripts
 */
export function webSources(places: readonly string[]): Sources {
  const scripts = [ASSETS, ...places.map((place) => APP_ORIGIN + place)];
  return {
    'script-src': scripts,
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'media-src': ["'self'", 'data:', 'blob:'],
    'manifest-src': ["'self'"],
    'worker-src': scripts,
  };
}

/** Directives that `default-src` does not cover, and their sources unless an entry names others. */
const CLOSED: Sources = {
  // A <base> would redirect every relative address.
  'base-uri': ["'none'"],
  // A form may only post to the app: electron/webapp/navigation.ts.
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/**
 * Without `'unsafe-inline'`, allows only inline styles with a given hash or the nonce.
 * @param entries as `policyEntries` makes them
 */
export function contentSecurityPolicy(sources: Sources, entries: readonly string[]): Policy {
  const named = new Set([...Object.keys(sources), ...entries.map((entry) => parse(entry)[0])]);
  const names = [...named].filter((name) => name !== 'webrtc' && !Object.hasOwn(CLOSED, name));
  // Browsers ignore 'unsafe-inline' beside a hash or a nonce.
  const isInlineAllowed = sourcesOf(entries, 'style-src').includes("'unsafe-inline'");
  const isUsed = (style: string) => !isInlineAllowed || !/^'(sha|nonce)/.test(style);
  const areHandlersAllowed = sourcesOf(entries, 'script-src').includes("'unsafe-hashes'");
  const closed = Object.entries(CLOSED).map(([name, usual]) => {
    const given = sourcesOf(entries, name);
    return [name, ...(given.length > 0 ? given : usual)].join(' ');
  });
  return (nonce, { scriptHashes, handlerHashes, styleHashes } = NO_HASHES) => {
    const ofDocument: Sources = {
      'script-src': areHandlersAllowed ? [...scriptHashes, ...handlerHashes] : scriptHashes,
      'style-src': nonce ? [`'nonce-${nonce}'`] : [],
    };
    const directives = names.map((name) => {
      const all = [sources[name], ofDocument[name], sourcesOf(entries, name)].flatMap((some) => some ?? []);
      return [name, ...new Set(name === 'style-src' ? all.filter(isUsed) : all)].join(' ');
    });
    const attributes = styleHashes.filter(isUsed);
    return [
      // Refuses everything not named below: objects, and frames under a strict policy.
      "default-src 'none'",
      ...directives,
      ...(attributes.length > 0 ? [["style-src-attr 'unsafe-hashes'", ...attributes].join(' ')] : []),
      ...closed,
      // Chromium reports to main what it refuses in documents, frames and workers: refused.ts.
      `report-uri ${APP_ORIGIN}${REFUSED_PATH}`,
    ].join('; ');
  };
}

const NO_HASHES: DocumentHashes = { scriptHashes: [], handlerHashes: [], styleHashes: [] };

/** Returns the policy for script responses. It applies to those that run as workers, where the settings may allow eval. */
export function workerPolicy(sources: Sources, entries: readonly string[]): string {
  const isEvalAllowed = sourcesOf(entries, 'worker-src').includes("'unsafe-eval'");
  return contentSecurityPolicy(sources, isEvalAllowed ? [...entries, "script-src 'unsafe-eval'"] : entries)();
}

/**
 * Returns the report-only policy for a dev server's documents: it names what the built app would refuse. It says nothing
 * about the scripts, styles and WebSockets that dev servers add themselves.
 */
export function devPolicy(entries: readonly string[]): string {
  const own = ["'self'", 'blob:', 'data:', "'unsafe-inline'", "'unsafe-eval'"];
  const sources = {
    ...webSources([]),
    'script-src': own,
    'style-src': own,
    'worker-src': own,
    'connect-src': ["'self'", 'ws:'],
  };
  return contentSecurityPolicy(sources, entries)();
}

/** 128 random bits for one document. */
export const makeNonce = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');

/** In renderer/index.html, and so in every document made from it. Filled-in values cannot contain it: `<` is escaped. */
const NONCE_META = '<meta property="csp-nonce" />';

/**
 * Returns a document with its own nonce, in the policy and where libraries that create styles look for it: the meta
 * element that Vite introduced.
 */
export function documentResponse(status: number, html: string, policy: Policy): AppResponse {
  const nonce = makeNonce();
  const look = lookRules('html .fault', '.fault-icon:has(svg)::before');
  const style = look && `<style nonce="${nonce}">${look}</style>`;
  const meta = `<meta property="csp-nonce" nonce="${nonce}" />${style}`;
  return textResponse(
    status,
    'text/html',
    html.replace(NONCE_META, () => meta),
    { [POLICY]: policy(nonce) },
  );
}
