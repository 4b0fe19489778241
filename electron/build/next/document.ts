/** Reads `_document` as text: attributes of html and body, and elements for portals. Reports everything else. */
import { readFileSync } from 'node:fs';
import { type ESTree, parseAst, transformWithOxc } from 'vite';
import type { AppDocument } from '../../../renderer/routes/appDocument.ts';

type Element = ESTree.JSXElement;

/** @returns the supported parts, and a line for each other part */
export async function readDocument(file: string): Promise<{ document: AppDocument; notices: string[] }> {
  const source = readFileSync(file, 'utf8');
  const { code } = await transformWithOxc(source, 'document.tsx', {
    lang: 'tsx',
    jsx: 'preserve',
    sourcemap: false,
  });
  const elements = elementsIn(parseAst(code, { lang: 'jsx' }));
  const document: AppDocument = { html: {}, body: {}, portals: [] };
  const notices: string[] = [];
  const attributes = (element: Element) => attributesOf(element, (what) => notices.push(`${file}: ${what}`));
  for (const element of elements) {
    if (nameOf(element) === 'Html') document.html = attributes(element);
    if (nameOf(element) === 'Head' && inside(element).length > 0) {
      notices.push(`${file}: <Head> content is ignored here: put it into next/head in _app.`);
    }
    if (nameOf(element) !== 'body') continue;
    document.body = attributes(element);
    for (const part of inside(element)) {
      const tag = nameOf(part);
      if (tag === 'Main' || tag === 'NextScript') continue;
      if (/^[a-z]+$/.test(tag) && tag !== 'script' && !isFull(part)) {
        document.portals.push({ tag, attributes: attributes(part) });
      } else {
        notices.push(`${file}: <${tag}> in the body is ignored: put it into _app.`);
      }
    }
  }
  return { document, notices };
}

function elementsIn(node: unknown): Element[] {
  if (Array.isArray(node)) return node.flatMap(elementsIn);
  if (!node || typeof node !== 'object' || !('type' in node)) return [];
  return [
    ...(node.type === 'JSXElement' ? [node as Element] : []),
    ...Object.values(node).flatMap(elementsIn),
  ];
}

const nameOf = ({ openingElement: { name } }: Element) => (name.type === 'JSXIdentifier' ? name.name : '?');
const inside = ({ children }: Element) => children.filter((one): one is Element => one.type === 'JSXElement');
/** Whether it contains text or elements. */
const isFull = ({ children }: Element) =>
  children.some((one) => one.type !== 'JSXText' || one.value.trim() !== '');

/** HTML's names for React's attributes; '' for one that only React reads. */
const NAMES: Readonly<Record<string, string>> = { className: 'class', suppressHydrationWarning: '' };

function attributesOf(element: Element, tell: (what: string) => void): Record<string, string> {
  const found: Record<string, string> = {};
  for (const attribute of element.openingElement.attributes) {
    const isNamed = attribute.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier';
    const name = isNamed ? (attribute.name as { name: string }).name : '{…}';
    const value = isNamed ? constantOf(attribute.value) : undefined;
    if (NAMES[name] === '') continue;
    if (value === undefined) tell(`${name} of <${nameOf(element)}> is not a literal text, so it is ignored.`);
    else found[NAMES[name] ?? name] = value;
  }
  return found;
}

function constantOf(value: ESTree.JSXAttribute['value']): string | undefined {
  if (value === null) return '';
  const node = value.type === 'JSXExpressionContainer' ? value.expression : value;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}
