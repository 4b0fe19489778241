/** Answers the paths of the app: from the shell's own build, or from the web build of an adopted app. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { APP_FILES } from '../app/folder.ts';
import { APP_ORIGIN, SHELL_PATH } from '../shared/channels.ts';
import { fillFrame } from '../shared/document.ts';
import { createMatcher } from '../shared/match.ts';
import {
  contentSecurityPolicy,
  documentResponse,
  makeNonce,
  POLICY,
  type Policy,
  shellSources,
  webSources,
  workerPolicy,
} from './csp.ts';
import { fileResponse, readIndex, readInside } from './files.ts';
import { type AppResponse, redirectTo, textResponse } from './message.ts';
import { mayBePage, type ResolvedPath } from './path.ts';
import { buildPlaces, createFinder, isOfPath } from './webBuild.policy.ts';
import type { WebBuild, WebDocument } from './webBuild.ts';

/** A GET or HEAD request. */
interface Wanted {
  /** As in the URL, without query and fragment. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  resolved: ResolvedPath;
  /** Whether the response will be shown as a page. */
  isDocument: boolean;
  /** Whether only the build's entry for this exact path responds: no fallback document, and no 404. */
  isExact: boolean;
}

interface Site {
  /** Default CSP. */
  policy: Policy;
  /** CSP of its scripts, for those that run as workers. */
  scriptPolicy: string;
  /** Undefined if nothing exists at the path. */
  respond(wanted: Wanted): Promise<AppResponse | undefined>;
  isEmpty?(): boolean;
}

export interface SiteOptions {
  /** The built renderer, on disk or inside app.asar. */
  folder: string;
  /** The app's name, a document's title until its page sets one. */
  name: string;
  /** The app's name and version, such as `Holdfast 0.1.0`. */
  app: string;
  /** CSP sources of the inline styles in the shell's documents. */
  styleHashes: readonly string[];
  /** The settings' additions to the content security policy, such as `img-src data:`. */
  policy?: readonly string[] | undefined;
  /** The routes of the shell's own build; null if unknown, when every path may be a page. */
  pages(): readonly { path: string }[] | null;
}

const policiesOf = (
  sources: Parameters<typeof contentSecurityPolicy>[0],
  { policy: entries = [] }: Pick<SiteOptions, 'policy'>,
): Pick<Site, 'policy' | 'scriptPolicy'> => ({
  policy: contentSecurityPolicy(sources, entries),
  scriptPolicy: workerPolicy(sources, entries),
});

/** The shell's own build: one document for all pages. */
export function shellSite(options: SiteOptions): Site {
  const { folder, pages } = options;
  const policies = policiesOf(shellSources(options.styleHashes), options);
  return {
    ...policies,
    isEmpty: () => pages()?.length === 0,
    async respond({ path, resolved, isDocument, isExact }) {
      const file = await fileResponse(folder, resolved);
      if (file || !isDocument || !mayBePage(resolved)) return file;
      const routes = pages();
      const found = routes ? createMatcher(routes)(path) : undefined;
      const isOther = isExact
        ? found?.kind !== 'page' || !isOfPath(found.page.path)
        : found?.kind === 'missing';
      if (isOther) return undefined;
      return documentResponse(200, fillFrame(await readIndex(folder), options), policies.policy);
    },
  };
}

export interface WebSiteOptions extends Pick<SiteOptions, 'folder' | 'policy'> {
  web: { folder: string; build: WebBuild };
  /** Path of the first script of every document. */
  pageScript: string;
  /** Paths that the web app's server answers, from the settings. */
  proxy?: readonly string[] | undefined;
}

/** A web build. The shell's own files are below `/_holdfast/`. */
export function webSite({ folder: shell, web, pageScript, proxy = [], ...options }: WebSiteOptions): Site {
  const { folder, build } = web;
  const find = createFinder(build);
  const policies = policiesOf(webSources(buildPlaces(build.scripts, proxy)), options);
  const isRead = ({ path, isDocument }: Wanted) =>
    !isDocument && Object.hasOwn(build.documents, path.slice(1));
  return {
    ...policies,
    async respond(wanted) {
      const { path, resolved } = wanted;
      if (path.startsWith(SHELL_PATH)) return await fileResponse(shell, resolved);
      const asFile: ResolvedPath = isRead(wanted)
        ? { kind: 'asset', relative: path.slice(1), orDocument: false }
        : resolved;
      const file = await fileResponse(folder, asFile);
      const found = file || !wanted.isDocument ? undefined : find(path, resolved, wanted.isExact);
      if (!found) return file;
      if (found.status === 302) return redirectTo(`${APP_ORIGIN}${path}/${wanted.search}`);
      const document = build.documents[found.file] as WebDocument;
      const bytes = await readInside(folder, found.file);
      if (bytes?.length !== document.bytes) {
        throw new Error(`${found.file} is not the file that was packed: pack the app again`);
      }
      const nonce = makeNonce();
      const html = fillDocument(bytes.toString().replace(/^\uFEFF/, ''), document, nonce, pageScript);
      return textResponse(found.status, 'text/html', html, { [POLICY]: policies.policy(nonce, document) });
    },
  };
}

/** Inserts the page script, and the nonce: into each style, and where libraries that create styles look for it. */
function fillDocument(html: string, document: WebDocument, nonce: string, pageScript: string): string {
  const meta = `<meta property="csp-nonce" nonce="${nonce}"><script src="${pageScript}"></script>`;
  const added = [
    [document.start, meta] as const,
    ...document.styles.map((at) => [at, ` nonce="${nonce}"`] as const),
  ];
  let end = 0;
  const parts = added.map(([at, text]) => {
    const part = html.slice(end, at) + text;
    end = at;
    return part;
  });
  return parts.join('') + html.slice(end);
}

/**
 * Reads the app's web build. An app without one shows the shell's own build: undefined.
 * @param app the app folder
 */
export async function readWebBuild(app: string): Promise<WebSiteOptions['web'] | undefined> {
  const text = await readFile(join(app, APP_FILES.webBuild), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined
    ? undefined
    : { folder: join(app, APP_FILES.web), build: JSON.parse(text) as WebBuild };
}
