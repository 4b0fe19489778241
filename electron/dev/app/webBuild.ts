/** Reads the web build that an app's own tools have made, once, so that main can serve it without looking again. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { sortRoutes } from '../../../renderer/routes/checks.ts';
import { sourcesOf } from '../../protocol/csp.ts';
import { isInside } from '../../protocol/files.ts';
import { ownPlaces } from '../../protocol/webBuild.policy.ts';
import type { BuildProblem, WebBuild, WebDocument } from '../../protocol/webBuild.ts';
import type { Settings } from '../../settings/schema.ts';
import { analyseDocument } from './webDocument.ts';

const SCRIPT = /\.(m|c)?js$/i;

/**
 * What main needs to know of a build, and in `problems` what will not work in the app.
 *
 * @param folder made by the app's own build, with an index.html
 * @param settings the app's own, which may allow more, or leave paths of the build to a server
 * @throws Error if there is no index.html; the file system's error for what cannot be read
 */
export async function analyseBuild(
  folder: string,
  {
    contentSecurityPolicy: added = [],
    proxy = [],
  }: Pick<Partial<Settings>, 'contentSecurityPolicy' | 'proxy'> = {},
): Promise<WebBuild> {
  const { files, problems } = await filesOf(folder);
  const names = files.filter((file) => file.endsWith('.html'));
  if (!names.includes('index.html')) {
    throw new Error(`${folder} has no index.html: is it the folder that the web app’s build writes?`);
  }
  const documents: Record<string, WebDocument> = {};
  const relative: [file: string, scripts: string[]][] = [];
  for (const file of names) {
    const bytes = await readFile(join(folder, file));
    const { problems: found, relativeScripts, ...document } = analyseDocument(textOf(bytes), added);
    documents[file] = { bytes: bytes.length, ...document };
    problems.push(...found.map((problem) => ({ file, ...problem })));
    if (relativeScripts.length > 0) relative.push([file, relativeScripts]);
  }
  const dynamic = dynamicOf(names, problems);
  const fallback = await fallbackOf(folder, names);
  for (const [file, [src = '']] of relative) {
    if (file !== fallback && !dynamic.some((one) => one.file === file)) continue;
    const what = `src="${src}" is not found from a page below another: build with the base "/"`;
    problems.push({ file, directive: 'base', what });
  }
  const wasm = files.find((file) => file.endsWith('.wasm'));
  if (wasm !== undefined && !sourcesOf(added, 'script-src').includes("'wasm-unsafe-eval'")) {
    const directive = "script-src 'wasm-unsafe-eval'";
    problems.push({
      file: wasm,
      directive,
      what: 'WebAssembly needs it in the setting contentSecurityPolicy',
    });
  }
  const scripts = placesOf(files.filter((file) => SCRIPT.test(file)));
  const own = ownPlaces(scripts, proxy);
  for (const place of scripts.filter((one) => !own.includes(one))) {
    const what = 'Scripts there are not run, as the setting proxy leaves paths there to a server';
    problems.push({ file: place.slice(1), directive: 'script-src', what });
  }
  return { documents, dynamic, fallback, scripts, problems };
}

/** Decoded as main and the browser decode it. */
function textOf(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** All files, with slashes, in order. Links that lead out of the folder are problems: main does not follow them. */
async function filesOf(folder: string): Promise<{ files: string[]; problems: BuildProblem[] }> {
  const root = await realpath(folder);
  const files: string[] = [];
  const problems: BuildProblem[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const file = path.slice(root.length + 1).replaceAll(sep, '/');
    if (entry.isSymbolicLink()) {
      const target = await realpath(path).catch(() => undefined);
      if (!target || !isInside(root, target)) {
        problems.push({ file, directive: 'link', what: 'It leads out of the build, and is not served' });
        continue;
      }
      if ((await stat(target)).isFile()) files.push(file);
    } else if (entry.isFile()) files.push(file);
  }
  files.sort();
  const taken = files.find((file) => file.startsWith('_holdfast/'));
  if (taken)
    problems.push({ file: taken, directive: 'path', what: 'It is not served: /_holdfast/ is the shell’s' });
  return { files: files.filter((file) => !file.startsWith('_holdfast/')), problems };
}

/** `posts/[id].html` and `posts/[id]/index.html` answer for `/posts/[id]`. */
function dynamicOf(names: readonly string[], problems: BuildProblem[]): WebBuild['dynamic'] {
  const byPath = new Map(
    names
      .filter((file) => /(^|\/)\[[^/]+\](\/|\.html$)/.test(file))
      .map((file) => [`/${file.replace(/(\/index)?\.html$/, '')}`, file]),
  );
  try {
    return sortRoutes([...byPath.keys()]).map((path) => ({ path, file: byPath.get(path) ?? '' }));
  } catch (error) {
    problems.push({
      file: [...byPath.values()].join(', '),
      directive: 'path',
      what: (error as Error).message,
    });
    return [];
  }
}

/**
 * With a page of its own for what is missing, an app has no router for every address. Hosts of static files know a
 * router's document as 200.html, or as a 404.html that is a copy of the start page.
 */
async function fallbackOf(folder: string, names: readonly string[]): Promise<string | undefined> {
  if (names.includes('200.html')) return '200.html';
  const others = names.filter((name) => name !== 'index.html');
  if (others.length === 0) return 'index.html';
  if (others.length > 1 || others[0] !== '404.html') return undefined;
  const [start, missing] = await Promise.all(
    ['index.html', '404.html'].map((name) => readFile(join(folder, name))),
  );
  return start && missing?.equals(start) ? 'index.html' : undefined;
}

/** The folders that hold the files, without those below another; files at the top stand for themselves. */
function placesOf(files: readonly string[]): string[] {
  const places = files.map((file) => {
    const folder = posix.dirname(file);
    return folder === '.' ? `/${file}` : `/${folder}/`;
  });
  const all = [...new Set(places)].sort();
  const outer = all.filter(
    (place) => !all.some((other) => other.endsWith('/') && other !== place && place.startsWith(other)),
  );
  return outer.map((place) => place.split('/').map(encodeURIComponent).join('/'));
}
