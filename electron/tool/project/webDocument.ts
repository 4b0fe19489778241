/** One document of a web build: where main inserts its parts, and what the document's policy must allow or refuses. */
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { hashSource } from '../../builtConfig/csp/csp.ts';
import { sourcesOf } from '../../builtConfig/csp/policyEntries.ts';
import { type Edit, NONCE, type WebDocument } from '../../shared/answers.ts';
import { Handlers, handlersOf } from './webHandlers.ts';

/** Something that the policy refuses, or that will not work as on a server. */
export interface BuildProblem {
  file: string;
  directive: string;
  what: string;
  /** The server that it would be loaded from, such as `https://cdn.example.com`, if that is what is refused. */
  from?: string;
}

export interface AnalysedDocument extends WebDocument {
  edits: readonly Edit[];
  /** Whether it needs the script with the handlers. */
  hasHandlers: boolean;
  problems: Omit<BuildProblem, 'file'>[];
  /** Where its `<base>` leads, as written. */
  base: string | undefined;
  inline: string;
  /** Addresses of its scripts, and of the style sheets and modules in its links, as written. */
  scripts: string[];
  links: string[];
}

/** Stands for the app's origin; no document of a build contains it. */
export const APP = 'https://own.invalid';

/** What loads something, by element: the attribute with the address, and its CSP directive. */
const LOADS = new Map<string, readonly [attribute: string, directive: string]>([
  ['script', ['src', 'script-src']],
  ['img', ['src', 'img-src']],
  ['iframe', ['src', 'frame-src']],
  ['video', ['src', 'media-src']],
  ['audio', ['src', 'media-src']],
  ['source', ['src', 'media-src']],
  ['object', ['data', 'object-src']],
  ['embed', ['src', 'object-src']],
  ['form', ['action', 'form-action']],
  ['base', ['href', 'base-uri']],
  // A link, by its `rel`.
  ['link stylesheet', ['href', 'style-src']],
  ['link modulepreload', ['href', 'script-src']],
  ['link manifest', ['href', 'manifest-src']],
  ['link icon', ['href', 'img-src']],
]);

export const unique = (list: readonly string[]) => [...new Set(list)];

/** Reads a document with a parser that follows the HTML standard: a pattern could take text for a script. */
export function analyseDocument(html: string, added: readonly string[] = [], handlers = new Handlers()) {
  const document = parse(html, { sourceCodeLocationInfo: true });
  const elements = [...elementsOf(document)];
  const outside = new Set(elementsOf(document, false));
  const named = (...names: string[]) => elements.filter(({ tagName }) => names.includes(tagName));
  const inline = elements.filter(isInlineScript).map(textOf);
  const problems = elements.flatMap((element) => problemsOf(element, added));
  const edits = elements.flatMap(nonceOf);
  let hasHandlers = false;
  for (const element of elements) {
    const isOutside = outside.has(element);
    const taken = isOutside ? handlers.take(element) : { edits: [], broken: handlersOf(element) };
    const why = isOutside ? 'it is no script' : 'it stands in a template';
    problems.push(...taken.broken.map(({ name }) => handlerProblem(element, name, why)));
    edits.push(...taken.edits);
    hasHandlers ||= taken.edits.length > 0;
  }
  const doctype = document.childNodes.find((node) => node.nodeName === '#documentType');
  const [start = doctype?.sourceCodeLocation?.endOffset] = [...named('head'), ...named('html')].flatMap(
    ({ sourceCodeLocation }) => sourceCodeLocation?.startTag?.endOffset ?? [],
  );
  return {
    start: start ?? 0,
    hashes: {
      scripts: unique(inline.map(hashSource)),
      styles: unique(named('style').map((style) => hashSource(textOf(style)))),
      attributes: unique(valuesOf(elements, 'style').map(hashSource)),
    },
    ...{ edits, hasHandlers, problems },
    base: valuesOf(named('base'), 'href')[0],
    inline: inline.join('\n'),
    scripts: valuesOf(named('script'), 'src'),
    links: valuesOf(elements.filter(isLink), 'href'),
  };
}

/** Yields all elements below a node, by default also those of templates. */
export function* elementsOf(parent: Tree.ParentNode, withTemplates = true): Generator<Tree.Element> {
  for (const node of parent.childNodes) {
    if ('tagName' in node) yield node;
    if (withTemplates && 'content' in node) yield* elementsOf(node.content);
    if ('childNodes' in node) yield* elementsOf(node, withTemplates);
  }
}

export const attribute = ({ attrs }: Tree.Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;

export const textOf = ({ childNodes }: Tree.Element): string =>
  childNodes.map((node) => ('value' in node ? node.value : '')).join('');

const isLink = (element: Tree.Element) =>
  element.tagName === 'link' &&
  /\b(?:stylesheet|modulepreload|preload)\b/i.test(attribute(element, 'rel') ?? '');

const valuesOf = (elements: readonly Tree.Element[], name: string) =>
  elements.flatMap((element) => attribute(element, name) || []);

/** Data, such as JSON, is not a script; an import map follows the same rules as one. */
function isInlineScript(element: Tree.Element): boolean {
  if (element.tagName !== 'script' || sourceOf(element) !== undefined) return false;
  const type = attribute(element, 'type')?.trim().toLowerCase() ?? '';
  return /^$|^module$|^importmap$|^speculationrules$|(java|ecma|j|live)script/.test(type);
}

/** SVG uses `href`. */
const sourceOf = (script: Tree.Element) => attribute(script, 'src') ?? attribute(script, 'href');

/** The nonce for a script, and for a link that loads one. */
function nonceOf({ tagName, sourceCodeLocation: at, attrs }: Tree.Element): Edit[] {
  const isLoaded = tagName === 'link' && attrs.some(({ value }) => /^(?:script|modulepreload)$/i.test(value));
  if (!at || (tagName !== 'script' && !isLoaded)) return [];
  const place = at.startOffset + 1 + tagName.length;
  return [[place, place, ` nonce="${NONCE}"`]];
}

const written = (element: Tree.Element, name: string) =>
  `<${element.tagName} ${name}="${(attribute(element, name) ?? '').replace(/\s+/g, ' ').slice(0, 200)}">`;

const handlerProblem = (element: Tree.Element, name: string, why: string) => ({
  directive: 'script-src',
  what: `${written(element, name)} does not run, because ${why}: use addEventListener in a script of the build`,
});

function problemsOf(element: Tree.Element, added: readonly string[]): Omit<BuildProblem, 'file'>[] {
  const found: Omit<BuildProblem, 'file'>[] = [];
  const { tagName } = element;
  const kinds = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/);
  const names = tagName === 'link' ? kinds.map((kind) => `link ${kind}`) : [tagName];
  const [name = '', directive = ''] = names.map((one) => LOADS.get(one)).find(Boolean) ?? [];
  const address = attribute(element, name);
  if (isRefused(address, directive, added)) {
    const isBase = directive === 'base-uri';
    const what = written(element, name) + (isBase ? ' has no effect: it may lead to the app only' : '');
    const from = isBase ? undefined : URL.parse(address ?? '', APP)?.origin;
    found.push({ directive, what, from });
  }
  if (tagName !== 'meta') return found;
  if (attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy') {
    const why =
      ' is in force in addition to the app’s own: remove it, and use the setting contentSecurityPolicy';
    found.push({ directive: 'Content-Security-Policy', what: written(element, 'content') + why });
  }
  if (!/^utf-?8$/i.test(attribute(element, 'charset') ?? 'utf-8')) {
    const what = `${written(element, 'charset')}: documents are read as UTF-8`;
    found.push({ directive: 'charset', what });
  }
  return found;
}

function isRefused(address: string | undefined, directive: string, added: readonly string[]): boolean {
  const url = address === undefined ? null : URL.parse(address, APP);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
  if (url.origin === APP) return false;
  return !sourcesOf(added, directive).some((source) => {
    if (source === url.protocol) return true;
    const host = /^(?:https?:\/\/)?([^/:]+)/i.exec(source)?.[1]?.toLowerCase() ?? '';
    return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
  });
}
