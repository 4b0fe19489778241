/** The pages of the shell's own renderer as a build, for the address of their server. */
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { withNonce } from '../../builtConfig/csp/csp.ts';
import { readIndex } from '../../common/files.ts';
import { type AnswerTable, type Edit, NONCE } from '../../shared/answers.ts';
import { PAGE_LIST, SHELL_PATH } from '../../shared/channels.ts';
import { escapeHtml, fillFrame } from '../../shared/document.ts';
import { BUILD_META } from '../../shared/pageData.ts';
import type { SiteOptions, WebSiteOptions } from '../protocol/site.ts';

/** The page script, which loads the pages' own; here the preload runs it. */
const SCRIPT = /<script defer src="[^"]+" data-main="([^"]+)">/;
const HEAD = '<head>';

/** One document for all paths, in which their router finds the page. @param buildId of the web app that has their data */
export async function ownPages(
  { folder, styleHashes, ...about }: Pick<SiteOptions, 'folder' | 'name' | 'app' | 'styleHashes'>,
  buildId: string,
): Promise<WebSiteOptions['web']> {
  const frame = await readIndex(folder);
  const meta = `${HEAD}<meta name="${BUILD_META}" content="${escapeHtml(buildId)}" />`;
  const filled = fillFrame(frame, about).replace(SCRIPT, '<script type="module" src="$1">');
  const shown = withNonce(filled, NONCE).replace(HEAD, () => meta);
  const start = frame.indexOf(HEAD) + HEAD.length;
  const at = shown.indexOf(HEAD) + HEAD.length;
  const edits: Edit[] = [
    [0, start, shown.slice(0, at)],
    [start, frame.length, shown.slice(at)],
  ];
  const hashes = { scripts: [], styles: styleHashes, attributes: [] };
  const table: AnswerTable = {
    base: '/',
    // Main reads the files, and their names say what is in them: an update changes the document.
    files: Object.fromEntries(filesIn(folder).map((file) => [file, ''])),
    documents: { 'index.html': { start, edits, hashes } },
    dynamic: [],
    fallbacks: [{ folder: '', file: 'index.html', status: 200 }],
    scripts: [],
  };
  return { folder, table };
}

/** The names of the files that are not the shell's. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((file) => !`/${file}`.startsWith(SHELL_PATH) && file !== PAGE_LIST);
