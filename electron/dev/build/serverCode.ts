/** Takes out of a page what runs on the web app's server only, as the framework's own build does. */
import type { ESTree, Plugin } from 'vite';

/** What a page exports for the server (Next.js 15, pages router). The last only configures its build. */
const SERVER_EXPORTS = ['getServerSideProps', 'getStaticProps', 'getStaticPaths', 'config'];
/** Those that make props: a page that has one is asked for by its data. */
const DATA_EXPORTS = new Set(['getServerSideProps', 'getStaticProps']);

/** What Vite puts in place of a module of Node in the page's code. */
const NODE_MODULE = '__vite-browser-external';

type Node = ESTree.Node;

/**
 * Takes the server's exports out of pages, with the imports and helpers that only they use, and fails the build
 * where code that needs Node would still ship.
 * @param isPage whether a module, by its id, is a page file
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
 * Blanks, so that every line stays where it was, and says in an export of its own that the page has the server's data.
 * @throws Error if a server export stands where it cannot be taken out
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

  // What only they used: its import would run the module, on a machine that has no server.
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

/** The names that a statement of the module declares and keeps to itself. */
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

/** Every name in a part of the code, of properties too: one too many only keeps something. */
function identifiers(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name];
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).flatMap((child) =>
      child && typeof child === 'object' && 'type' in child ? identifiers(child as Node) : [],
    ),
  );
}
