/** Documents for pages of a Next.js build that only its server renders: everything but the page, which its client renders. */
import { parse } from 'parse5';
import { attribute, elementsOf } from './webDocument.ts';

export interface NextFiles {
  /** Address in front of files: the app's base, or another host. */
  prefix: string;
  scripts: readonly string[];
  styles: readonly string[];
  /** Inline code before the scripts. */
  start: string;
}

/** What the framework's server adds for one page: its files, and styles that libraries made of it. */
const OF_PAGE =
  /\bdata-n-(?:g|p|css)\b|\bdata-next-(?:font|hide-fouc)|^<style (?:id="__jsx-|data-(?:emotion|styled|href))/;

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

/** Returns a document that the build has rendered without the page, for one with these files. */
export function emptyDocument(html: string, { prefix, scripts, styles, start }: NextFiles): string {
  const document = parse(html, { sourceCodeLocationInfo: true });
  const elements = [...elementsOf(document)];
  const head = elements.find(({ tagName }) => tagName === 'head');
  const parts: { from: number; to: number; text: string }[] = [];
  const replace = (from: number | undefined, to: number | undefined, text = '') => {
    if (from !== undefined && to !== undefined) parts.push({ from, to, text });
  };
  const inHead = (head?.childNodes ?? []).filter((node) => 'tagName' in node);
  // Before Next.js 15 a count says which elements the pages have put there.
  const counted = inHead.findIndex((element) => attribute(element, 'name') === 'next-head-count');
  const count = Number(inHead[counted] && attribute(inHead[counted], 'content'));
  const isEachPages = (element: (typeof inHead)[number]) =>
    attribute(element, 'charset') !== undefined || attribute(element, 'name') === 'viewport';
  let left = 0;
  for (const element of elements) {
    const { tagName, sourceCodeLocation: at } = element;
    if (!at) continue;
    const place = inHead.indexOf(element);
    const isPages =
      attribute(element, 'data-next-head') !== undefined ||
      (place !== -1 && place < counted && place >= counted - count);
    if (isPages && isEachPages(element)) left += 1;
    const source = html.slice(at.startOffset, at.startTag?.endOffset ?? at.endOffset);
    const address = attribute(element, tagName === 'link' ? 'href' : 'src') ?? '';
    const isFile = (tagName === 'script' || tagName === 'link') && address.includes('/_next/static/');
    if (attribute(element, 'id') === '__next') replace(at.startTag?.endOffset, at.endTag?.startOffset);
    else if (attribute(element, 'id') === '__NEXT_DATA__') {
      const known = JSON.parse(html.slice(at.startTag?.endOffset, at.endTag?.startOffset));
      const same = Object.fromEntries(Object.entries(known).filter(([name]) => !DATA_OF_PAGE.includes(name)));
      replace(
        at.startTag?.endOffset,
        at.endTag?.startOffset,
        JSON.stringify(same).replaceAll('<', '\\u003c'),
      );
    } else if (
      (isPages && !isEachPages(element)) ||
      isFile ||
      OF_PAGE.test(source) ||
      source.includes('TURBOPACK')
    )
      replace(at.startOffset, at.endOffset);
  }
  const number = inHead[counted]?.sourceCodeLocation;
  replace(number?.startOffset, number?.endOffset, `<meta name="next-head-count" content="${left}"/>`);
  const own = [
    ...styles.map((file) => `<link rel="stylesheet" href="${prefix}/_next/${encodeURI(file)}"/>`),
    ...(start ? [`<script>${start}</script>`] : []),
    ...scripts.map((file) => `<script src="${prefix}/_next/${encodeURI(file)}" defer=""></script>`),
  ].join('');
  const inside = head?.sourceCodeLocation?.startTag?.endOffset ?? 0;
  const end = head?.sourceCodeLocation?.endTag?.startOffset ?? inside;
  replace(inside, inside, `<script>${QUIET}</script>`);
  replace(end, end, own);
  return without(html, parts);
}

/** Inside of a part that goes, nothing else changes. */
function without(html: string, parts: readonly { from: number; to: number; text: string }[]): string {
  let done = 0;
  let text = '';
  for (const part of [...parts].sort((one, other) => one.from - other.from || one.to - other.to)) {
    if (part.from < done) continue;
    text += html.slice(done, part.from) + part.text;
    done = part.to;
  }
  return text + html.slice(done);
}
