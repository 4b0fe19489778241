/** Where a build was made to be, and what of it answers which paths. Pure. */
import { posix } from 'node:path';
import { getSortedRoutes } from 'next/dist/shared/lib/router/utils/sorted-routes.js';
import type { AnswerTable } from '../../shared/answers.ts';
import { decoded } from '../../shared/match.ts';
import { type AnalysedDocument, APP, type BuildProblem } from './webDocument.ts';

export type Documents = Readonly<Record<string, Pick<AnalysedDocument, 'base' | 'scripts' | 'links'>>>;
type Sums = AnswerTable['files'];

/** Returns the path of what a document loads; undefined if it is relative to the document, or of another server. */
export function rootedPath(address: string, base = ''): string | undefined {
  const from = URL.parse(base, `${APP}/`);
  const url = from && URL.parse(address, from);
  const isRooted = [address, base].some((text) => text.startsWith('/'));
  return url?.origin === APP && isRooted ? url.pathname : undefined;
}

/** Returns the name of the file at a path below the base; undefined if there is none. */
export function fileAt(path: string, base: string, files: Sums): string | undefined {
  const name = path.startsWith(base) ? decoded(path.slice(base.length)) : undefined;
  return name !== undefined && Object.hasOwn(files, name) ? name : undefined;
}

/**
 * Finds the folder that a build was made for in what its documents load: `/shop/assets/a.js` in a build with `assets/a.js`
 * is `/shop/`. Most addresses decide.
 */
export function baseOf(documents: Documents, files: Sums): string {
  const votes = new Map([['/', 0]]);
  for (const { base, scripts, links } of Object.values(documents)) {
    for (const address of [...scripts, ...links]) {
      const path = rootedPath(address, base) ?? '';
      const folders = path.split('/').slice(0, -1);
      const found = folders
        .map((_, at) => `${folders.slice(0, at + 1).join('/')}/`)
        .find((folder) => fileAt(path, folder, files) !== undefined);
      if (found !== undefined) votes.set(found, (votes.get(found) ?? 0) + 1);
    }
  }
  const [[most, count] = ['/', 0]] = [...votes].sort(([, one], [, other]) => other - one);
  const own = rootedPath('', documents['index.html']?.base);
  // Nothing that it loads tells: its <base> does.
  return count === 0 && own?.endsWith('/') && !own.startsWith('//') ? own : most;
}

/** The document of a router, as frameworks call it: for static hosts; React Router; TanStack Start; Angular. */
export const ROUTERS = ['200.html', '__spa-fallback.html', '_shell.html', 'index.csr.html'];
/** A page for 404, also as Expo calls it. */
const MISSING = ['404.html', '404/index.html', '+not-found.html'];

/** Finds the documents for paths without their own, in the order in which they are tried. */
export function fallbacksOf(
  documents: Documents,
  files: Sums,
  base: string,
  own: string | Readonly<Record<string, string>> = {},
): AnswerTable['fallbacks'] {
  const names = Object.keys(documents);
  const named = Object.entries(typeof own === 'string' ? { '/': own } : own).map(([path, file]) => {
    if (!names.includes(file)) throw new Error(`web.fallback: ${file} is not in the build.`);
    return { folder: path.slice(1), file, status: 200 as const };
  });
  // Its <base> makes a folder a site of its own: `de/index.html` of an Angular app.
  const sites = names.flatMap((name) => {
    const folder = /^(.+\/)index\.html$/.exec(name)?.[1];
    const isSite = folder && rootedPath('', documents[name]?.base) === encodeURI(base + folder);
    return isSite ? [folder] : [];
  });
  const found = ['', ...sites].flatMap((folder) => {
    const inside = names.filter(
      (name) =>
        name.startsWith(folder) &&
        !sites.some((site) => site.length > folder.length && name.startsWith(site)),
    );
    const pick = (list: readonly string[]) =>
      list.map((one) => folder + one).find((one) => inside.includes(one));
    const index = `${folder}index.html`;
    const missing = pick(MISSING);
    // A 404.html that is a copy of the start page is the router's document under another name.
    const isAlone = inside.every(
      (name) => name === index || (name === missing && files[name] === files[index]),
    );
    const router = pick(ROUTERS) ?? (isAlone && inside.includes(index) ? index : undefined);
    return [
      ...(router ? [{ folder, file: router, status: 200 as const }] : []),
      ...(missing ? [{ folder, file: missing, status: 404 as const }] : []),
    ];
  });
  return [...named, ...found].sort((one, other) => other.folder.length - one.folder.length);
}

/** Returns the path of a document: `/posts/[id]` for `posts/[id].html` and `posts/[id]/index.html`. */
export const pathOf = (file: string) => `/${file.replace(/(?:(?:^|\/)index)?\.html$/, '')}`;

/** Returns the documents that answer for many paths. */
export function dynamicOf(names: readonly string[], problems: BuildProblem[]): AnswerTable['dynamic'] {
  const byPath = new Map(
    names.filter((file) => /(^|\/)\[[^/]+\](\/|\.html$)/.test(file)).map((file) => [pathOf(file), file]),
  );
  try {
    return getSortedRoutes([...byPath.keys()]).map((path) => ({ path, file: byPath.get(path) ?? '' }));
  } catch (error) {
    const file = [...byPath.values()].join(', ');
    problems.push({ file, directive: 'path', what: (error as Error).message });
    return [];
  }
}

/** Returns the folders that contain the files, without those below another; files at the top are listed themselves. */
export function placesOf(files: readonly string[]): string[] {
  const places = files.map((file) => (file.includes('/') ? `${posix.dirname(file)}/` : file));
  const all = [...new Set(places)].sort();
  const outer = all.filter(
    (place) => !all.some((other) => other.endsWith('/') && other !== place && place.startsWith(other)),
  );
  return outer.map((place) => place.split('/').map(encodeURIComponent).join('/'));
}
