/**
 * One document of a web build: where main inserts its parts, what the document's policy must allow, and what it
 * refuses.
 */
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { hashSource, sourcesOf } from '../../protocol/csp.ts';
import type { BuildProblem, WebDocument } from '../../protocol/webBuild.ts';

interface AnalysedDocument extends Omit<WebDocument, 'bytes'> {
  problems: Omit<BuildProblem, 'file'>[];
  /** Script addresses relative to the document. */
  relativeScripts: string[];
}

/** Stands for the app's origin; no document of a build contains it. */
const APP = 'https://own.invalid';

/** What loads something, by element and attribute, with its CSP directive. */
const LOADS: readonly (readonly [tag: string, attribute: string, directive: string])[] = [
  ['script', 'src', 'script-src'],
  ['img', 'src', 'img-src'],
  ['iframe', 'src', 'frame-src'],
  ['video', 'src', 'media-src'],
  ['audio', 'src', 'media-src'],
  ['source', 'src', 'media-src'],
  ['object', 'data', 'object-src'],
  ['embed', 'src', 'object-src'],
  ['form', 'action', 'form-action'],
];

/** The same for the `rel` of a link. */
const LINKS: Readonly<Record<string, string>> = {
  stylesheet: 'style-src',
  modulepreload: 'script-src',
  manifest: 'manifest-src',
  icon: 'img-src',
};

const unique = (list: readonly string[]) => [...new Set(list)];

/**
 * Reads a document with a parser that follows the HTML standard: a pattern could take text for a script, or a script
 * for text.
 *
 * @param html without a byte order mark
 * @param added the setting `contentSecurityPolicy`
 */
export function analyseDocument(html: string, added: readonly string[] = []): AnalysedDocument {
  const document = parse(html, { sourceCodeLocationInfo: true });
  const elements = [...elementsOf(document)];
  const startOf = (tag: string) =>
    elements.find(({ tagName }) => tagName === tag)?.sourceCodeLocation?.startTag?.endOffset;
  const doctype = document.childNodes.find((node) => node.nodeName === '#documentType');
  return {
    start: startOf('head') ?? startOf('html') ?? doctype?.sourceCodeLocation?.endOffset ?? 0,
    styles: elements
      .filter(({ tagName }) => tagName === 'style')
      .flatMap(({ sourceCodeLocation: at }) => (at ? [at.startOffset + '<style'.length] : [])),
    scriptHashes: unique(elements.filter(isInlineScript).map((script) => hashSource(textOf(script)))),
    styleHashes: unique(
      elements.flatMap((element) => {
        const style = attribute(element, 'style');
        return style ? [hashSource(style)] : [];
      }),
    ),
    problems: elements.flatMap((element) => problemsOf(element, added)),
    relativeScripts: elements.flatMap((element) => {
      const src = element.tagName === 'script' ? attribute(element, 'src') : undefined;
      return src && !/^([a-z][a-z\d+.-]*:|\/)/i.test(src) ? [src] : [];
    }),
  };
}

function* elementsOf(parent: Tree.ParentNode): Generator<Tree.Element> {
  for (const node of parent.childNodes) {
    if ('tagName' in node) yield node;
    if ('content' in node) yield* elementsOf(node.content);
    if ('childNodes' in node) yield* elementsOf(node);
  }
}

function attribute({ attrs }: Tree.Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}

function textOf({ childNodes }: Tree.Element): string {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}

/** Data, such as JSON, is not a script; an import map follows the same rules as one. */
function isInlineScript(element: Tree.Element): boolean {
  if (element.tagName !== 'script' || sourceOf(element) !== undefined) return false;
  const type = attribute(element, 'type')?.trim().toLowerCase() ?? '';
  return /^$|^module$|^importmap$|^speculationrules$|(java|ecma|j|live)script/.test(type);
}

/** SVG uses `href`. */
const sourceOf = (script: Tree.Element) => attribute(script, 'src') ?? attribute(script, 'href');

function problemsOf(element: Tree.Element, added: readonly string[]): Omit<BuildProblem, 'file'>[] {
  const problem = (directive: string, name: string, why = '') => ({
    directive,
    what: `<${element.tagName} ${name}="${(attribute(element, name) ?? '').slice(0, 200)}">${why}`,
  });
  const found = loadsOf(element)
    .filter(([name, directive]) => isRefused(attribute(element, name), directive, added))
    .map(([name, directive]) => problem(directive, name, REASONS[directive] ?? ' is not in the build'));
  for (const { name, value } of element.attrs) {
    if (/^on[a-z]+$/.test(name)) {
      found.push(
        problem('script-src-attr', name, ' is a script in an attribute: add a listener in a script'),
      );
    }
    if (/^\s*javascript:/i.test(value) && /href$|^src$|action$/.test(name)) {
      found.push(problem('script-src', name, ' is a script in an address'));
    }
  }
  if (element.tagName === 'base') found.push(problem('base-uri', 'href', ' has no effect'));
  if (element.tagName !== 'meta') return found;
  if (attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy') {
    const why =
      ' is in force in addition to the app’s own: remove it, and use the setting contentSecurityPolicy';
    found.push(problem('Content-Security-Policy', 'content', why));
  }
  if (!/^utf-?8$/i.test(attribute(element, 'charset') ?? 'utf-8')) {
    found.push(problem('charset', 'charset', ': documents are read as UTF-8'));
  }
  return found;
}

function loadsOf(element: Tree.Element): [name: string, directive: string][] {
  if (element.tagName !== 'link') {
    return LOADS.filter(([tag]) => tag === element.tagName).map(([, name, directive]) => [name, directive]);
  }
  const kinds = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/);
  const directive = kinds.map((kind) => (Object.hasOwn(LINKS, kind) ? LINKS[kind] : undefined)).find(Boolean);
  return directive ? [['href', directive]] : [];
}

/** Directives that would refuse the app's own files too. */
const REASONS: Readonly<Record<string, string>> = {
  'frame-src': ' is a frame; only frames in the setting contentSecurityPolicy are shown',
  'object-src': ' is a plug-in; plug-ins are never shown',
};

function isRefused(address: string | undefined, directive: string, added: readonly string[]): boolean {
  const url = address === undefined ? null : URL.parse(address, APP);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
  if (url.origin === APP) return Object.hasOwn(REASONS, directive);
  return !sourcesOf(added, directive).some((source) => {
    if (source === url.protocol) return true;
    const host = /^(?:https?:\/\/)?([^/:]+)/i.exec(source)?.[1]?.toLowerCase() ?? '';
    return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
  });
}
