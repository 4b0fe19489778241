/** Detects how an app is built and served, from its folder. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, posix, relative, resolve } from 'node:path';
import { type PackageManager, packageManagerOf } from '../setup/packageManager.ts';
import { hasPackage, type PackageJson, readPackage } from '../setup/packages.ts';
import { askVite } from './askVite.ts';
import {
  angularFolder,
  appsOf,
  type Framework,
  frameworkOf,
  nameOf,
  nextAtServer,
  portIn,
  scriptFor,
  scriptText,
} from './frameworks.ts';
import { placesOf } from './id.ts';

export interface Found {
  name: string;
  /** Addresses from which the app's id can be derived. */
  places: readonly string[];
  build?: string | undefined;
  /** Whether a framework that is known makes the build, and no server the pages. */
  isBuilt?: boolean;
  buildCommand: string | undefined;
  dev?: string;
  devCommand: string | undefined;
  /** Paths that the dev server leaves to the app's own server, such as `/api/*`. */
  serverPaths?: string[] | undefined;
  /** The framework, such as `Next.js`, or what the app uses instead. */
  what: string;
  packageManager: PackageManager;
  icon?: Buffer | undefined;
  notices: string[];
}

export const FOLDERS = ['dist', 'build', 'public', 'www', 'site', 'out', 'output', '_site', 'docs'];

/** Where Netlify's and Cloudflare's list of headers lies: with what is copied into the build, or in it. */
const HEADERS = ['.', 'public', 'static', 'assets'];

/** Returns the setting that isolates the pages, for SharedArrayBuffer, where a static host would. */
export function isolatedIn(root: string, build: string): { settings?: { isolated: true } } {
  const lists = [...HEADERS, build].map((folder) => readText(join(root, folder, '_headers')));
  const says = (text: string, header: string) => new RegExp(`^\\s*${header}:\\s*\\S`, 'im').test(text);
  const isIsolated = lists.some((text) =>
    ['Cross-Origin-Opener-Policy', 'Cross-Origin-Embedder-Policy'].every((header) => says(text, header)),
  );
  return isIsolated ? { settings: { isolated: true } } : {};
}

const readText = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Runs no code of the app but its Vite config. */
export async function detect(root: string): Promise<Found> {
  const own = readPackage(root);
  const packageManager = packageManagerOf(root, own.packageManager);
  const apps = appsOf(root, own);
  const framework = frameworkOf(own, apps.length > 0);
  const { scripts = {} } = own;
  const needs = framework?.needs;
  const isMet = needs?.files.some((file) => needs.words.test(readText(join(root, file))));
  const missing = isMet ? undefined : needs;
  // Next.js apps that also run on a server have a separate script for their export.
  const exporting = missing && framework?.dependency === 'next' && scripts.export ? 'export' : undefined;
  const scriptOf = (kind: 'dev' | 'build') =>
    (kind === 'build' && exporting) || scriptFor(kind, scripts, framework?.commands[kind]);
  const command = (kind: 'dev' | 'build') => {
    const script = scriptOf(kind);
    if (script) return `${packageManager.name} run ${script}`;
    const program = framework?.commands[kind];
    return program && `${packageManager.exec} ${program}`;
  };
  const found: Found = {
    name: nameOf(own, basename(resolve(root))),
    places: placesOf(own),
    packageManager,
    what: framework?.name ?? (scriptOf('build') ? 'a build of its own' : 'plain files'),
    buildCommand: command('build'),
    devCommand: command('dev'),
    notices: hasPackage(root) ? [] : ['There is no package.json here: assuming plain files.'],
  };
  const { notices } = found;
  if (!framework) return { ...found, ...plainFiles(root, own, apps, notices) };
  const textOf = (kind: 'dev' | 'build') => scriptText(scripts, scriptOf(kind) ?? '');
  const texts = { dev: textOf('dev'), build: textOf('build') };
  const { build, port, serverPaths } = await folderAndPort(root, framework, texts, notices);
  const dev = `http://localhost:${portIn(texts.dev) ?? port}`;
  const all = { ...found, build, dev, serverPaths };
  if (!missing || exporting) return { ...all, isBuilt: true };
  const isNext = framework.dependency === 'next';
  const atServer = isNext ? nextAtServer(root) : undefined;
  if (atServer === undefined) {
    const or = isNext
      ? ' If it needs its server, for routes, a middleware or actions, show it where that runs: init --force --address https://…'
      : '';
    notices.push(`${framework.name} must write static files. Add ${missing.add}.${or}`);
    return all;
  }
  notices.push(
    "Next.js is not exported: its own build starts from the disk at the address of its server, which it asks for data. Name it in web: { address: 'https://…' }.",
  );
  return { ...all, build: atServer, isBuilt: true };
}

function plainFiles(root: string, own: PackageJson, apps: readonly string[], notices: string[]) {
  if (apps.length > 0)
    notices.push(`This is the root of a workspace. Run init in the folder of your app: ${apps.join(', ')}.`);
  const isPage = (folder: string) => existsSync(join(root, folder, 'index.html'));
  const made = FOLDERS.find(isPage);
  if (made) return { build: made };
  const script = scriptFor('build', own.scripts ?? {});
  const command = script && own.scripts?.[script];
  if (command === undefined && isPage('.')) {
    notices.push(
      'index.html is beside everything else: the app gets all of it but hidden files and node_modules. A folder of its own keeps the rest out.',
    );
    return { build: '.' };
  }
  if (command === undefined) return {};
  const [build] = FOLDERS;
  notices.push(`Assuming that "${command}" writes ${build}. If not, start says which folder it wrote.`);
  return { build };
}

async function folderAndPort(
  root: string,
  { dependency, build, port, needs }: Framework,
  scripts: { dev: string; build: string },
  notices: string[],
): Promise<{ build: string; port: number; serverPaths?: string[] | undefined }> {
  // Its argument is the folder of the texts.
  const [, texts = ''] = /\bvitepress build\s+(?!-)([^\s&|;]+)/.exec(scripts.build) ?? [];
  if (dependency === 'vitepress') return { build: posix.join(texts, build), port };
  if (dependency === '@angular/core') return { build: angularFolder(root) ?? build, port };
  if (dependency !== 'vite' && dependency !== '@sveltejs/kit') return { build, port };
  // An option of SvelteKit's adapter, whose folder Vite does not know.
  const config = (needs?.files ?? []).map((file) => readText(join(root, file))).join('\n');
  const pages = /\badapter\(\s*\{[^}]*\bpages\s*:\s*['"`]([^'"`]+)/.exec(config)?.[1];
  try {
    const { outDir, isHttps, port, proxied } = await askVite(root, scripts);
    if (isHttps) notices.push('The dev server uses https, but the window supports only http.');
    const folder = dependency === 'vite' ? relative(root, outDir) : pages;
    // Those of a pattern cannot be written as a path.
    const paths = proxied.filter((path) => /^\/[\w.~/-]+$/.test(path));
    const serverPaths = paths.map((path) => `${path.replace(/\/$/, '')}/*`);
    return { build: folder || build, port, serverPaths: paths.length > 0 ? serverPaths : undefined };
  } catch (error) {
    notices.push(`Could not read Vite's configuration; using its defaults (${(error as Error).message}).`);
    return { build: pages ?? build, port };
  }
}
