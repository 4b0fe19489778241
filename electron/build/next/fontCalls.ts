/** Finds the calls of `next/font` in a module. As in the framework, their arguments must be literals. */
import type { ESTree } from 'vite';

export interface FontCall {
  /** `import` is the statement that imports the functions; it is removed. */
  kind: 'google' | 'local' | 'import';
  /** The font's function, such as `Geist_Mono`; empty for a local one. */
  name: string;
  /** The variable that gets the result. */
  variable: string;
  data: unknown[];
  /** Of the call or the import. */
  start: number;
  end: number;
}

/**
 * Returns the calls and imports in order, and the functions' names.
 * @throws Error for a call that the build cannot read
 */
export function findFontCalls(
  { body }: ESTree.Program,
  file: string,
): { calls: FontCall[]; names: string[] } {
  const kinds = new Map<string, Pick<FontCall, 'kind' | 'name'>>();
  const found: FontCall[] = [];
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') {
      const kind = /^next\/font\/(google|local)$/.exec(statement.source.value)?.[1] as FontCall['kind'];
      if (!kind) continue;
      found.push({ ...position(statement), kind: 'import', name: '', variable: '', data: [] });
      for (const one of statement.specifiers) {
        const isNamed = one.type === 'ImportSpecifier' && 'name' in one.imported;
        kinds.set(one.local.name, { kind, name: isNamed ? (one.imported as { name: string }).name : '' });
      }
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations) {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') continue;
      const font = kinds.get(init.callee.name);
      if (!font || id.type !== 'Identifier') continue;
      const variable = id.name;
      const data = init.arguments.map((node) => {
        const value = literal(node);
        if (value !== NONE) return value;
        throw new Error(`${file}: next/font: the arguments for ${variable} must be literals in the call.`);
      });
      found.push({ ...position(init), ...font, variable, data });
    }
  }
  return { calls: found, names: [...kinds.keys()] };
}

const position = ({ start, end }: { start: number; end: number }) => ({ start, end });

/** Not a literal. */
const NONE = Symbol('none');

function literal(node: ESTree.Node): unknown {
  if (node.type === 'Literal') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked;
  if (node.type === 'ArrayExpression') {
    const values = node.elements.map((one) => (one ? literal(one) : NONE));
    return values.includes(NONE) ? NONE : values;
  }
  if (node.type !== 'ObjectExpression') return NONE;
  const entries: [string, unknown][] = [];
  for (const one of node.properties) {
    if (one.type !== 'Property' || one.computed) return NONE;
    const value = literal(one.value);
    if (value === NONE) return NONE;
    entries.push([one.key.type === 'Identifier' ? one.key.name : String(literal(one.key)), value]);
  }
  return Object.fromEntries(entries);
}
