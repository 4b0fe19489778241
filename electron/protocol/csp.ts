/** The content security policy: what is allowed by default, and the additions of the setting `contentSecurityPolicy`. */
import { nodeCrypto } from '../app/nodeCrypto.ts';
import { APP_ORIGIN, SHELL_PATH } from '../shared/channels.ts';
import * as TEXTS from '../shared/texts.ts';
import { type AppResponse, textResponse } from './message.ts';

export const POLICY = 'content-security-policy';

/**
 * Where the build puts scripts and styles. `'self'` would include the web app's responses, and Chromium does not
 * enforce `nosniff` for a custom scheme.
 */
const ASSETS = APP_ORIGIN + SHELL_PATH;

/** Unencrypted only on this machine. */
const addressOf = (scheme: string) =>
  `(?:${scheme}s://(?:\\*\\.)?[\\w-]+(?:\\.[\\w-]+)*|${scheme}://(?:(?:[\\w-]+\\.)*localhost|127(?:\\.\\d+){3}))(?::\\d+)?(?:/[\\w.~%/-]*)?`;
const ADDRESS = addressOf('http');
const hosts = `https://cdn.example.com, https://*.example.com`;

/**
 * Allowed additions by directive: a pattern, and its description for error messages. No external scripts: they would
 * have the user's session and the bridge to main, and a settings file, which is not signed, could add them. No page
 * needs the directives that are not listed (`base-uri`, `form-action`, `frame-ancestors`, `object-src`).
 */
const MAY_ADD: Readonly<Record<string, readonly [pattern: string, takes: string]>> = {
  'script-src': ["'wasm-unsafe-eval'", "'wasm-unsafe-eval', and nothing else: put scripts into your build"],
  'style-src': [`'unsafe-inline'|${ADDRESS}`, `'unsafe-inline' (with its quotes), ${hosts}`],
  'img-src': [`data:|blob:|https:|${ADDRESS}`, `data:, blob:, https:, ${hosts}`],
  'font-src': [`data:|${ADDRESS}`, `data:, ${hosts}`],
  'connect-src': [
    `data:|blob:|${ADDRESS}|${addressOf('ws')}`,
    `data:, blob:, ${hosts}, wss://live.example.com`,
  ],
  'media-src': [
    `'self'|data:|blob:|https:|${ADDRESS}`,
    `'self' (with its quotes), data:, blob:, https:, ${hosts}`,
  ],
  'frame-src': [ADDRESS, hosts],
  'worker-src': ['blob:', 'blob:'],
};

/** Splits an entry such as `img-src data: blob:` into directive and sources. */
const parse = (entry: string) => entry.trim().split(/\s+/) as [directive: string, ...sources: string[]];

/** Returns what the entries add to a directive. */
export function sourcesOf(entries: readonly string[], directive: string): string[] {
  return entries.map(parse).flatMap(([name, ...sources]) => (name === directive ? sources : []));
}

/**
 * Entries that let pages open WebSockets to what the app's servers answer: Chromium upgrades no request of an app's own
 * scheme, so they go to the server itself.
 *
 * @param addresses `https://app.example.com/api/*`, `https://app.example.com/health`
 */
export const socketEntries = (addresses: readonly string[]): string[] =>
  addresses.map((address) => `connect-src ${address.replace(/^http/, 'ws').replace(/\*$/, '')}`);

/** The CSP source of an inline script or style. */
export const hashSource = (text: string): string =>
  `'sha256-${nodeCrypto().createHash('sha256').update(text).digest('base64')}'`;

/**
 * Returns what is wrong with entries for the policy, or undefined. The text follows the setting's name and never
 * repeats a source.
 */
export function policyProblem(entries: readonly string[]): string | undefined {
  for (const [at, entry] of entries.entries()) {
    const [directive, ...sources] = parse(entry);
    const texts = TEXTS.settings.policy;
    if (entry.includes(';')) return texts.semicolon(at + 1);
    if (!Object.hasOwn(MAY_ADD, directive)) return texts.directive(at + 1, Object.keys(MAY_ADD).join(', '));
    const [pattern = '', takes = ''] = MAY_ADD[directive] ?? [];
    const isSource = new RegExp(`^(?:${pattern})$`, 'i');
    if (sources.length === 0 || !sources.every((source) => isSource.test(source)))
      return texts.source(directive, takes);
  }
  return undefined;
}

/** CSP sources (`'sha256-…'`) of a document's inline scripts and style attributes. */
interface DocumentHashes {
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

/** Makes a policy, with the document's nonce if it has one, and what only this document may do. */
export type Policy = (nonce?: string, hashes?: DocumentHashes) => string;

/** CSP sources of the documents of one kind, by directive. */
type Sources = Readonly<Record<string, readonly string[]>>;

/**
 * The shell's own documents. `blob:` and `data:` are never allowed: its build inlines no files.
 *
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
 *
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

/**
 * Allows only inline styles with a given hash or the nonce.
 *
 * @param added entries without a `policyProblem`, such as `img-src data: blob:`
 */
export function contentSecurityPolicy(sources: Sources, added: readonly string[]): Policy {
  const names = new Set([...Object.keys(sources), ...added.map((entry) => parse(entry)[0])]);
  // Browsers ignore 'unsafe-inline' beside a hash or a nonce.
  const isInlineAllowed = sourcesOf(added, 'style-src').includes("'unsafe-inline'");
  const isUsed = (style: string) => !isInlineAllowed || !/^'(sha|nonce)/.test(style);
  return (nonce, { scriptHashes, styleHashes } = { scriptHashes: [], styleHashes: [] }) => {
    const ofDocument: Sources = {
      'script-src': scriptHashes,
      'style-src': nonce ? [`'nonce-${nonce}'`] : [],
    };
    const directives = [...names].map((name) => {
      const all = [sources[name], ofDocument[name], sourcesOf(added, name)].flatMap((some) => some ?? []);
      return [name, ...(name === 'style-src' ? all.filter(isUsed) : all)].join(' ');
    });
    const attributes = styleHashes.filter(isUsed);
    return [
      // Refuses everything not named below: frames, media, objects, manifests.
      "default-src 'none'",
      ...directives,
      ...(attributes.length > 0 ? [["style-src-attr 'unsafe-hashes'", ...attributes].join(' ')] : []),
      // A <base> would redirect every relative address.
      "base-uri 'none'",
      // A form may only post to the app: electron/webapp/navigation.ts. default-src does not cover forms.
      "form-action 'self'",
      // Nothing may frame the app. default-src does not cover this either.
      "frame-ancestors 'none'",
    ].join('; ');
  };
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
  const meta = `<meta property="csp-nonce" nonce="${nonce}" />`;
  return textResponse(status, 'text/html', html.replace(NONCE_META, meta), { [POLICY]: policy(nonce) });
}
