/** What a Next.js app without a static export needs. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the folder that `next build` writes, if its build can be shown at its server's address: not with an app router. */
export function buildAtServer(root: string): string | undefined {
  const hasAppRouter = globSync('{,src/}app/**/page.{ts,tsx,js,jsx,mjs}', { cwd: root }).length > 0;
  if (hasAppRouter || !['pages', 'src/pages'].some((name) => existsSync(join(root, name)))) return undefined;
  const config = globSync('next.config.{ts,mts,js,mjs,cjs}', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  return /\bdistDir\s*:\s*['"`]([^'"`]+)/.exec(config)?.[1] ?? '.next';
}

/** Returns advice, in sentences. @param add what an export needs */
export const adviceFor = (isAtServer: boolean, add: string): string =>
  isAtServer
    ? "Next.js is not exported: its own build starts from the disk at the address of its server, which it asks for data. Name it in web: { address: 'https://…' }."
    : `Next.js must write static files. Add ${add}. If it needs its server, for routes, a middleware or actions, show it where that runs: init --force --address https://…`;
