/** Detects how an app is built and served, from its folder. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseObject } from '../../shared/pageData.ts';
import { type PackageManager, packageManagerOf } from '../project/packageManager.ts';
import { angularFolder } from './angular.ts';
import { askVite } from './askVite.ts';
import { type Framework, frameworkOf, nameOf, type PackageJson, portIn, scriptFor } from './frameworks.ts';

export interface Found {
  name: string;
  build?: string | undefined;
  /** Folder of the pages that Holdfast builds. */
  pages?: string;
  buildCommand: string | undefined;
  dev?: string;
  devCommand: string | undefined;
  /** The framework, such as `Next.js`, or what the app uses instead. */
  what: string;
  packageManager: PackageManager;
  /** Notes for the app's developer, one sentence each. */
  notices: string[];
}

/** Usual folders of plain files. */
const FOLDERS = ['dist', 'build', 'public', 'www', 'site'];

const readText = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** @throws Error if package.json is not JSON */
export function readPackage(root: string): PackageJson | undefined {
  const file = join(root, 'package.json');
  const text = readText(file);
  if (text === undefined) return undefined;
  const found = parseObject(text);
  if (!found) throw new Error(`${file} is not a JSON object: correct it first.`);
  return found as PackageJson;
}

/** Inspects an app's folder. Runs none of the app's code except its Vite config. */
export async function detect(root: string): Promise<Found> {
  const own = readPackage(root);
  const packageManager = packageManagerOf(root, own?.packageManager);
  const framework = frameworkOf(own ?? {});
  const scripts = own?.scripts ?? {};
  const command = (kind: 'dev' | 'build') => {
    const program = framework?.commands[kind];
    const script = scriptFor(kind, scripts, program);
    if (script) return `${packageManager.run} ${script}`;
    return program && `${packageManager.exec} ${program}`;
  };
  const found: Found = {
    name: nameOf(own, basename(resolve(root))),
    packageManager,
    what: framework?.name ?? 'plain files',
    buildCommand: command('build'),
    devCommand: command('dev'),
    notices: own ? [] : ['There is no package.json here: assuming plain files.'],
  };
  const { notices } = found;
  if (!framework) {
    const isPage = (folder: string) => existsSync(join(root, folder, 'index.html'));
    const build = FOLDERS.find(isPage);
    if (!build && isPage('.'))
      notices.push('index.html is next to unrelated files: put what the app shows into its own folder.');
    return { ...found, build };
  }
  const { build, port } = await folderAndPort(root, framework, notices);
  const asked = portIn(scripts[scriptFor('dev', scripts, framework.commands.dev) ?? ''] ?? '');
  const all = { ...found, build, dev: `http://localhost:${asked ?? port}` };
  const missing = needOf(root, framework);
  const pages = missing && framework.dependency === 'next' ? pagesIn(root) : undefined;
  if (missing)
    notices.push(
      pages
        ? `${framework.name} is not exported, so Holdfast builds ${pages} itself: what has data asks the app's server for it. Write settings: { origin: 'https://…', proxy: ['/api/*'] }.`
        : missing,
    );
  return pages ? { ...all, pages } : all;
}

/** Returns the pages folder of an app without an app router. */
function pagesIn(root: string): string | undefined {
  const hasFolder = (name: string) => existsSync(join(root, name));
  return hasFolder('app') || hasFolder('src/app') ? undefined : ['pages', 'src/pages'].find(hasFolder);
}

/** Says what a static export still needs. */
function needOf(root: string, { name, needs }: Framework): string | undefined {
  if (!needs) return undefined;
  const isThere = needs.files.some((file) => needs.words.test(readText(join(root, file)) ?? ''));
  return isThere ? undefined : `${name} must write static files. Add ${needs.add}.`;
}

/** Reads the bundler's own configuration if possible. */
async function folderAndPort(root: string, framework: Framework, notices: string[]) {
  const { dependency, build, port } = framework;
  if (dependency === '@angular/core') return { build: angularFolder(root) ?? build, port };
  if (dependency !== 'vite') return { build, port };
  try {
    const { outDir, base, isHttps, ...answer } = await askVite(root);
    // Relative addresses break in a document below the root.
    if (base !== '/') notices.push(`Vite's base is "${base}", but it must be "/": the app is shown at /.`);
    if (isHttps) notices.push('The dev server uses https, but the window supports only http.');
    return { build: relative(root, resolve(root, outDir)) || build, port: answer.port };
  } catch (error) {
    const [line] = String((error as Error).message)
      .split('\n')
      .slice(-1);
    notices.push(`Could not read Vite's configuration; using its defaults (${line || error}).`);
    return { build, port };
  }
}
