/** The apps of a workspace, for somebody who is at its root. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackageJson, readPackage } from '../setup/packages.ts';
import { frameworkOf, scriptFor } from './frameworks.ts';

function patternsOf(root: string, { workspaces }: PackageJson): string[] {
  if (workspaces) return Array.isArray(workspaces) ? workspaces : (workspaces.packages ?? []);
  const file = join(root, 'pnpm-workspace.yaml');
  if (!existsSync(file)) return [];
  const [, list = ''] = /^packages:((?:\s*\n\s+-[^\n]*)*)/m.exec(readFileSync(file, 'utf8')) ?? [];
  return [...list.matchAll(/-\s*["']?([^\s"'#]+)/g)].map(([, pattern = '']) => pattern);
}

/** The folders of the members that are apps, with their frameworks: `apps/web (Next.js)`. */
export function appsOf(root: string, own: PackageJson): string[] {
  const folders = patternsOf(root, own).flatMap((pattern) =>
    pattern.startsWith('!')
      ? []
      : globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }),
  );
  return [...new Set(folders)].sort().flatMap((folder) => {
    const member = readPackage(join(root, folder));
    const framework = frameworkOf(member);
    // A library is built too, but is not served.
    const isServed =
      framework && scriptFor('dev', member.scripts ?? {}, framework.commands.dev) !== undefined;
    return isServed ? [`${folder} (${framework.name})`] : [];
  });
}
