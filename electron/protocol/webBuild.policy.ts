/** Which document of a web build answers a path, and where its scripts may come from. Pure. */
import { createMatcher } from '../shared/match.ts';
import { mayBePage, type ResolvedPath } from './path.ts';
import type { WebBuild } from './webBuild.ts';

interface FoundDocument {
  file: string;
  /** 302: it answers at this path with a slash at the end, below which its relative addresses are. */
  status: 200 | 302 | 404;
}

const NOT_FOUND = ['404.html', '404/index.html'];

/** Whether a page is meant for specific paths: one that begins with a parameter matches any. */
export const isOfPath = (page: string): boolean => !page.startsWith('/[');

/**
 * Finds documents in the same order as static hosts: the file itself, with `.html`, `index.html` in a folder of that
 * name, a document for many paths, the app's router's document, the app's page for 404.
 * @returns a function of a path as in the URL (without query and fragment), of its parsed form, and of whether only a
 *   document meant for this path counts
 */
export function createFinder({ documents, dynamic, fallback }: WebBuild) {
  const match = createMatcher(dynamic);
  const has = (file: string) => Object.hasOwn(documents, file);
  return (path: string, resolved: ResolvedPath, isExact = false): FoundDocument | undefined => {
    // A missing script or picture is never answered with a document.
    if (!mayBePage(resolved)) return undefined;
    const exact = resolved.kind === 'bad' ? undefined : namesFor(decodeURIComponent(path)).find(has);
    if (exact !== undefined) return { file: exact, status: isFolder(path, exact) ? 302 : 200 };
    const found = match(path);
    if (found.kind === 'page' && (!isExact || isOfPath(found.page.path)))
      return { file: found.page.file, status: 200 };
    if (isExact) return undefined;
    if (fallback !== undefined && has(fallback)) return { file: fallback, status: 200 };
    const notFound = NOT_FOUND.find(has);
    return notFound === undefined ? undefined : { file: notFound, status: 404 };
  };
}

/** Whether a path without a slash at the end leads to the start page of a folder. */
const isFolder = (path: string, file: string) =>
  file.endsWith('/index.html') && !/(?:\/|\/index(?:\.html)?)$/.test(path);

/** Returns the possible names of the document at a decoded path, in the order in which they are tried. */
function namesFor(path: string): string[] {
  const name = path.replace(/^\/|\/$/g, '');
  if (name === '') return ['index.html'];
  const [page, index] = [`${name}.html`, `${name}/index.html`];
  return path.endsWith('/') ? [index, page] : [name, page, index];
}

/**
 * Returns the places with scripts that the web app's server does not answer: its responses must not run in the app.
 * @param places paths of folders (with a slash at the end) and files
 * @param proxy paths that the server answers: `/api/*`, `/health`
 */
export function buildPlaces(places: readonly string[], proxy: readonly string[]): string[] {
  return places.filter((place) => {
    const isBelow = (path: string) => (place.endsWith('/') ? path.startsWith(place) : path === place);
    return !proxy.some((pattern) =>
      pattern.endsWith('/*')
        ? isBelow(pattern.slice(0, -1)) || place.startsWith(pattern.slice(0, -1))
        : isBelow(pattern),
    );
  });
}
