/**
 * Messages in ICU MessageFormat syntax, as far as the texts use it: `{name}`, `{count, number}`, `{at, date}`, `{at,
 * time}` and `{count, plural, =0 {none} one {# file} other {# files}}`. Two apostrophes make one, and an apostrophe
 * before a brace quotes text up to the next one: `'{'`.
 */

export type Part =
  | string
  | { name: string; as: 'text' | 'number' | 'date' | 'time' }
  | { name: string; as: 'plural'; cases: Readonly<Record<string, Part[]>> };

/** Dates and times are milliseconds since the epoch. */
export type TextValues = Readonly<Record<string, string | number>>;

const TOKEN = /''|'[{}#][^']*'?|[{}#]|[^'{}#]+|'/g;

/** @throws Error that says what is wrong with the message */
export function parse(message: string): Part[] {
  const tokens = message.match(TOKEN) ?? [];
  const parts = partsOf(tokens);
  if (tokens.length > 0) throw new Error(`"${message}" has a } too many`);
  return parts;
}

/** Consumes tokens up to the end of the enclosing braces. @param plural the number that `#` stands for */
function partsOf(tokens: string[], plural?: string): Part[] {
  const parts: Part[] = [];
  while (tokens.length > 0 && tokens[0] !== '}') {
    const token = tokens.shift() ?? '';
    if (token === '{') parts.push(argumentOf(tokens));
    else if (token === '#' && plural !== undefined) parts.push({ name: plural, as: 'number' });
    else parts.push(token === "''" ? "'" : token.replace(/^'([{}#][^']*)'?$/, '$1'));
  }
  return parts;
}

function argumentOf(tokens: string[]): Part {
  const head = tokens.shift() ?? '';
  const [name = '', as = 'text', selector = ''] = head.split(',').map((word) => word.trim());
  if (!/^\w+$/.test(name)) throw new Error(`"{${head}" has no name`);
  if (as === 'plural') return { name, as, cases: casesOf(tokens, name, selector) };
  if (as !== 'text' && as !== 'number' && as !== 'date' && as !== 'time')
    throw new Error(`unknown format "${as}": use number, date, time or plural`);
  if (tokens.shift() !== '}') throw new Error(`"{${head}" has no end`);
  return { name, as };
}

function casesOf(tokens: string[], name: string, first: string): Record<string, Part[]> {
  const cases: Record<string, Part[]> = {};
  const next = () => tokens.shift()?.trim() || tokens.shift()?.trim() || '';
  for (let selector = first; selector !== '}'; selector = next()) {
    if (!/^(=\d+|zero|one|two|few|many|other)$/.test(selector) || next() !== '{')
      throw new Error(`"${name}" has no case "${selector}": =0, one, few, many and other are some`);
    cases[selector] = partsOf(tokens, name);
    if (tokens.shift() !== '}') throw new Error(`the case "${selector}" of "${name}" has no end`);
  }
  if (!cases.other) throw new Error(`"${name}" has no case "other"`);
  return cases;
}

export const isRightToLeft = (language: string): boolean =>
  /^(ar|he|fa|ur|ps|sd|ug|yi|dv|ckb)\b/.test(language);

/**
 * Formats the message with its values. In a right-to-left language, values keep their own direction.
 * @param language as in `<html lang>`, such as `de` or `de-AT`
 */
export function format(parts: readonly Part[], values: TextValues, language: string): string {
  return parts.map((part) => (typeof part === 'string' ? part : shown(part, values, language))).join('');
}

function shown(part: Exclude<Part, string>, values: TextValues, language: string): string {
  const value = values[part.name] ?? '';
  switch (part.as) {
    case 'text':
      // U+2068 and U+2069 isolate a path or an address from the words around it.
      return isRightToLeft(language) ? `\u2068${value}\u2069` : String(value);
    case 'number':
      return new Intl.NumberFormat(language).format(Number(value));
    case 'date':
      return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(Number(value));
    case 'time':
      return new Intl.DateTimeFormat(language, { timeStyle: 'medium' }).format(Number(value));
    case 'plural': {
      const { cases } = part;
      const rule = new Intl.PluralRules(language).select(Number(value));
      return format(cases[`=${value}`] ?? cases[rule] ?? cases.other ?? [], values, language);
    }
  }
}
