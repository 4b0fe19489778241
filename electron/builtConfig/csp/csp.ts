/** The content security policies of documents and workers, and the documents that have them. */

import { type AppResponse, textResponse } from '../../common/message.ts';
import { nodeCrypto } from '../../common/nodeCrypto.ts';
import { type AnswerParts, NONCE, policyFor, TEMPLATE_HASHES } from '../../shared/answers.ts';
import { APP_ORIGIN, APP_SCHEME, REFUSED_PATH, SHELL_PATH } from '../../shared/channels.ts';
import { lookRules } from './look.ts';
import { directiveOf, sourcesOf } from './policyEntries.ts';

export const POLICY = 'content-security-policy';

/** `'self'` would include the web app's responses, and Chromium does not enforce `nosniff` for a custom scheme. */
const ASSETS = APP_ORIGIN + SHELL_PATH;

export const hashSource = (text: string): string =>
  `'sha256-${nodeCrypto().createHash('sha256').update(text).digest('base64')}'`;

/** By directive. */
type Sources = Readonly<Record<string, readonly string[]>>;

/** The shell's own documents, which pages of this repository's router share. */
export const shellSources = (styleHashes: readonly string[]): Sources => ({
  'script-src': [ASSETS],
  // The hashes are of what paints the frame before any file is loaded.
  'style-src': [ASSETS, ...styleHashes],
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': [ASSETS],
});

/** Documents of a web build. Bundlers inline small pictures, fonts and sounds as data. */
export function webSources(places: readonly string[], origin = APP_ORIGIN): Sources {
  const scripts = [SHELL_PATH, ...places].map((place) => origin + place);
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
  // A form may only lead to the app.
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** @param isDocument for a document's, as a template: with places for its nonce and its hashes */
function policyOf(sources: Sources, entries: readonly string[], isDocument = false): string {
  const named = new Set([...Object.keys(sources), ...entries.map(directiveOf)]);
  const names = [...named].filter((name) => name !== 'webrtc' && !Object.hasOwn(CLOSED, name));
  // Browsers ignore 'unsafe-inline' beside a hash or a nonce.
  const isInlineAllowed = sourcesOf(entries, 'style-src').includes("'unsafe-inline'");
  const isUsed = (style: string) => !isInlineAllowed || !/^'(sha|nonce)/.test(style);
  const { scripts, styles, attributes } = TEMPLATE_HASHES;
  const ofDocument: Sources = { 'script-src': scripts, 'style-src': [...styles, NONCE_SOURCE] };
  const directives = names.map((name) => {
    const own = isDocument ? ofDocument[name] : undefined;
    const all = [sources[name], own, sourcesOf(entries, name)].flatMap((some) => some ?? []);
    return [name, ...new Set(name === 'style-src' ? all.filter(isUsed) : all)].join(' ');
  });
  const closed = Object.entries(CLOSED).map(([name, usual]) => {
    const given = sourcesOf(entries, name);
    return [name, ...(given.length > 0 ? given : usual)].join(' ');
  });
  if (isDocument && !isInlineAllowed)
    directives.push(["style-src-attr 'unsafe-hashes'", ...attributes].join(' '));
  const policy = ["default-src 'none'", ...directives, ...closed, REPORTS].join('; ');
  return isDocument ? `${policy}, ${ownScripts(entries)}` : policy;
}

const NONCE_SOURCE = `'nonce-${NONCE}'`;

/** Chromium reports to main what it refuses in documents, frames and workers: policyReports.ts. */
const REPORTS = `report-uri ${APP_ORIGIN}${REFUSED_PATH}`;

/**
 * The second policy of a document: only scripts that stand in the document itself run, and what they load. Otherwise a frame
 * of text (`srcdoc`, `blob:`), which inherits its page's policies, could run the page's scripts over its own elements.
 */
const ownScripts = (entries: readonly string[]): string => {
  const sources = [
    "'strict-dynamic'",
    NONCE_SOURCE,
    ...TEMPLATE_HASHES.scripts,
    ...sourcesOf(entries, 'script-src'),
  ];
  return [`script-src ${sources.join(' ')}`, `worker-src * ${APP_SCHEME}: data: blob:`, REPORTS].join('; ');
};

/** Returns the policies of a build's answers. Scripts have one for when they run as workers, which may be allowed eval. */
export function answerPolicies(sources: Sources, entries: readonly string[]): AnswerParts['policies'] {
  const isEvalAllowed = sourcesOf(entries, 'worker-src').includes("'unsafe-eval'");
  const ofWorkers = isEvalAllowed ? [...entries, "script-src 'unsafe-eval'"] : entries;
  return {
    script: policyOf(sources, ofWorkers),
    file: policyOf(sources, entries),
    document: policyOf(sources, entries, true),
  };
}

const NO_HASHES = { scripts: [], styles: [], attributes: [] };

/** In renderer/index.html, and so in every document made from it. Filled-in values cannot contain it: `<` is escaped. */
const NONCE_META = '<meta property="csp-nonce" />';

/** Writes the nonce into a document's scripts, and into the meta element where style libraries look for it. */
export function withNonce(html: string, nonce: string): string {
  const look = lookRules('html .fault', '.fault-icon:has(svg)::before');
  const style = look && `<style nonce="${nonce}">${look}</style>`;
  const meta = `<meta property="csp-nonce" nonce="${nonce}" />${style}`;
  return html.replaceAll('<script', `<script nonce="${nonce}"`).replace(NONCE_META, () => meta);
}

/** Answers with a document that has its own nonce, which its policy allows. @param policy the template of documents */
export function documentResponse(status: number, html: string, policy: string): AppResponse {
  const nonce = crypto.randomUUID();
  const own = policyFor(policy, NO_HASHES).replaceAll(NONCE, nonce);
  return textResponse(status, 'text/html', withNonce(html, nonce), { [POLICY]: own });
}
