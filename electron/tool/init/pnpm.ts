/** pnpm 11 and later run a package's install script only if the app says so, and fail until it has decided. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { upwards } from '../setup/packages.ts';

/**
 * pnpm's placeholder for Holdfast's only dependency with such a script. It is for Squirrel installers, which Holdfast
 * never makes.
 */
const ASKED = /^(\s+)(["']?)electron-winstaller\2:\s*set this to true or false/m;

/** Answers in pnpm's own file, the workspace's if there is one. Returns what was done, if pnpm has asked. */
export function allowBuilds(root: string): string | undefined {
  const file = upwards(root, (at) => {
    const found = join(at, 'pnpm-workspace.yaml');
    // The search ends at the repository's root.
    return existsSync(found) ? found : existsSync(join(at, '.git')) ? '' : undefined;
  });
  const text = file ? readFileSync(file, 'utf8') : '';
  if (!file || !ASKED.test(text)) return undefined;
  writeFileSync(file, text.replace(ASKED, '$1electron-winstaller: false'));
  return `answered pnpm in ${relative(root, file)}: Holdfast does not need the one install script among its packages`;
}
