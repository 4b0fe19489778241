/** Makes the table of answers of the app's own web build, so that nothing needs to be decided when it is served. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Settings } from '../../configuration/settings/schema.ts';
import { type AnswerTable, type Edit, NONCE } from '../../shared/answers.ts';
import { isDocument } from '../../shared/contentType.ts';
import type { NextTable } from '../../shared/next.ts';
import { type BuildProblem, isProblemAt, type Place } from './buildProblems.policy.ts';
import { eachOf } from './eachOf.ts';
import { type AnalysedDocument, analyseDocument } from './webDocument.ts';
import { HANDLERS_FILE, Handlers } from './webHandlers.ts';
import { baseOf, dynamicOf, fallbacksOf, fileAt, placesOf, rootedPath } from './webRouting.policy.ts';
import { lostIn } from './webScripts.ts';

const SCRIPT = /\.(m|c)?js$/i;

interface OwnRules {
  /** `web.base`: where the build was made to be, if its documents do not tell. */
  base?: string | undefined;
  /** `web.fallback`: the document for paths without their own, or one for each folder. */
  fallback?: string | Readonly<Record<string, string>> | undefined;
  next?: NextTable | undefined;
  /** Where it is shown; under `app://` if absent. */
  place?: Place;
}

/** What one file says, however the build is served. */
interface Look {
  sum: string;
  document?: Omit<AnalysedDocument, 'inline'>;
  /** What its scripts expect that pages do not have. */
  lost?: { directive: string; what: string }[];
  /** Whether they may be a router. */
  routes?: boolean;
  /** Whether a script may be a service worker, and the names of scripts that the file may register as one. */
  mayWork?: boolean;
  registers?: string[];
}

/** Makes the table of a build's answers. */
export async function analyseBuild(
  folder: string,
  settings: Partial<Settings> = {},
  own: OwnRules = {},
): Promise<{ table: AnswerTable; problems: BuildProblem[] }> {
  const { names, problems } = await filesOf(folder);
  const looks: Record<string, Look> = Object.fromEntries(names.map((file) => [file, { sum: '' }]));
  await eachOf(
    names.filter((file) => !isDocument(file)),
    async (file) => {
      looks[file] = await lookAt(folder, file, settings);
    },
  );
  // One after another: the numbers of their handlers follow from the order.
  const handlers = new Handlers();
  for (const file of names.filter(isDocument)) looks[file] = await lookAt(folder, file, settings, handlers);
  const all = Object.entries(looks);
  const files = Object.fromEntries(all.map(([file, { sum }]) => [file, sum]));
  const analysed = Object.fromEntries(
    all.flatMap(([file, { document }]) => (document ? [[file, document] as const] : [])),
  );
  for (const [file, { lost = [] }] of all) problems.push(...lost.map((one) => ({ file, ...one })));
  const hasRouter = all.some(([, { routes }]) => routes);
  const base = own.base ?? baseOf(analysed, files);
  const pages = Object.keys(analysed);
  const { next, place = 'app' } = own;
  const dynamic = next ? [] : dynamicOf(pages, problems);
  const fallbacks = next ? [] : fallbacksOf(analysed, files, base, own.fallback);
  if (!next && hasRouter && fallbacks.length === 0) {
    const show = place === 'app' ? 'show a 404' : "are the server's";
    const what = `Paths without a document ${show}. If your router has more, write web: { fallback: 'index.html' }`;
    problems.push({ file: 'index.html', directive: 'path', what });
  }
  // A router's document has relative addresses on purpose: for a router that changes the fragment only.
  const answersMany = (file: string) => dynamic.some((one) => one.file === file);
  if (handlers.script !== undefined) {
    await writeFile(join(folder, HANDLERS_FILE), handlers.script);
    files[HANDLERS_FILE] = createHash('sha256').update(handlers.script).digest('base64url');
    names.push(HANDLERS_FILE);
  }
  const script = `<script nonce="${NONCE}" src="${base}${HANDLERS_FILE}"></script>`;
  const documents = Object.entries(analysed).map(([file, { start, hashes, ...found }]) => {
    const edits: Edit[] = [...(found.hasHandlers ? [[start, start, script] as const] : []), ...found.edits];
    const all = [...found.problems, ...scriptProblems(found, base, files, answersMany(file), place)];
    problems.push(...all.map((problem) => ({ file, ...problem })));
    return [file, { start, edits, hashes }] as const;
  });
  const scripts = placesOf(names.filter((file) => SCRIPT.test(file))).map((place) => base + place);
  return {
    table: {
      ...{ base, files, documents: Object.fromEntries(documents), dynamic, fallbacks, scripts },
      worker: workerIn(looks),
      ...(next && { next }),
    },
    problems: problems.filter((problem) => isProblemAt(place, problem)),
  };
}

/** What a service worker's script has, and hardly any other. */
const IS_WORKER = /addEventListener\(\s*["'`](?:fetch|install|activate)["'`]|\bonfetch\b|\bskipWaiting\b/;
/** Firebase's is for messages, and has a scope of its own. */
const NOT_FOR_PAGES = /^firebase-messaging-sw/;

/** Returns the script at the top of the build that it registers as its service worker. */
function workerIn(looks: Readonly<Record<string, Look>>): string | undefined {
  const registered = new Set(Object.values(looks).flatMap(({ registers = [] }) => registers));
  return Object.keys(looks).find(
    (file) =>
      !file.includes('/') && looks[file]?.mayWork && !NOT_FOR_PAGES.test(file) && registered.has(file),
  );
}

const scriptsIn = (text: string): string[] =>
  text.includes('serviceWorker') ? (text.match(/[\w.-]+\.m?js\b/g) ?? []) : [];

async function lookAt(
  folder: string,
  file: string,
  settings: Partial<Settings>,
  handlers?: Handlers,
): Promise<Look> {
  const path = join(folder, file);
  const hash = createHash('sha256');
  const isScript = SCRIPT.test(file);
  if (!isScript && !isDocument(file)) {
    // It may not fit into memory.
    for await (const part of createReadStream(path)) hash.update(part);
    return { sum: hash.digest('base64url') };
  }
  const bytes = await readFile(path);
  const sum = hash.update(bytes).digest('base64url');
  // As main and the browser decode it.
  const text = new TextDecoder().decode(bytes);
  const looked = (script: string) => ({
    sum,
    lost: lostIn(script, settings),
    routes: /\.pushState\b/.test(script),
    registers: scriptsIn(text),
  });
  if (isScript) return { ...looked(text), mayWork: IS_WORKER.test(text) };
  const { inline, ...document } = analyseDocument(text, settings.contentSecurityPolicy, handlers);
  return { ...looked(inline), document };
}

/**
 * Returns what is wrong with a document's scripts. Without a policy the server's are as good.
 * @param answersMany whether it is shown at paths in subfolders
 */
function scriptProblems(
  { base: own, scripts }: Pick<AnalysedDocument, 'base' | 'scripts'>,
  base: string,
  files: AnswerTable['files'],
  answersMany: boolean,
  place: Place,
): Omit<BuildProblem, 'file'>[] {
  const missing = scripts.find((src) => {
    const path = rootedPath(src, own);
    return path !== undefined && fileAt(path, base, files) === undefined;
  });
  const relative = scripts.find(
    (src) => rootedPath(src, own) === undefined && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(src),
  );
  const where = `If the build was made for a folder of a server, web: { base: '/folder/' } names it`;
  return [
    ...(missing === undefined || place === 'open'
      ? []
      : [{ directive: 'base', what: `src="${missing}" is not in the build. ${where}` }]),
    ...(relative === undefined || !answersMany
      ? []
      : [
          {
            directive: 'base',
            what: `src="${relative}" does not work on a page in a subfolder: build with the base "/"`,
          },
        ]),
  ];
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
