/** A build at its server's own address: what main, the worker and the hidden page agree on. Pure. */
import { type Answer, type AnswerParts, type AnswerTable, createLookup, NONCE } from './answers.ts';

/** What the worker knows, besides its code. No page can change it. */
export interface WorkerData {
  table: AnswerTable;
  /** Empty policies: the answers have none, and documents are as they were built. */
  policies: AnswerParts['policies'];
  /** Paths that the server answers, such as `/api/*`, but for files of the build. */
  serverPaths: readonly string[];
  headers: Readonly<Record<string, string>>;
  /** Whether the build alone has documents: then it also says that a page does not exist. */
  isSealed: boolean;
  /** If the build's pages have page data and pictures of the server: its own id, and how long the server may take, in ms. */
  data?: { buildId: string; savePrivate: boolean; waitMs: number };
}

export const SITE_PATHS = {
  worker: '/_holdfast/worker.js',
  seed: '/_holdfast/seed',
  /** Main says why no answer came from the address in the query: Chromium's name, or status and target of a redirect elsewhere. */
  failure: '/_holdfast/failure',
  /** The worker removes what it has kept of the server. */
  forget: '/_holdfast/forget',
  /** The worker says that a page shows saved data; the query is since when, in ms since the epoch. */
  saved: '/_holdfast/saved',
} as const;

export const KEPT_CACHE = '_holdfast-kept';

/**
 * Where main answers the worker: only what pages of the server may have, too. Chromium lets an https origin read no other
 * scheme unless it takes part in CORS, and `app:` does not.
 */
export const SITE_SCHEME = 'app-build';
export const SITE_SHELL = `${SITE_SCHEME}://shell`;
/** Below it are the build's files by name. */
export const SITE_FILES = '/_holdfast/build/';

export const addressOf = (file: string): string =>
  SITE_SHELL + SITE_FILES + file.split('/').map(encodeURIComponent).join('/');

/** `/api/*` matches everything below, `/health` only itself. */
const matchesPath = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );

export type SiteLookup = ReturnType<typeof siteLookup>;

/** Creates the look-up of the worker, which main's guard has too. It finds nothing where the server answers. */
export function siteLookup(of: Pick<WorkerData, 'table' | 'policies' | 'serverPaths' | 'isSealed'>) {
  const { table, policies, serverPaths, isSealed } = of;
  // Libraries that create styles look for the nonce there.
  const head = policies.document && `<meta property="csp-nonce" nonce="${NONCE}"/>`;
  const lookUp = createLookup(table, { head, policies });
  return (path: string, search: string, isDocument: boolean): Answer | undefined => {
    if (!path.startsWith(table.base) && !(table.next && `${path}/` === table.base)) return undefined;
    const isServers = matchesPath(serverPaths, path);
    const answer = lookUp({ path, search, isDocument, isExact: isServers });
    // The routes of a framework are all known: its server is asked first, and need not answer.
    if (!answer || (answer.status === 404 && !isSealed && !table.next)) return undefined;
    const isFile = 'file' in answer && path.slice(table.base.length) === encodeURI(answer.file);
    return isServers && !isFile ? undefined : answer;
  };
}
