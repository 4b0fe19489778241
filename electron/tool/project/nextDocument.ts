/** Documents for pages of a Next.js build that only its server renders: everything but the page, which its client renders. */
import { parse, parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, elementsOf, textOf } from './webDocument.ts';

interface NextFiles {
  /** Address in front of files: the app's base, or another host. */
  prefix: string;
  scripts: readonly string[];
  styles: readonly string[];
  /** Inline code before the scripts. */
  start: string;
}

/** What the framework's server adds for one page, its files, and styles that libraries made of it: attributes of each. */
const OF_PAGE = /^data-(?:n-(?:g|p|css)|next-(?:font|hide-fouc|head))$/;
const STYLES_OF_PAGE = /^(?:id=__jsx-|data-(?:emotion|styled|href))/;

/** What one page has of the data in a document, and not every page. */
const DATA_OF_PAGE = ['props', 'page', 'query', 'nextExport', 'autoExport', 'gsp', 'gssp', 'err'];

/**
 * The client finds no page to take over, and renders it. React reports that once, for the root: 418, and before React 19
 * also 423. Nobody else hears of it: not a report, not the console.
 */
const QUIET = `(function(left){addEventListener("error",function quiet(event){
var number=/Minified React error #(418|423);/.exec(event.message||"");
if(!number||!left[number[1]])return;
left[number[1]]=0;event.preventDefault();event.stopImmediatePropagation();
},true)})({418:1,423:1})`;

/** Makes a document that the build has rendered one of a page with these files, without the page. */
export function emptyDocument(html: string, { prefix, scripts, styles, start }: NextFiles): string {
  const document = parse(html);
  const elements = [...elementsOf(document)];
  const head = elements.find(({ tagName }) => tagName === 'head');
  const inHead = (head?.childNodes ?? []).filter((node) => 'tagName' in node);
  // Before Next.js 15 a count says which elements the pages have put there.
  const counted = inHead.findIndex((element) => attribute(element, 'name') === 'next-head-count');
  const number = inHead[counted]?.attrs.find(({ name }) => name === 'content');
  const ofPages = inHead.slice(counted - Number(number?.value ?? 0), counted);
  const isEachPages = (element: Tree.Element) =>
    attribute(element, 'charset') !== undefined || attribute(element, 'name') === 'viewport';
  const isOfPage = (element: Tree.Element) => {
    const { tagName, attrs } = element;
    if (isEachPages(element)) return false;
    const address = attribute(element, tagName === 'link' ? 'href' : 'src') ?? '';
    const isFile = (tagName === 'script' || tagName === 'link') && address.includes('/_next/static/');
    const isStyle = (text: string) => tagName === 'style' && STYLES_OF_PAGE.test(text);
    return (
      ofPages.includes(element) ||
      isFile ||
      attrs.some(({ name, value }) => OF_PAGE.test(name) || isStyle(`${name}=${value}`)) ||
      (tagName === 'script' && textOf(element).includes('TURBOPACK'))
    );
  };
  for (const element of elements) {
    const id = attribute(element, 'id');
    const [text] = element.childNodes;
    const { parentNode } = element;
    if (id === '__next') element.childNodes = [];
    else if (id === '__NEXT_DATA__' && text && 'value' in text) {
      const known = Object.entries(JSON.parse(text.value));
      const same = Object.fromEntries(known.filter(([name]) => !DATA_OF_PAGE.includes(name)));
      text.value = JSON.stringify(same).replaceAll('<', '\\u003c');
    } else if (parentNode && isOfPage(element))
      parentNode.childNodes = parentNode.childNodes.filter((node) => node !== element);
  }
  if (number) number.value = String(ofPages.filter(isEachPages).length);
  const own = [
    ...styles.map((file) => `<link rel="stylesheet" href="${prefix}/_next/${encodeURI(file)}">`),
    ...(start ? [`<script>${start}</script>`] : []),
    ...scripts.map((file) => `<script src="${prefix}/_next/${encodeURI(file)}" defer></script>`),
  ].join('');
  head?.childNodes.unshift(...parseFragment(`<script>${QUIET}</script>`).childNodes);
  head?.childNodes.push(...parseFragment(own).childNodes);
  return serialize(document);
}
