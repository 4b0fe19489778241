/** Removes server-only code from pages, as the framework's own build does. */
import type { ESTree, Plugin } from 'vite';

/** A page's exports for the server (Next.js 15, pages router). The last only configures its build. */
const SERVER_EXPORTS = ['getServerSideProps', 'getStaticProps', 'getStaticPaths', 'config'];
/** Those that return props, so that the page has data to request. */
const DATA_EXPORTS = new Set(['getServerSideProps', 'getStaticProps']);

/** Vite's replacement for Node modules in the renderer. */
const NODE_MODULE = '__vite-browser-external';

type Node = ESTree.Node;

/**
 * Removes a page's exports for the server, with the imports and helpers that only they use. Fails the build if code that
 * needs Node would still ship.
 * @param isPage whether a module id is that of a page
 */
export function serverCode(isPage: (id: string) => boolean): Plugin {
  return {
    name: 'holdfast:server-code',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!isPage(id)) return;
      return { code: withoutServerCode(code, this.parse(code) as ESTree.Program, id), map: null };
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          if (!id.includes(NODE_MODULE) || renderedLength === 0) continue;
          const importers = this.getModuleInfo(id)?.importers ?? [];
          this.error(
            `Server code would ship in the page: ${importers.join(', ')} uses a module of Node. ` +
              `Use it in ${[...DATA_EXPORTS].join(' or ')} only, or move it to the web app's server.`,
          );
        }
      }
    },
  };
}

/**
 * Overwrites it with blanks, so that line numbers stay, and adds an export that says that the page has server data.
 * @throws Error if a server export is declared together with others
 */
function withoutServerCode(code: string, program: ESTree.Program, id: string): string {
  let rest: Node[] = program.body;
  const found = new Set<string>();
  const blanks: Node[] = [];
  const takeOut = (statement: Node) => {
    blanks.push(statement);
    rest = rest.filter((other) => other !== statement);
  };

  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const names = [
      ...namesOf(statement.declaration),
      ...statement.specifiers.map(({ exported }) => nameOf(exported)),
    ];
    const server = names.filter((name) => SERVER_EXPORTS.includes(name));
    if (server.length === 0) continue;
    if (server.length < names.length) {
      throw new Error(
        `${id}: export ${server.join(', ')} apart from ${names.join(', ')}, so that it can be taken out.`,
      );
    }
    for (const name of server) found.add(name);
    takeOut(statement);
  }
  if (found.size === 0) return code;

  // Imports and helpers that only they used: importing a module would run it.
  for (let before = -1; before !== blanks.length; ) {
    before = blanks.length;
    const removed = new Set(blanks.flatMap(identifiers));
    for (const statement of rest) {
      const names = declared(statement);
      const used = new Set(rest.filter((other) => other !== statement).flatMap(identifiers));
      if (names.some((name) => removed.has(name)) && !names.some((name) => used.has(name)))
        takeOut(statement);
    }
  }

  let text = code;
  for (const { start, end } of blanks) {
    text = text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end);
  }
  return [...found].some((name) => DATA_EXPORTS.has(name))
    ? `${text};export const hasServerProps = true;`
    : text;
}

/** The names that a statement declares and does not export. */
function declared(statement: Node): string[] {
  if (statement.type === 'ImportDeclaration') return statement.specifiers.map(({ local }) => local.name);
  return statement.type.startsWith('Export') ? [] : namesOf(statement);
}

function namesOf(declaration: Node | null): string[] {
  if (!declaration) return [];
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => identifiers(id));
  return 'id' in declaration && declaration.id ? identifiers(declaration.id as Node) : [];
}

const nameOf = (name: ESTree.ModuleExportName) => ('name' in name ? name.name : name.value);

/** Every name in a node, even of properties: one too many only keeps more code. */
function identifiers(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name];
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).flatMap((child) =>
      child && typeof child === 'object' && 'type' in child ? identifiers(child as Node) : [],
    ),
  );
}
