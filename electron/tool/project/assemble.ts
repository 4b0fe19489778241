import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { APP_FILES } from '../../builtConfig/folder.ts';
import { temporaryName } from '../../common/atomicFile.ts';
import { checkedIcon } from '../configFile/checkLook.ts';
import { step } from '../setup/programs.mjs';
import { replaceFolder } from '../setup/replaceFolder.ts';
import { addOwnTexts } from '../texts/ownTexts.ts';
import { copyWeb } from './copyWeb.ts';
import { isNextBuild, takeNextBuild } from './nextBuild.ts';
import { appData, type Project } from './project.ts';
import { analyseBuild, noticesOf } from './webBuild.ts';

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

/** Writes the folder that Electron runs and that becomes app.asar; it appears only when it is complete. Returns its path. */
export async function assemble(project: Project, parts: AppContent = {}): Promise<string> {
  const { web, pages, dev, packaged = false, manifest, folder = join(project.out, 'app') } = parts;
  const fresh = temporaryName(folder);
  try {
    await mkdir(fresh, { recursive: true });
    // Without a key an app accepts no update, so it needs none of what would fetch them: 0.25 MB.
    const leftOut = manifest?.updateKey ? /\.map$/ : /\.map$|[\\/]updater-[^\\/]*$/;
    for (const part of SHELL) await copyShell(project, part, fresh, leftOut);
    if (pages !== undefined) await copyExcept(/\.map$/, pages, join(fresh, 'renderer'));
    await addOwnTexts(project.root, join(fresh, 'main'));
    const data = appData(project, dev);
    if (data.config.look.icon)
      await cp(checkedIcon(project.root, project.config.icons), join(fresh, APP_FILES.icon));
    if (web !== undefined)
      await step(`taking in ${relative('', web) || web}`, () => takeIn(project, web, fresh));
    await writeJson(join(fresh, APP_FILES.config), { ...data.config, packaged });
    await writeJson(join(fresh, 'package.json'), { ...data.manifest, ...manifest });
    await replaceFolder(fresh, folder);
    return folder;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Copies the web build and writes its table. */
async function takeIn({ root, config, out }: Project, build: string, fresh: string): Promise<void> {
  const { settings = {}, web: { base: ownBase, fallback, buildCommand, address, serverPages } = {} } = config;
  const ofNext = isNextBuild(build)
    ? await takeNextBuild(build, join(out, 'next'), URL.parse(address ?? '')?.hostname)
    : undefined;
  if (ofNext && address === undefined)
    throw new Error(`web.build: ${build} needs its server. Name it: web: { address: 'https://…' }.`);
  const { folder: web, base, next } = ofNext ?? { folder: build, base: ownBase };
  const copy = join(fresh, APP_FILES.web);
  const isRepository = resolve(web) === root;
  await copyWeb(web, copy, { command: buildCommand, hasStart: next !== undefined, isRepository });
  const atAddress = serverPages === false || settings.policy !== undefined ? 'address' : 'open';
  const place = address === undefined ? 'app' : atAddress;
  const { table, problems } = await analyseBuild(copy, settings, { base, fallback, next, place });
  for (const notice of noticesOf(problems)) console.error(`notice: ${notice}`);
  await writeFile(join(fresh, APP_FILES.webBuild), JSON.stringify(table));
}

const writeJson = (file: string, value: unknown) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

const copyExcept = (leftOut: RegExp, from: string, to: string) =>
  cp(from, to, { recursive: true, filter: (path) => !leftOut.test(path) });

async function copyShell({ shell, isHoldfast }: Project, part: string, fresh: string, leftOut: RegExp) {
  const from = join(shell, part);
  if (!existsSync(from))
    throw new Error(`${from} is missing: ${isHoldfast ? 'run npm run build' : 'install holdfast again'}.`);
  await copyExcept(leftOut, from, join(fresh, part));
}
