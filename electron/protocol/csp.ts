/** The content security policy: what is allowed as shipped, and what the setting `contentSecurityPolicy` adds. */
import { randomBytes } from 'node:crypto';
import { APP_ORIGIN } from '../shared/channels.ts';
import * as TEXTS from '../shared/texts.ts';
import { type Answer, textAnswer } from './answer.ts';

export const POLICY = 'Content-Security-Policy';

/**
 * Where the build puts scripts and styles. Not 'self': what a server answered would be among it, and Chromium does not
 * enforce `nosniff` for an app's own scheme.
 */
const ASSETS = `${APP_ORIGIN}/assets/`;

/** Without encryption only where it does not leave the machine. */
const addressOf = (scheme: string) =>
  `(?:${scheme}s://(?:\\*\\.)?[\\w-]+(?:\\.[\\w-]+)*|${scheme}://(?:(?:[\\w-]+\\.)*localhost|127(?:\\.\\d+){3}))(?::\\d+)?(?:/[\\w.~%/-]*)?`;
const ADDRESS = addressOf('http');
const hosts = `https://cdn.example.com, https://*.example.com`;

/**
 * What may be added, by directive: a pattern, and how it is told to whoever writes it. No scripts from elsewhere: a
 * script of the page has the user's sign-in and the bridge to main, and a settings file, which no signature guards,
 * would be a way to bring one. What a directive does not list here (`base-uri`, `form-action`, `frame-ancestors`,
 * `object-src`) no page needs.
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

/** An entry such as `img-src data: blob:`: its directive and sources. */
const parse = (entry: string) => entry.trim().split(/\s+/) as [directive: string, ...sources: string[]];

/** What is wrong with entries for the policy, or undefined. Goes on with the setting's name, and repeats no source. */
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

/** Makes a policy; a nonce is that of the document it comes with. */
export type Policy = (nonce?: string) => string;

/**
 * As shipped neither `blob:` nor `data:` is allowed anywhere: the build inlines no file, and the replay worker is a
 * file of its own. Nothing is inline but the styles whose hashes are given, and those that carry the nonce.
 *
 * @param styleHashes CSP sources (`'sha256-…'`) of the inline styles in the documents
 * @param added entries without a `policyProblem`, such as `img-src data: blob:`
 */
export function contentSecurityPolicy(styleHashes: readonly string[], added: readonly string[]): Policy {
  const sourcesOf = (name: string) =>
    added.map(parse).flatMap(([directive, ...sources]) => (directive === name ? sources : []));
  const more = (name: string) => ['', ...sourcesOf(name)].join(' ');
  const onlyAdded = (name: string) => (sourcesOf(name).length > 0 ? [name + more(name)] : []);
  // Browsers ignore 'unsafe-inline' beside a hash or a nonce.
  const isInlineAllowed = sourcesOf('style-src').includes("'unsafe-inline'");
  return (nonce) => {
    const inline = isInlineAllowed ? [] : [...styleHashes, ...(nonce ? [`'nonce-${nonce}'`] : [])];
    return [
      // What is not named below is refused: frames, media, objects, manifests.
      "default-src 'none'",
      `script-src ${ASSETS}${more('script-src')}`,
      // Style sheets of the build, and the inline styles that paint the frame before any file is read.
      [`style-src ${ASSETS}`, ...inline].join(' ') + more('style-src'),
      `img-src 'self'${more('img-src')}`,
      `font-src 'self'${more('font-src')}`,
      // Page data comes through main; the page itself reaches no network.
      `connect-src 'self'${more('connect-src')}`,
      ...onlyAdded('media-src'),
      ...onlyAdded('frame-src'),
      `worker-src ${ASSETS}${more('worker-src')}`,
      // No <base>: it would send every relative address elsewhere.
      "base-uri 'none'",
      // A form may only post to the app, which answers 405; default-src does not cover forms.
      "form-action 'self'",
      // Nothing may frame the app; default-src does not cover this either.
      "frame-ancestors 'none'",
    ].join('; ');
  };
}

/** Stands in renderer/index.html, and so in every document that is made from it; no text of an answer can hold it. */
const NONCE_META = '<meta property="csp-nonce" />';

/**
 * Gives a document a nonce of its own, in its policy and where libraries that make styles look for it: the meta element
 * that Vite introduced. Any other answer stays as it is.
 */
export function withNonce(made: Answer, policy: Policy): Answer {
  if (!made.headers['Content-Type']?.startsWith('text/html')) return made;
  const nonce = randomBytes(16).toString('base64url');
  const text = String(made.body).replace(NONCE_META, `<meta property="csp-nonce" nonce="${nonce}" />`);
  // A nonce is used once.
  const { headers, ...answer } = textAnswer(made.status, 'text/html', text);
  return { ...answer, headers: { ...headers, [POLICY]: policy(nonce) } };
}
