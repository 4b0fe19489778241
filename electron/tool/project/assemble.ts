/** Writes the app folder, which Electron runs and which becomes app.asar. */
import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryName } from '../../common/atomicFile.ts';
import { APP_FILES } from '../../configuration/folder.ts';
import { replaceFolder } from '../setup/replaceFolder.ts';
import { noticesOf } from './buildProblems.policy.ts';
import { checkIcon } from './checkLook.ts';
import { copyWeb, type Stamps } from './copyWeb.ts';
import { isNextBuild, takeNextBuild } from './nextBuild.ts';
import { addOwnTexts } from './ownTexts.ts';
import { appData, type Project } from './project.ts';
import { analyseBuild, type Looks } from './webBuild.ts';

export interface AppContent {
  /** Folder with the app's own web build; default: only the shell's renderer. */
  web?: string;
  /** Folder with the app's own pages, which replace files of the shell's renderer. */
  pages?: string;
  dev?: string;
  /** Whether it is for packaging, so that whoever starts it cannot change its settings. */
  packaged?: true;
  manifest?: Readonly<Record<string, unknown>>;
  /** The folder to write; default: `app` in the project's `out`. */
  folder?: string;
}

const SHELL = ['main', 'preload', 'renderer'];

/** Writes a new app folder, which appears only when it is complete; until then there is none. Returns its path. */
export async function assemble(project: Project, parts: AppContent = {}): Promise<string> {
  const { web, pages, dev, packaged = false, manifest, folder = join(project.out, 'app') } = parts;
  const fresh = temporaryName(folder);
  try {
    await mkdir(fresh, { recursive: true });
    // Without a key an app accepts no update, so it needs none of what would fetch them: 0.25 MB.
    const leftOut = manifest?.updateKey ? undefined : /[\\/]updater-[^\\/]*$/;
    for (const part of SHELL) await copyShell(project, part, fresh, leftOut);
    if (pages !== undefined) await copyScripts(pages, join(fresh, 'renderer'));
    await addOwnTexts(project.root, join(fresh, 'main'));
    const data = appData(project, dev);
    if (data.config.look.icon) await copyIcon(project, join(fresh, APP_FILES.icon));
    if (web !== undefined) {
      await takeIn(project, web, fresh, packaged ? undefined : folder);
    }
    await writeJson(join(fresh, APP_FILES.config), { ...data.config, packaged });
    await writeJson(join(fresh, 'package.json'), { ...data.manifest, ...manifest });
    await replaceFolder(fresh, folder);
    return folder;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** A build of more files takes seconds. */
const MANY = 1_000;

/** In an app folder that is not packed: what the tool keeps of the build that it has taken in. */
const TAKEN = 'taken.json';

interface Taken {
  /** The settings and the version of the tool: another one may find something else in a file. */
  by: string;
  stamps: Stamps;
  looks: Looks;
}

/** Copies the web build and writes its table. @param folder of an earlier one, whose unchanged files serve again */
async function takeIn(
  { root, config, out }: Project,
  build: string,
  fresh: string,
  folder: string | undefined,
): Promise<void> {
  const { settings = {}, web: { base: ownBase, fallback, buildCommand, address, serverPages } = {} } = config;
  const ofNext = isNextBuild(build)
    ? await takeNextBuild(build, join(out, 'next'), URL.parse(address ?? '')?.hostname)
    : undefined;
  if (ofNext && address === undefined)
    throw new Error(`web.build: ${build} needs its server. Name it: web: { address: 'https://…' }.`);
  const { folder: web, base, next } = ofNext ?? { folder: build, base: ownBase };
  const by = JSON.stringify([settings, statSync(import.meta.filename).mtimeMs]);
  const before = folder === undefined ? undefined : await recall(folder, by);
  const copy = join(fresh, APP_FILES.web);
  const stamps = await copyWeb(web, copy, {
    command: buildCommand,
    hasStart: next !== undefined,
    isRepository: resolve(web) === root,
    before: before && { folder: join(folder ?? '', APP_FILES.web), stamps: before.stamps },
    counted(files) {
      if (files > MANY) console.error(`taking in the ${files.toLocaleString('en')} files of ${web} ...`);
    },
  });
  const isKnown = ([file]: [string, unknown]) => stamps[file] === before?.stamps[file];
  const known = Object.fromEntries(Object.entries(before?.looks ?? {}).filter(isKnown));
  const atAddress = serverPages === false || settings.policy !== undefined ? 'address' : 'open';
  const place = address === undefined ? 'app' : atAddress;
  const own = { base, fallback, next, place } as const;
  const { table, problems, looks } = await analyseBuild(copy, settings, own, known);
  for (const notice of noticesOf(problems)) console.error(`notice: ${notice}`);
  await writeFile(join(fresh, APP_FILES.webBuild), JSON.stringify(table));
  const taken: Taken = { by, stamps, looks };
  if (folder !== undefined) await writeFile(join(fresh, TAKEN), JSON.stringify(taken));
}

/** What an earlier start remembers, if it was made under the same conditions. Unreadable, it is as if there were none. */
async function recall(folder: string, by: string): Promise<Taken | undefined> {
  try {
    const taken = JSON.parse(await readFile(join(folder, TAKEN), 'utf8')) as Taken;
    return taken.by === by ? taken : undefined;
  } catch {
    return undefined;
  }
}

async function copyIcon({ root, config: { icons = '' } }: Project, to: string): Promise<void> {
  checkIcon(resolve(root, icons));
  await cp(resolve(root, icons, 'icon.png'), to);
}

const writeJson = (file: string, value: unknown) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

/** Leaves out source maps, and files that match. */
const copyScripts = (from: string, to: string, leftOut?: RegExp) =>
  cp(from, to, { recursive: true, filter: (path) => !path.endsWith('.map') && !leftOut?.test(path) });

async function copyShell({ shell, isHoldfast }: Project, part: string, fresh: string, leftOut?: RegExp) {
  const from = join(shell, part);
  if (!existsSync(from)) {
    throw new Error(`${from} is missing: ${isHoldfast ? 'run npm run build' : 'install holdfast again'}.`);
  }
  await copyScripts(from, join(fresh, part), leftOut);
}
