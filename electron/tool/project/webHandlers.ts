/**
 * Event handlers and `javascript:` addresses of a build's documents, as listeners of one script. In a policy a hash that
 * serves an attribute would serve it in the markup of somebody else too.
 */
import { Script } from 'node:vm';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { type Edit, NONCE } from '../../shared/answers.ts';
import { decoded } from '../../shared/match.ts';

/** The script, in the build. */
export const HANDLERS_FILE = 'holdfast-handlers.js';
/** The attribute of an element whose handlers are in the script: the document's nonce, and their numbers. */
const MARK = 'data-holdfast-on';

/** Elements that have a form owner, whose properties their handlers see. */
const OF_FORMS = 'button fieldset input object output select textarea'.split(' ');

/**
 * Binds each marked element once, when the parser adds it. Markup that a script adds meanwhile does not know the nonce,
 * and a second run of the script does nothing.
 */
const BIND = `(handlers) => {
  const { nonce } = document.currentScript;
  if (globalThis.holdfastHandlers) return;
  Object.defineProperty(globalThis, 'holdfastHandlers', { value: true });
  const bind = (element) => {
    const [own, ...numbers] = element.getAttribute('${MARK}').split(' ');
    element.removeAttribute('${MARK}');
    if (own !== nonce) return;
    for (const [name, handler] of numbers.map((number) => handlers[number])) {
      if (!/^on/.test(name))
        element.addEventListener(name === 'href' ? 'click' : 'submit', (event) => {
          if (event.defaultPrevented || !/^\\s*javascript:/i.test(element.getAttribute(name))) return;
          event.preventDefault();
          handler.call(globalThis);
        });
      else if (name in element) element[name] = handler;
    }
  };
  const look = (nodes) => {
    for (const node of nodes) {
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      if (node.hasAttribute('${MARK}')) bind(node);
      for (const inner of node.querySelectorAll('[${MARK}]')) bind(inner);
    }
  };
  const read = (records) => records.forEach(({ addedNodes }) => look(addedNodes));
  const observer = new MutationObserver(read);
  observer.observe(document, { childList: true, subtree: true });
  look([document.documentElement]);
  document.addEventListener('readystatechange', () => {
    read(observer.takeRecords());
    observer.disconnect();
  }, { once: true });
}`;

type Found = { name: string; code: string };

/** Returns the scripts in an element's attributes. Those of events come first, because they may prevent an address. */
export function handlersOf({ tagName, attrs }: Tree.Element): Found[] {
  const found = attrs.flatMap(({ name, value }) => {
    if (/^on[a-z]+$/.test(name)) return [{ name, code: value }];
    const isAddress =
      name === 'href' ? /^(?:a|area)$/.test(tagName) : name === 'action' && tagName === 'form';
    const code = isAddress ? /^\s*javascript:(.*)$/i.exec(value.replace(/[\t\r\n]/g, ''))?.[1] : undefined;
    return code === undefined ? [] : [{ name, code: decoded(code) ?? code }];
  });
  return found.sort((one, other) => Number(other.name.startsWith('on')) - Number(one.name.startsWith('on')));
}

/** The handlers of a build, each once. */
export class Handlers {
  readonly #numbers = new Map<string, number>();

  /** Moves an element's handlers to the script. Returns what replaces them, and those that no browser would run. */
  take(element: Tree.Element): { edits: Edit[]; broken: Found[] } {
    const all = handlersOf(element);
    const at = element.sourceCodeLocation;
    const broken = all.filter((one) => !isScript(functionOf(element, one)));
    if (all.length === 0 || !at) return { edits: [], broken };
    const numbers = all.filter((one) => !broken.includes(one)).map((one) => this.#numberOf(element, one));
    const place = at.startOffset + 1 + element.tagName.length;
    const removed = all.flatMap(({ name }): Edit[] => {
      const own = /^on/.test(name) ? at.attrs?.[name] : undefined;
      return own ? [[own.startOffset, own.endOffset, '']] : [];
    });
    return { edits: [[place, place, ` ${MARK}="${[NONCE, ...numbers].join(' ')}"`], ...removed], broken };
  }

  #numberOf(element: Tree.Element, found: Found): number {
    const text = `[${JSON.stringify(found.name)},${functionOf(element, found)}]`;
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  /** The script; undefined without handlers. */
  get script(): string | undefined {
    const all = [...this.#numbers.keys()];
    return all.length > 0 ? `(${BIND})([\n${all.join(',\n')}\n]);\n` : undefined;
  }
}

/** Returns the function that a browser makes of a handler (HTML Standard, getting the current value of a handler). */
function functionOf({ tagName }: Tree.Element, { name, code }: Found): string {
  if (!/^on/.test(name)) return `function(){\n${code}\n}`;
  const isWindows = name === 'onerror' && /^(?:body|frameset)$/.test(tagName);
  const form = OF_FORMS.includes(tagName) ? 'with(this.form||{})' : '';
  return `function(event${isWindows ? ',source,lineno,colno,error' : ''}){with(document)${form}with(this){\n${code}\n}}`;
}

function isScript(text: string): boolean {
  try {
    return Boolean(new Script(`(${text})`));
  } catch {
    return false;
  }
}
