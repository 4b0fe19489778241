/** The GitHub workflow that releases an app: release.yml beside this file, adapted to the app's package manager. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { PackageManager } from '../setup/packageManager.ts';
import { holdfastFolder, upwards } from '../setup/packages.ts';

const FILE = join('.github', 'workflows', 'desktop-release.yml');

/** How to install exactly the lock file's versions, and the flag that disables install scripts. */
function installing(name: PackageManager['name'], isBerry: boolean): [install: string, noScripts: string] {
  if (name === 'npm') return ['npm ci', '--ignore-scripts'];
  if (name === 'bun')
    return ['npm install --global bun && bun install --frozen-lockfile', '--ignore-scripts'];
  // Yarn 1 ignores --immutable, and later versions may refuse --frozen-lockfile.
  if (isBerry) return ['corepack enable && yarn install --immutable', '--mode=skip-build'];
  return [`corepack enable && ${name} install --frozen-lockfile`, '--ignore-scripts'];
}

/** Returns the workflow's text. @param folder the app's folder in its repository, with `/`; '.' is the repository itself */
export function workflowText({ name, exec }: PackageManager, folder = '.', isBerry = false): string {
  const [install, noScripts] = installing(name, isBerry);
  return readFileSync(join(holdfastFolder(), 'electron', 'tool', 'init', 'release.yml'), 'utf8')
    .replaceAll('INSTALL_WITHOUT_SCRIPTS', `${install} ${noScripts}`)
    .replaceAll('INSTALL_ALL', install)
    .replaceAll('RUN_TOOL', `${exec} holdfast`)
    .replaceAll('APP_FOLDER', /^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder));
}

/** Writes it if there is a .github folder or the option asks for it; an existing one stays. Returns its path. */
export function writeReleaseWorkflow(root: string, manager: PackageManager, isAsked: boolean) {
  const top = upwards(root, (folder) => (existsSync(join(folder, '.git')) ? folder : undefined)) ?? root;
  const file = join(top, FILE);
  if (existsSync(file) || !(isAsked || existsSync(join(top, '.github')))) return undefined;
  const isBerry = manager.name === 'yarn' && [root, top].some((at) => existsSync(join(at, '.yarnrc.yml')));
  const folder = relative(top, root).split(sep).join('/') || '.';
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, workflowText(manager, folder, isBerry));
  return relative(root, file);
}
