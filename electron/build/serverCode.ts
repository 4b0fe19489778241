/** Removes server-only code from pages, as the framework's own build does. */
import type { ESTree, Plugin } from 'vite';
import { freeNames } from './next/freeNames.ts';

/** A page's exports for the server (Next.js 15, pages router). The last one only configures its build. */
const SERVER_EXPORTS = ['getServerSideProps', 'getStaticProps', 'getStaticPaths', 'config'];
/** Exports that return props: such a page has data to request. */
const DATA_EXPORTS = new Set(['getServerSideProps', 'getStaticProps']);

/** Vite's replacement for Node modules in the renderer. */
const NODE_MODULE = '__vite-browser-external';

type Node = ESTree.Node;

/**
 * Removes a page's exports for the server, with the imports and helpers that only they use. Fails the build if code
 * that needs Node would still ship.
 * @param isPage whether a module id belongs to a page
 */
export function serverCode(isPage: (id: string) => boolean): Plugin {
  return {
    name: 'holdfast:server-code',
    applyToEnvironment: ({ name }) => name === 'client',
    async transform(code, id) {
      if (!isPage(id)) return;
      return { code: await withoutServerCode(code, this.parse(code) as ESTree.Program, id), map: null };
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          if (!id.includes(NODE_MODULE) || renderedLength === 0) continue;
          const path = pathToPage(id, isPage, (one) => this.getModuleInfo(one)?.importers ?? []);
          const [user, ...above] = path;
          this.error(
            `Server code would ship in the page: ${user} uses the Node module ${id.split(':').at(-1)}` +
              `${above.map((one) => `\n  imported by ${one}`).join('')}\nUse it in ${[...DATA_EXPORTS].join(' or ')} only, ` +
              "or move it to the web app's server.",
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
async function withoutServerCode(code: string, program: ESTree.Program, id: string): Promise<string> {
  const found = new Set<string>();
  const blanks: Node[] = [];

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
        `${id}: export ${server.join(', ')} separately from ${names.join(', ')}, so that it can be removed.`,
      );
    }
    for (const name of server) found.add(name);
    blanks.push(statement);
  }
  if (found.size === 0) return code;

  for (const statement of await onlyUsedBy(blanks, program.body, code)) blanks.push(statement);

  let text = code;
  for (const { start, end } of blanks) {
    text = text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end);
  }
  return [...found].some((name) => DATA_EXPORTS.has(name))
    ? `${text};export const hasServerProps = true;`
    : text;
}

/** Returns imports and helpers that only these statements use, directly or not. Importing a module would run it. */
async function onlyUsedBy(server: readonly Node[], body: readonly Node[], code: string): Promise<Node[]> {
  const declaring = new Map(body.flatMap((one) => declared(one).map((name) => [name, one] as const)));
  const used = new Map<Node, Node[]>();
  for (const statement of body) {
    const names = await namesUsed(statement, code, [...declaring.keys()]);
    used.set(
      statement,
      names.flatMap((name) => declaring.get(name) ?? []),
    );
  }
  const reached = (from: readonly Node[]): Set<Node> => {
    const all = new Set(from);
    for (const statement of all) for (const other of used.get(statement) ?? []) all.add(other);
    return all;
  };
  const byServer = reached(server);
  const byPage = reached(body.filter((one) => !byServer.has(one)));
  return [...byServer].filter((one) => !byPage.has(one) && !server.includes(one));
}

function namesUsed(statement: Node, code: string, names: readonly string[]): Promise<string[]> | string[] {
  // An export of names declared elsewhere contains no code itself.
  if (statement.type === 'ExportNamedDeclaration' && !statement.declaration) {
    return statement.source ? [] : statement.specifiers.map(({ local }) => nameOf(local));
  }
  return freeNames(code.slice(statement.start, statement.end), names);
}

/** Returns the files from the one that imports a module up to the nearest page. */
function pathToPage(
  id: string,
  isPage: (id: string) => boolean,
  importersOf: (id: string) => readonly string[],
): string[] {
  const paths = importersOf(id).map((one) => [one]);
  const seen = new Set<string>();
  for (const path of paths) {
    const last = path.at(-1) ?? '';
    if (isPage(last)) return path;
    if (seen.has(last)) continue;
    seen.add(last);
    for (const one of importersOf(last)) paths.push([...path, one]);
  }
  return paths[0] ?? [];
}

/** Returns the names that a statement declares and does not export. */
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

/** Returns every name in a pattern, even of properties and defaults: a superfluous name only keeps more code. */
function identifiers(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name];
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).flatMap((child) =>
      child && typeof child === 'object' && 'type' in child ? identifiers(child as Node) : [],
    ),
  );
}
