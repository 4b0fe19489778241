/** Reads the web build that an app's own tools have made, once, so that main can serve it without looking again. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { sortRoutes } from '../../../renderer/routes/checks.ts';
import type { BuildProblem, WebBuild, WebDocument } from '../../protocol/webBuild.ts';
import { analyseDocument } from './webDocument.ts';

/** Documents that answer for no path of their own, as hosts of static files know them. */
const ASIDE = new Set(['404.html', '404/index.html', '200.html', '500.html', '_not-found.html']);

const SCRIPT = /\.(m|c)?js$/i;

/**
 * What main needs to know of a build, and in `problems` what will not work in the app.
 *
 * @param folder made by the app's own build, with an index.html
 * @throws Error if there is no index.html; the file system's error for what cannot be read
 */
export async function analyseBuild(folder: string): Promise<WebBuild> {
  const { files, problems } = await filesOf(folder);
  const names = files.filter((file) => file.endsWith('.html'));
  if (!names.includes('index.html')) {
    throw new Error(`${folder} has no index.html: is it the folder that the web app’s build writes?`);
  }
  const documents: Record<string, WebDocument> = {};
  const relative: [file: string, scripts: string[]][] = [];
  for (const file of names) {
    const bytes = await readFile(join(folder, file));
    const { problems: found, relativeScripts, ...document } = analyseDocument(textOf(bytes));
    documents[file] = { bytes: bytes.length, ...document };
    problems.push(...found.map((problem) => ({ file, ...problem })));
    if (relativeScripts.length > 0) relative.push([file, relativeScripts]);
  }
  const dynamic = dynamicOf(names, problems);
  const fallback = fallbackOf(names);
  for (const [file, [src = '']] of relative) {
    if (file !== fallback && !dynamic.some((one) => one.file === file)) continue;
    const what = `src="${src}" is not found from a page below another: build with the base "/"`;
    problems.push({ file, directive: 'base', what });
  }
  const wasm = files.find((file) => file.endsWith('.wasm'));
  if (wasm !== undefined) {
    const directive = "script-src 'wasm-unsafe-eval'";
    problems.push({
      file: wasm,
      directive,
      what: 'WebAssembly needs it in the setting contentSecurityPolicy',
    });
  }
  return {
    documents,
    dynamic,
    fallback,
    scripts: placesOf(files.filter((file) => SCRIPT.test(file))),
    problems,
  };
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
      const target = await realpath(path).catch(() => '');
      if (!target.startsWith(root + sep)) {
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

function fallbackOf(names: readonly string[]): string | undefined {
  if (names.includes('200.html')) return '200.html';
  return names.every((name) => name === 'index.html' || ASIDE.has(name)) ? 'index.html' : undefined;
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
