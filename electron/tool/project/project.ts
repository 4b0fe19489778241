/** The app that the tool works on, and what its configuration means. */
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_DEFAULTS, type Config } from '../../builtConfig/config.ts';
import type { Settings } from '../../builtConfig/settingsSchema/schema.ts';
import { lookData } from '../configFile/checkLook.ts';
import { VERSION } from '../configFile/configSchema.ts';
import type { HoldfastConfig } from '../configFile/defineConfig.ts';
import { findConfig, loadConfig, loadPagesConfig } from '../configFile/loadConfig.ts';
import { typed } from '../setup/packageManager.ts';
import { holdfastFolder, readPackage, repositoryOf } from '../setup/packages.ts';
import { type Next, UsageError } from './say.ts';

const DEFAULT_NAMES = { name: CONFIG_DEFAULTS.name, id: CONFIG_DEFAULTS.id };

export interface Project {
  root: string;
  /** Folder for everything that the tool writes: `.holdfast`, in this repository `.build`. */
  out: string;
  /** Folder of the built shell: `main`, `preload` and `renderer`. */
  shell: string;
  isHoldfast: boolean;
  /** Folder of pages that this repository builds for itself: the option `--pages`. */
  pages?: string | undefined;
  /** Without `web` it is this repository's shell alone. */
  config: Omit<HoldfastConfig, 'web'> & Partial<Pick<HoldfastConfig, 'web'>>;
}

/** Returns the project for this repository's shell, or a copy. @param config of the pages after `--pages` */
export function holdfastProject(root: string, config: Project['config'] = DEFAULT_NAMES, pages?: string) {
  const out = join(root, '.build');
  return { root, out, shell: out, isHoldfast: true, config, pages };
}

/** Returns the project for an app in its own repository. @param shell the built shell in the package `holdfast` */
export async function adopterProject(root: string, shell: string): Promise<Project> {
  const config = await loadConfig(root);
  return { root, out: join(root, '.holdfast'), shell, isHoldfast: false, config };
}

/**
 * Finds the app of the current folder: the nearest configuration from there up to the package.json, or Holdfast's own
 * repository, which has none.
 */
export async function projectHere(pages?: string): Promise<Project> {
  const here = process.cwd();
  const own = holdfastFolder();
  const file = findConfig(here);
  if (!file && realpathSync(repositoryOf(here) ?? here) === realpathSync(own)) {
    if (pages === undefined) return holdfastProject(own);
    // npm runs scripts in the project's root, wherever the user is.
    const folder = resolve(process.env.INIT_CWD ?? '', pages);
    return holdfastProject(own, await loadPagesConfig(folder, DEFAULT_NAMES), folder);
  }
  if (pages !== undefined)
    throw new UsageError("--pages is for Holdfast's own repository: an app has a build of its own.");
  return await adopterProject(file ? dirname(file) : here, join(own, '.build'));
}

/** What follows an app that has been seen in its window. */
export function nextOf({ isHoldfast, root }: Pick<Project, 'isHoldfast' | 'root'>): Next[] {
  const command = isHoldfast ? 'npm run' : typed(root);
  return [
    [`${command} package`, 'packs it into a folder, as it will be installed'],
    [`${command} dist`, 'makes installers for this system'],
  ];
}

/** Converts a name for files, commands and ids: `Söhne & Co` becomes `sohne-co`; '' if no letters remain. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Returns a name for files and commands, from the app's name; from its id if the name has no usable letters. */
export const programOf = ({ name, id }: { name: string; id: string }): string =>
  slugOf(name) || slugOf(id.slice(id.lastIndexOf('.') + 1)) || 'app';

const NO_VERSION = '0.0.0';

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() ? value : undefined);

/** Returns an author from package.json if there is an e-mail address, which Linux packages require. */
function maintainerOf(author: unknown): string | undefined {
  const { name, email } = Object(author) as { name?: unknown; email?: unknown };
  const text = textOf(author) ?? (textOf(name) && textOf(email) && `${name} <${email}>`);
  return text ? /^[^<>()]+<[^<>\s]+@[^<>\s]+>/.exec(text)?.[0] : undefined;
}

/** Settings with the text of their certificates, whose files are in the repository. @throws Error without one in a file */
function withAuthorities(settings: Partial<Settings>, root: string): Partial<Settings> {
  const { certificateAuthorities: files } = settings;
  if (!files) return settings;
  const texts = files.map((file) => {
    const text = readFileSync(resolve(root, file), 'utf8').trim();
    if (text.startsWith('-----BEGIN CERTIFICATE-----')) return text;
    throw new Error(`settings.certificateAuthorities: ${file} is not a certificate in PEM.`);
  });
  return { ...settings, certificateAuthorities: texts };
}

/** What is in config.json and package.json of the app folder: from the configuration, else its package.json, else defaults. */
export function appData({ root, config, isHoldfast }: Project, dev?: string) {
  const manifest = readPackage(root);
  const { name, id, program = programOf(config), scheme = program, telemetry, settings = {} } = config;
  const homepage = config.homepage ?? textOf(manifest.homepage);
  const maintainer = config.maintainer ?? maintainerOf(manifest.author);
  const { address, serverPages, serverPaths } = config.web ?? {};
  const { version = '' } = manifest;
  const made: Config = {
    packaged: false,
    ...{ name, program, id, scheme },
    homepage: homepage ?? (isHoldfast ? CONFIG_DEFAULTS.homepage : ''),
    maintainer: maintainer ?? (isHoldfast ? CONFIG_DEFAULTS.maintainer : ''),
    telemetry: { ...CONFIG_DEFAULTS.telemetry, ...telemetry },
    look: config.look ? lookData(config.look, config.icons !== undefined) : {},
    desktop: config.desktop ?? {},
    settings: withAuthorities(settings, root),
    web: { address, serverPages, serverPaths, dev },
  };
  return {
    config: made,
    manifest: {
      name: program,
      productName: name,
      version: config.version ?? (VERSION.test(version) ? version : NO_VERSION),
      description: textOf(manifest.description) ?? name,
      main: 'main/main.cjs',
      desktopName: `${program}.desktop`,
      ...(made.homepage && { homepage: made.homepage }),
      // Windows shows it as the publisher; without it electron-builder warns, and the program stays GitHub's.
      author: made.maintainer || textOf(manifest.author) || textOf(Object(manifest.author).name) || name,
      ...{ license: textOf(manifest.license), copyright: textOf(manifest.copyright) },
    },
  };
}

/**
 * Generates the values that packages require and the app leaves out: contacts from its id, as `com.example.shop` belongs to
 * example.com.
 * @param hasContacts whether the package needs a homepage and a maintainer
 */
export function generatedFor(project: Project, hasContacts: boolean) {
  const { config, manifest } = appData(project);
  const { name, id, homepage, maintainer } = config;
  const [top, owner] = id.split('.');
  const domain = `${owner}.${top}`;
  return {
    ...(manifest.version === NO_VERSION && { version: NO_VERSION }),
    ...(hasContacts && !homepage && { homepage: `https://${domain}` }),
    ...(hasContacts &&
      !maintainer && { maintainer: `${name.replaceAll(/[<>()]/g, '')} <desktop@${domain}>` }),
  };
}
