/** Makes the table of answers of the app's own web build, so that nothing needs to be decided when it is served. */
import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { remedyFor } from '../../builtConfig/csp/refused.policy.ts';
import type { Settings } from '../../builtConfig/settingsSchema/schema.ts';
import { type AnswerTable, type Edit, NONCE } from '../../shared/answers.ts';
import { isDocument } from '../../shared/contentType.ts';
import type { NextTable } from '../../shared/next.ts';
import { type AnalysedDocument, analyseDocument, type BuildProblem, unique } from './webDocument.ts';
import { HANDLERS_FILE, Handlers } from './webHandlers.ts';
import { baseOf, dynamicOf, fallbacksOf, fileAt, placesOf, rootedPath } from './webRouting.policy.ts';
import { lostIn } from './webScripts.ts';

const SCRIPT = /\.(m|c)?js$/i;
/** What a service worker's script has, and hardly any other. */
const IS_WORKER = /addEventListener\(\s*["'`](?:fetch|install|activate)["'`]|\bonfetch\b|\bskipWaiting\b/;
/** Firebase's is for messages, and has a scope of its own. */
const NOT_FOR_PAGES = /^firebase-messaging-sw/;

/** Where a build is shown: under `app://`; at its server's address; there without a policy of the shell. */
type Place = 'app' | 'address' | 'open';
/** What no policy changes. */
const ALWAYS = ['base', 'charset', 'isolated', 'path'];

/** Whether a problem is one where the build is shown. A server's sockets are beside its pages. */
const isProblemAt = (place: Place, { directive }: Pick<BuildProblem, 'directive'>): boolean =>
  place === 'app' || (place === 'address' ? directive !== 'connect-src' : ALWAYS.includes(directive));

interface OwnRules {
  /** `web.base`: where the build was made to be, if its documents do not tell. */
  base?: string | undefined;
  /** `web.fallback`: the document for paths without their own, or one for each folder. */
  fallback?: string | Readonly<Record<string, string>> | undefined;
  next?: NextTable | undefined;
  /** Where it is shown; under `app://` if absent. */
  place?: Place;
}

export async function analyseBuild(
  folder: string,
  settings: Partial<Settings> = {},
  { base: ownBase, fallback, next, place = 'app' }: OwnRules = {},
): Promise<{ table: AnswerTable; problems: BuildProblem[] }> {
  const { names, problems } = await filesOf(folder);
  const files: Record<string, string> = {};
  const analysed: Record<string, AnalysedDocument> = {};
  const handlers = new Handlers();
  let hasRouter = false;
  // Scripts at the top that may be service workers, and names of those that the build may register.
  const workers: string[] = [];
  const registered = new Set<string>();
  for (const file of names) {
    const path = join(folder, file);
    if (!SCRIPT.test(file) && !isDocument(file)) {
      files[file] = await sumOf(path);
      continue;
    }
    const bytes = await readFile(path);
    files[file] = hash('sha256', bytes, 'base64url');
    // As main and the browser decode it.
    const text = new TextDecoder().decode(bytes);
    const document = isDocument(file)
      ? analyseDocument(text, settings.contentSecurityPolicy, handlers)
      : undefined;
    if (document) analysed[file] = document;
    else if (!file.includes('/') && IS_WORKER.test(text) && !NOT_FOR_PAGES.test(file)) workers.push(file);
    const script = document?.inline ?? text;
    problems.push(...lostIn(script, settings).map((one) => ({ file, ...one })));
    hasRouter ||= /\.pushState\b/.test(script);
    if (text.includes('serviceWorker'))
      for (const [name] of text.matchAll(/[\w.-]+\.m?js\b/g)) registered.add(name);
  }
  const base = ownBase ?? baseOf(analysed, files);
  const dynamic = next ? [] : dynamicOf(Object.keys(analysed), problems);
  const fallbacks = next ? [] : fallbacksOf(analysed, files, base, fallback);
  if (!next && hasRouter && fallbacks.length === 0) {
    const show = place === 'app' ? 'show a 404' : "are the server's";
    const what = `Paths without a document ${show}. If your router has more, write web: { fallback: 'index.html' }`;
    problems.push({ file: 'index.html', directive: 'path', what });
  }
  if (handlers.script !== undefined) {
    await writeFile(join(folder, HANDLERS_FILE), handlers.script);
    files[HANDLERS_FILE] = hash('sha256', handlers.script, 'base64url');
  }
  const script = `<script nonce="${NONCE}" src="${base}${HANDLERS_FILE}"></script>`;
  const documents = Object.entries(analysed).map(([file, { start, hashes, ...found }]) => {
    const edits: Edit[] = [...(found.hasHandlers ? [[start, start, script] as const] : []), ...found.edits];
    // A router's document has relative addresses on purpose: for a router that changes the fragment only.
    const answersMany = dynamic.some((one) => one.file === file);
    const all = [...found.problems, ...scriptProblems(found, base, files, answersMany, place)];
    problems.push(...all.map((problem) => ({ file, ...problem })));
    return [file, { start, edits, hashes }] as const;
  });
  const scripts = placesOf(Object.keys(files).filter((file) => SCRIPT.test(file)));
  return {
    table: {
      ...{ base, files, documents: Object.fromEntries(documents), dynamic, fallbacks },
      scripts: scripts.map((place) => base + place),
      worker: workers.find((file) => registered.has(file)),
      next,
    },
    problems: problems.filter((problem) => isProblemAt(place, problem)),
  };
}

/** It may not fit into memory. */
async function sumOf(path: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const part of createReadStream(path)) sum.update(part);
  return sum.digest('base64url');
}

/** Without a policy the server's scripts are as good. @param answersMany whether it is shown at paths in subfolders */
function scriptProblems(
  { base: own, scripts }: Pick<AnalysedDocument, 'base' | 'scripts'>,
  base: string,
  files: AnswerTable['files'],
  answersMany: boolean,
  place: Place,
): Omit<BuildProblem, 'file'>[] {
  const found: Omit<BuildProblem, 'file'>[] = [];
  const missing = scripts.find((src) => {
    const path = rootedPath(src, own);
    return path !== undefined && fileAt(path, base, files) === undefined;
  });
  if (missing !== undefined && place !== 'open') {
    const where = `If the build was made for a folder of a server, web: { base: '/folder/' } names it`;
    found.push({ directive: 'base', what: `src="${missing}" is not in the build. ${where}` });
  }
  const relative = scripts.find(
    (src) => rootedPath(src, own) === undefined && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(src),
  );
  if (relative !== undefined && answersMany) {
    const what = `src="${relative}" does not work on a page in a subfolder: build with the base "/"`;
    found.push({ directive: 'base', what });
  }
  return found;
}

async function filesOf(folder: string): Promise<{ names: string[]; problems: BuildProblem[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const all = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
  const taken = all.find((file) => file.startsWith('_holdfast/'));
  const what = 'It is not served: /_holdfast/ belongs to the shell';
  return {
    names: all.filter((file) => !file.startsWith('_holdfast/')),
    problems: taken ? [{ file: taken, directive: 'path', what }] : [],
  };
}

/** Returns a line for each directive that refuses loads from servers, and for each other problem. */
export function noticesOf(problems: readonly BuildProblem[]): string[] {
  const kindOf = ({ directive, what, from }: BuildProblem) =>
    `${directive} ${from === undefined ? what : from.replace(/:.*/, '')}`;
  return [...Map.groupBy(problems, kindOf).values()].map((all) => {
    const [{ directive = '', what = '' } = {}] = all;
    const files = unique(all.map(({ file }) => file));
    const more = files.length > 3 ? ` and ${files.length - 3} more` : '';
    const servers = unique(all.flatMap(({ from }) => from ?? []));
    const said = `${servers.join(', ')}: not in the build. ${remedyFor(directive, servers.join(' '))}`;
    return `${files.slice(0, 3).join(', ')}${more}: ${directive}: ${servers.length > 0 ? said : what}`;
  });
}
