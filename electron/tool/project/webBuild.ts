/** Analyses the app's own web build once, so that main can serve it without analysing it again. */
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { sortRoutes } from '../../../renderer/routes/checks.ts';
import { resolvePath } from '../../protocol/path.ts';
import { buildPlaces } from '../../protocol/webBuild.policy.ts';
import type { BuildProblem, WebBuild, WebDocument } from '../../protocol/webBuild.ts';
import { pathsOf } from '../../settings/proxy.ts';
import type { Settings } from '../../settings/schema.ts';
import { matchesPath } from '../../webapp/paths.policy.ts';
import { analyseDocument } from './webDocument.ts';
import { lostIn } from './webScripts.ts';

const SCRIPT = /\.(m|c)?js$/i;

/**
 * Collects what main needs to know about a build, and in `problems` what will not work in the app.
 *
 * @param folder a copy of the app's own build, made by copyWeb: with an index.html and without links
 * @param settings the app's own, which may allow more, or leave paths of the build to a server
 * @param ownFallback the configuration's `web.fallback`
 * @throws the file system's error for an unreadable file; Error if the build has no such fallback
 */
export async function analyseBuild(
  folder: string,
  settings: Partial<Settings> = {},
  ownFallback?: string,
): Promise<WebBuild> {
  const proxy = pathsOf(settings.proxy);
  const { files, problems } = await filesOf(folder);
  const names = files.filter((file) => file.endsWith('.html'));
  const documents: Record<string, WebDocument> = {};
  const withRelative: [file: string, scripts: string[]][] = [];
  for (const file of names) {
    const bytes = await readFile(join(folder, file));
    const analysed = analyseDocument(textOf(bytes), settings.contentSecurityPolicy);
    const { problems: found, relativeScripts, rootedScripts, ...document } = analysed;
    documents[file] = { bytes: bytes.length, ...document };
    problems.push(...found.map((problem) => ({ file, ...problem })));
    if (relativeScripts.length > 0) withRelative.push([file, relativeScripts]);
    const missing = rootedScripts.find((src) => !isIn(files, src));
    if (missing !== undefined) {
      const what = `src="${missing}" is not in the build. If it was built for a folder of a server, build with the base "/"`;
      problems.push({ file, directive: 'base', what });
    }
  }
  const dynamic = dynamicOf(names, problems);
  if (ownFallback !== undefined && !names.includes(ownFallback))
    throw new Error(`web.fallback: ${ownFallback} is not in the build.`);
  const fallback = ownFallback ?? (await fallbackOf(folder, names));
  for (const [file, [src = '']] of withRelative) {
    if (file !== fallback && !dynamic.some((one) => one.file === file)) continue;
    const what = `src="${src}" does not work on a page in a subfolder: build with the base "/"`;
    problems.push({ file, directive: 'base', what });
  }
  const scriptFiles = files.filter((file) => SCRIPT.test(file));
  let hasRouter = false;
  for (const file of scriptFiles) {
    const script = await readFile(join(folder, file), 'utf8');
    const lost = lostIn(script, settings);
    if (lost) problems.push({ file, ...lost });
    hasRouter ||= /\.pushState\b/.test(script);
  }
  if (hasRouter && fallback === undefined && !names.some((name) => /^404(?:\/index)?\.html$/.test(name))) {
    const what =
      "Paths without a document show a 404. If your router has more, write web: { fallback: 'index.html' }";
    problems.push({ file: 'index.html', directive: 'path', what });
  }
  const scripts = placesOf(scriptFiles);
  const own = buildPlaces(scripts, proxy);
  for (const place of scripts.filter((one) => !own.includes(one))) {
    const what = 'Scripts there do not run, because the setting proxy leaves paths there to a server';
    problems.push({ file: place.slice(1), directive: 'script-src', what });
  }
  const [shared, ...others] = names.filter((file) => matchesPath(proxy, pathOf(file)));
  if (shared !== undefined) {
    const more = others.length > 0 ? `, and so are those of ${others.length} more` : '';
    const what = `Its path is also in the setting proxy${more}: a link shows the page, and only fetch and forms reach the server`;
    problems.push({ file: shared, directive: 'path', what });
  }
  return { documents, dynamic, fallback, scripts, problems };
}

/** Whether an address that begins with a slash leads to one of the files, as main finds them. */
function isIn(files: readonly string[], address: string): boolean {
  const resolved = resolvePath(new URL(address, 'https://own.invalid').pathname);
  return resolved.kind === 'asset' && files.includes(resolved.relative);
}

/** Returns the path of a document: `/posts/[id]` for `posts/[id].html` and `posts/[id]/index.html`. */
const pathOf = (file: string) => `/${file.replace(/(?:(?:^|\/)index)?\.html$/, '')}`;

/** Decodes as main and the browser do. */
function textOf(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** Returns all files in order, with slashes. */
async function filesOf(folder: string): Promise<{ files: string[]; problems: BuildProblem[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const all = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
  const taken = all.find((file) => file.startsWith('_holdfast/'));
  const what = 'It is not served: /_holdfast/ belongs to the shell';
  return {
    files: all.filter((file) => !file.startsWith('_holdfast/')),
    problems: taken ? [{ file: taken, directive: 'path', what }] : [],
  };
}

/** Returns the documents that answer for many paths. */
function dynamicOf(names: readonly string[], problems: BuildProblem[]): WebBuild['dynamic'] {
  const byPath = new Map(
    names.filter((file) => /(^|\/)\[[^/]+\](\/|\.html$)/.test(file)).map((file) => [pathOf(file), file]),
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
 * An app with its own page for missing paths has no router for every address. For static hosts, 200.html is a router's
 * document, and so is a 404.html that is a copy of the start page.
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

/** Returns the folders that contain the files, without those below another; files at the top are listed themselves. */
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
