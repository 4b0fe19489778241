/** Answers the paths of the app: from the shell's own build, or from the web build of an adopted app. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  answerPolicies,
  documentResponse,
  POLICY,
  shellSources,
  webSources,
} from '../../builtConfig/csp/csp.ts';
import { APP_FILES, appFolder } from '../../builtConfig/folder.ts';
import { fileOf, readIndex } from '../../common/files.ts';
import { type AppResponse, redirectTo } from '../../common/message.ts';
import type { ResolvedPath } from '../../common/path.ts';
import { type AnswerTable, createLookup, edited, NONCE, type Wanted } from '../../shared/answers.ts';
import { APP_ORIGIN, PAGE_LIST, SHELL_PATH } from '../../shared/channels.ts';
import { isDocument } from '../../shared/contentType.ts';
import { fillFrame } from '../../shared/document.ts';
import { createMatcher } from '../../shared/match.ts';
import { SITE_FILES } from '../../shared/site.ts';

/** A GET or HEAD request. */
type Asked = Wanted & ResolvedPath;

interface Site {
  policies: ReturnType<typeof answerPolicies>;
  /** Undefined if nothing exists at the path. */
  respond(asked: Asked): Promise<AppResponse | undefined>;
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

/** The shell's own build: one document for all pages. */
export function shellSite(options: SiteOptions): Site {
  const { folder, pages, policy: entries = [] } = options;
  const policies = answerPolicies(shellSources(options.styleHashes), entries);
  return {
    policies,
    isEmpty: () => pages()?.length === 0,
    async respond({ path, file: name, mayBePage, isDocument }) {
      const file = await fileOf(folder, name);
      if (file || !isDocument || !mayBePage) return file;
      const routes = pages();
      if (routes && createMatcher(routes)(path).kind === 'missing') return undefined;
      return documentResponse(200, fillFrame(await readIndex(folder), options), policies.document);
    },
  };
}

export interface WebSiteOptions extends Pick<SiteOptions, 'folder' | 'policy'> {
  web: { folder: string; table: AnswerTable };
  /** Path of the first script of every document. */
  pageScript: string;
}

/** A web build. The shell's own files are below `/_holdfast/`. */
export function webSite({ folder: shell, web, pageScript, policy: entries = [] }: WebSiteOptions): Site {
  const { folder, table } = web;
  const policies = answerPolicies(webSources(table.scripts), entries);
  // Libraries that create styles look for the nonce in the first.
  const head = `<meta property="csp-nonce" nonce="${NONCE}"/><script nonce="${NONCE}" src="${pageScript}"></script>`;
  const lookUp = createLookup(table, { head, policies });
  const namedFile = async (encoded: string, isShown: boolean) => {
    const name = decodeURIComponent(encoded);
    // There a page of the build would be of another origin; only a server can have led a frame to it.
    return Object.hasOwn(table.files, name) && !(isShown && isDocument(name))
      ? await fileOf(folder, name)
      : undefined;
  };
  return {
    policies,
    async respond({ file: name, ...wanted }) {
      if (wanted.path.startsWith(SITE_FILES))
        return await namedFile(wanted.path.slice(SITE_FILES.length), wanted.isDocument);
      if (wanted.path.startsWith(SHELL_PATH)) return await fileOf(shell, name);
      const answer = lookUp(wanted);
      if (!answer) return undefined;
      if (answer.status === 302) return redirectTo(APP_ORIGIN + answer.location);
      const { status, file, headers, edits } = answer;
      const own = edits.length === 0 ? await fileOf(folder, file) : undefined;
      const nonce = crypto.randomUUID();
      const body = own?.body ?? Buffer.from(edited(await readFile(join(folder, file)), edits, nonce));
      const policy = headers[POLICY].replaceAll(NONCE, nonce);
      const more = { 'content-length': String(body.length), [POLICY]: policy };
      return { status, headers: { ...headers, ...more }, body };
    },
  };
}

/** Reads the pages of the shell's own renderer. Each time: the list changes in development. Without it all paths are pages. */
export function readPages(): { path: string }[] | null {
  try {
    return JSON.parse(readFileSync(join(appFolder(), 'renderer', PAGE_LIST), 'utf8'));
  } catch {
    return null;
  }
}

/** Reads the web build in this app folder. */
export async function readWebBuild(app: string): Promise<WebSiteOptions['web']> {
  const text = await readFile(join(app, APP_FILES.webBuild), 'utf8');
  return { folder: join(app, APP_FILES.web), table: JSON.parse(text) as AnswerTable };
}
