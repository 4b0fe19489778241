/** Writes the app folder, which Electron runs and which becomes app.asar. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryName } from '../../app/atomicFile.ts';
import { APP_FILES } from '../../app/folder.ts';
import { RENDERER_BUILD } from '../../build/rendererBuild.ts';
import { replaceFolder } from '../../setup/replaceFolder.ts';
import { copyWeb } from './copyWeb.ts';
import { checkIcons } from './look.ts';
import { noticesOf } from './notices.policy.ts';
import { addOwnTexts } from './ownTexts.ts';
import { appData, type Project } from './project.ts';
import { analyseBuild } from './webBuild.ts';

export interface AppContent {
  /** Folder with the app's own web build; default: only the shell's renderer. */
  web?: string;
  /** Folder with the app's own pages, which replace files of the shell's renderer. */
  pages?: string;
  /** Address of the app's dev server, which the window shows if set. */
  dev?: string;
  /** Whether it is for packaging, so that whoever starts it cannot change its settings. */
  packaged?: true;
  /** More entries for its package.json. */
  manifest?: Readonly<Record<string, unknown>>;
  /** The folder to write; default: `app` in the project's `out`. */
  folder?: string;
}

const SHELL = ['main', 'preload', 'renderer'];

/**
 * Writes a new app folder: shell, configuration and web build. It appears only when it is complete; until then there is
 * none.
 * @returns its path
 * @throws Error that names what is missing or unusable, and what to do
 */
export async function assemble(project: Project, parts: AppContent = {}): Promise<string> {
  const { web, pages, dev, packaged = false, manifest, folder = join(project.out, 'app') } = parts;
  const fresh = temporaryName(folder);
  try {
    await mkdir(fresh, { recursive: true });
    // Without a key an app accepts no update, so it needs none of what would fetch them: 0.25 MB.
    const leftOut = manifest?.updateKey ? undefined : /[\\/]updater-[^\\/]*$/;
    for (const part of SHELL) await copyShell(project, part, fresh, leftOut);
    if (pages !== undefined) {
      await copyScripts(pages, join(fresh, 'renderer'));
      await removeUnloaded(join(fresh, 'renderer'));
    }
    await addOwnTexts(project.root, join(fresh, 'main'));
    const data = appData(project, dev);
    if (data.config.look.icon) await copyIcon(project, join(fresh, APP_FILES.icon));
    if (web !== undefined) {
      const copy = join(fresh, APP_FILES.web);
      await copyWeb(web, copy, project.config.web?.buildCommand, resolve(web) === project.root);
      const { base, fallback } = project.config.web ?? {};
      const { table, problems } = await analyseBuild(copy, project.config.settings, { base, fallback });
      for (const notice of noticesOf(problems)) console.error(`notice: ${notice}`);
      await writeFile(join(fresh, APP_FILES.webBuild), JSON.stringify(table));
    }
    await writeJson(join(fresh, APP_FILES.config), { ...data.config, packaged });
    await writeJson(join(fresh, 'package.json'), { ...data.manifest, ...manifest });
    await replaceFolder(fresh, folder);
    return folder;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function copyIcon({ root, config: { icons = '' } }: Project, to: string): Promise<void> {
  checkIcons(resolve(root, icons), ['png']);
  await cp(resolve(root, icons, 'icon.png'), to);
}

const writeJson = (file: string, value: unknown) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

/** Leaves out source maps, and files that match. */
const copyScripts = (from: string, to: string, leftOut?: RegExp) =>
  cp(from, to, { recursive: true, filter: (path) => !path.endsWith('.map') && !leftOut?.test(path) });

/** Removes what the shell's own start script loads: the pages have their own. */
async function removeUnloaded(renderer: string): Promise<void> {
  const assets = join(renderer, RENDERER_BUILD.assetsDir);
  const loaded = new Set([join(renderer, 'index.html')]);
  const names = await readdir(assets);
  // A set's iteration goes on with what is added meanwhile.
  for (const file of loaded) {
    const text = await readFile(file, 'latin1');
    for (const name of names) if (text.includes(name)) loaded.add(join(assets, name));
  }
  for (const name of names) if (!loaded.has(join(assets, name))) await rm(join(assets, name));
}

async function copyShell({ shell, isHoldfast }: Project, part: string, fresh: string, leftOut?: RegExp) {
  const from = join(shell, part);
  if (!existsSync(from)) {
    throw new Error(`${from} is missing: ${isHoldfast ? 'run npm run build' : 'install holdfast again'}.`);
  }
  await copyScripts(from, join(fresh, part), leftOut);
}
