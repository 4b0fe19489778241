/** The options for a Next.js app without a static export. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CODE = '{ts,tsx,js,jsx,mjs}';

const AT_SERVER = 'Show the app where its server runs: init --force --address https://…';

const filesIn = (root: string, pattern: string) => globSync(`{,src/}${pattern}`, { cwd: root }).sort();

/** Returns the first file with server actions, if any. */
const actionsIn = (root: string) =>
  filesIn(root, `{app,lib,actions}/**/*.${CODE}`).find((file) =>
    /^\s*['"]use server['"]/m.test(readFileSync(join(root, file), 'utf8')),
  );

/** Says why the app's own export ends with an error, if it will. */
export function exportProblem(root: string): string | undefined {
  const file = actionsIn(root);
  return file && `Next.js exports no server actions, and ${file} has them. ${AT_SERVER}`;
}

/** Returns files that only a server can answer for, at most three. */
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

/** Returns the pages folder that Holdfast can build: only in an app without an app router. */
export function pagesIn(root: string): string | undefined {
  const hasFolder = (name: string) => existsSync(join(root, name));
  return hasFolder('app') || hasFolder('src/app') ? undefined : ['pages', 'src/pages'].find(hasFolder);
}

/**
 * Returns advice, in sentences.
 * @param add what an export needs
 */
export function adviceFor(root: string, add: string): string {
  const pages = pagesIn(root);
  if (pages)
    return `Next.js is not exported, so Holdfast builds ${pages} itself: what has data asks the app's server for it. Write settings: { origin: 'https://…', proxy: ['/api/*'] }.`;
  const files = serverFiles(root);
  if (files.length === 0) return `Next.js must write static files. Add ${add}.`;
  return `Next.js needs its server here, for ${files.join(', ')}: an export cannot have them. ${AT_SERVER} Or take them out and add ${add}.`;
}
