/** What a packed app contains beside the shell, and what stays beside it: settings, packages, source maps. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { extractFile, listPackage, statFile, uncache } from '@electron/asar';
import { APP_FILES } from '../../builtConfig/folder.ts';
import { readSettingsFile } from '../../builtConfig/settingsSchema/file.ts';
import { mergeSettings } from '../../builtConfig/settingsSchema/merge.ts';
import { SETTINGS_KEYS, type Settings } from '../../builtConfig/settingsSchema/schema.ts';
import type { ExternalModule } from '../build/nativeModules.ts';
import { SCRIPT_MAP } from './builderConfig.ts';

/** Returns the settings, with the file after `--settings` over them. Refuses what an installed app would ignore. */
export function shippedSettings(own: Partial<Settings> = {}, file?: string): Partial<Settings> {
  const settings = { ...own, ...(file !== undefined && fromFile(resolve(file))) };
  if (settings.updateUrl?.startsWith('http:')) {
    const where = file === undefined ? 'settings' : `--settings: ${file}`;
    throw new Error(
      `${where}: "updateUrl" is not https, so an installed app would never use it. Correct it.`,
    );
  }
  return settings;
}

function fromFile(file: string): Partial<Settings> {
  const layer = readSettingsFile(file, SETTINGS_KEYS, true);
  const { faults, settings, sources } = mergeSettings(layer ? [layer] : [], Date.now());
  const [why] = faults.map(({ detail }) => detail?.split('. It is ignored', 1)[0]);
  if (why) throw new Error(`--settings: ${why}. Correct it, then pack again.`);
  const isInFile = ([key]: [string, unknown]) => sources[key as keyof typeof sources] === file;
  return Object.fromEntries(Object.entries(settings).filter(isInFile));
}

/** Copies packages that stay outside of bundles, and lists them in the package.json, where electron-builder finds them. */
export async function addPackages(app: string, modules: readonly ExternalModule[]): Promise<void> {
  if (modules.length === 0) return;
  for (const { name, folder } of modules) {
    await cp(folder, join(app, 'node_modules', name), {
      recursive: true,
      // pnpm installs links.
      dereference: true,
      // Other packages of the list may be in there.
      filter: (path) => path !== join(folder, 'node_modules'),
    });
  }
  const file = join(app, 'package.json');
  const dependencies = Object.fromEntries(modules.map(({ name, version }) => [name, version]));
  const manifest = { ...JSON.parse(await readFile(file, 'utf8')), dependencies };
  await writeFile(file, JSON.stringify(manifest, null, 2));
}

/**
 * Checks that app.asar contains the app folder and nothing else, but for package.json, which electron-builder shortens.
 * None of the web build may be missing: it leaves out files by their names.
 */
export function checkArchive(archive: string, app: string): void {
  // The archive may have been replaced since it was last read.
  uncache(archive);
  const names = listPackage(archive, { isPack: false }).map((path) => path.replace(/^[\\/]/, ''));
  for (const name of names) {
    if (basename(name) === 'package.json' || !('size' in statFile(archive, name))) continue;
    const file = join(app, name);
    if (!existsSync(file) || !readFileSync(file).equals(extractFile(archive, name)))
      throw new Error(
        `${archive} is not the app that was packed: ${name} in it differs. Check "extraResources" and the hooks in "builder".`,
      );
  }
  const packed = new Set(names);
  const missing = globSync(`${APP_FILES.web}/**`, { cwd: app }).find(
    (name) => !packed.has(name) && !SCRIPT_MAP.test(name) && statSync(join(app, name)).isFile(),
  );
  if (missing) throw new Error(`${archive} is not the app that was packed: it lacks ${missing}.`);
}

/**
 * Copies source maps together with their scripts, which contain their debug ids. Returns the folder.
 * @param app what was packed @param pages folder of those that replace the shell's
 */
export async function keepSourcemaps(shell: string, app: string, output: string, pages = '') {
  const folder = join(output, 'sourcemaps');
  await rm(folder, { recursive: true, force: true });
  const { web, extension } = APP_FILES;
  const parts = [
    ...['main', 'preload', 'renderer'].map((name) => join(shell, name)),
    pages,
    ...[web, extension, `${extension}.map`].map((name) => join(app, name)),
  ];
  for (const from of parts.filter((part) => existsSync(part))) {
    await cp(from, join(folder, basename(from)), {
      recursive: true,
      filter: (file) => statSync(file).isDirectory() || file.endsWith('.map') || existsSync(`${file}.map`),
    });
  }
  return folder;
}
