/** What a Next.js app without a static export needs. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CODE = '{ts,tsx,js,jsx,mjs}';

const AT_SERVER = 'Show the app where its server runs: init --force --address https://…';

const filesIn = (root: string, pattern: string) => globSync(`{,src/}${pattern}`, { cwd: root }).sort();

const actionsIn = (root: string) =>
  filesIn(root, `{app,lib,actions}/**/*.${CODE}`).find((file) =>
    /^\s*['"]use server['"]/m.test(readFileSync(join(root, file), 'utf8')),
  );

/** Says why the app's own export ends with an error, if it will. */
export function exportProblem(root: string): string | undefined {
  const file = actionsIn(root);
  return file && `Next.js exports no server actions, and ${file} has them. ${AT_SERVER}`;
}

function serverFiles(root: string): string[] {
  const find = (pattern: string) => filesIn(root, pattern);
  // Next.js 16 calls the middleware a proxy.
  const known = find(`{middleware,proxy}.${CODE}`).concat(
    find(`app/**/route.${CODE}`),
    find(`pages/api/**/*.${CODE}`),
  );
  const actions = known.length < 3 ? actionsIn(root) : undefined;
  return [...known, ...(actions === undefined ? [] : [actions])].slice(0, 3);
}

/** Returns the folder of the pages whose build can be shown: only in an app without an app router. */
function pagesIn(root: string): string | undefined {
  if (filesIn(root, `app/**/page.${CODE}`).length > 0) return undefined;
  return ['pages', 'src/pages'].find((name) => existsSync(join(root, name)));
}

/** Returns the folder that `next build` writes, if the app shows it at its server's address. */
export function buildAtServer(root: string): string | undefined {
  if (!pagesIn(root)) return undefined;
  const config = globSync('next.config.{ts,mts,js,mjs,cjs}', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  return /\bdistDir\s*:\s*['"`]([^'"`]+)/.exec(config)?.[1] ?? '.next';
}

/** Returns advice, in sentences. @param add what an export needs */
export function adviceFor(root: string, add: string): string {
  if (pagesIn(root))
    return "Next.js is not exported: its own build starts from the disk at the address of its server, which it asks for data. Name it in web: { address: 'https://…' }.";
  const files = serverFiles(root);
  if (files.length === 0) return `Next.js must write static files. Add ${add}.`;
  return `Next.js needs its server here, for ${files.join(', ')}: an export cannot have them. ${AT_SERVER} Or take them out and add ${add}.`;
}
