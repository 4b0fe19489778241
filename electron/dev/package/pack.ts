/**
 * `npm run package` (`--dir`): packs the app into a folder, as installed. `npm run dist`: makes this system's installers.
 */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type AfterPackContext,
  build,
  type CliOptions,
  type LinuxPackager,
  Platform,
} from 'electron-builder';
import { config } from '../../config.ts';
import { readSettingsFile } from '../../settings/file.ts';
import { mergeSettings } from '../../settings/merge.ts';
import { SETTINGS_KEYS } from '../../settings/schema.ts';
import { findElectron, project, wanted } from '../electron.ts';
import { buildPages, writeSettings } from '../pages.ts';
import { step } from '../progress.mjs';
import { builderConfig } from './config.ts';
import { AFTER_33, checkFuses, setFuses } from './fuses.ts';
import { nameApp, PUBLIC_KEY_VARIABLE, readPublicKey } from './sign.ts';
import { keepSourcemaps, uploadSourcemaps } from './sourcemaps.ts';

const OPTIONS = {
  /** A folder, no installer. */
  dir: { type: 'boolean' },
  /** Only the deb, by dpkg-deb, offline. */
  deb: { type: 'boolean' },
  /** A settings file to ship beside the app; by default the settings in the configuration beside the pages. */
  settings: { type: 'string' },
  /** Output folder. */
  output: { type: 'string' },
} as const;

const ABOUT_TOOLS = `If the network is the reason: electron-builder fetches what makes installers from github.com or, if set, from
ELECTRON_BUILDER_BINARIES_MIRROR. On Linux, npm run dist -- --deb makes a deb without it.`;

/** Rejects settings that an installed app would not use, which nobody would notice there. */
function checkSettings(file: string): void {
  const layer = readSettingsFile(file, SETTINGS_KEYS, true);
  const { faults, settings } = mergeSettings(layer ? [layer] : [], Date.now());
  const [why] = faults.map(({ detail }) => detail?.split('. It is ignored', 1)[0]);
  if (why) throw new Error(`--settings: ${why}. Correct it, then pack again.`);
  if (settings.updateUrl?.startsWith('http:')) {
    throw new Error(
      `--settings: ${file}: "updateUrl" is not https, so no installed app would ask it. Correct it.`,
    );
  }
}

/** @throws Error if one of the app's own icons is missing, which electron-builder ignores */
function checkIcons(folder: string): void {
  const missing = ['svg', 'png', 'ico', 'icns']
    .map((type) => join(folder, `icon.${type}`))
    .filter((file) => !existsSync(file));
  if (missing.length > 0)
    throw new Error(`icons: there is no ${missing.join(', ')}. Add it, or leave "icons" out.`);
}

/** The packed executable, as `@electron/fuses` expects it. */
function programIn({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`);
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`);
  return join(appOutDir, (packager as LinuxPackager).executableName);
}

async function pack(): Promise<void> {
  const { args, own } = await buildPages(process.argv.slice(2));
  const { dir, deb, ...paths } = parseArgs({ options: OPTIONS, args }).values;
  const output = resolve(paths.output ?? join(project, '.build', dir ? 'package' : 'dist'));
  const settings = paths.settings
    ? resolve(paths.settings)
    : own.settings && (await writeSettings(own.settings));
  if (settings) checkSettings(settings);
  if (own.icons) checkIcons(own.icons);
  const updateKey = readPublicKey(process.env);
  const { dist, version, isForTests } = await findElectron();
  if (!isForTests && version !== wanted()) {
    throw new Error(
      `The Electron in ${dist} is ${version}, not ${wanted()} as in package.json, and is packaged for nobody.`,
    );
  }
  // With the Electron for tests no AppImage and rpm, for which tools would be downloaded.
  const target = dir ? 'dir' : deb || isForTests ? 'deb' : null;
  if (target === 'deb') {
    if (process.platform !== 'linux') throw new Error('--deb: only Linux makes one, with dpkg-deb.');
    console.log('pack: only the deb, by dpkg-deb.');
    process.env.CUSTOM_FPM_PATH = join(import.meta.dirname, 'deb.sh');
  }
  const missing = isForTests ? AFTER_33 : [];
  const programs: string[] = [];
  const packing: CliOptions = {
    targets: Platform.current().createTarget(target),
    projectDir: project,
    publish: 'never',
    config: builderConfig({
      // macOS installers are for both processors: electron-builder downloads the Electron of each.
      ...((target || process.platform !== 'darwin') && { electronDist: dist }),
      version,
      output,
      ...(settings && { settings }),
      ...(own.icons && { icons: own.icons }),
      ...(updateKey && { updateKey }),
      suffix: isForTests ? '-for-tests' : '',
      async afterPack(context) {
        const program = programIn(context);
        await setFuses(program, missing);
        programs.push(program);
      },
    }),
  };
  const what = dir ? 'pack: packing' : 'pack: packing and compressing, which takes minutes';
  const files = await step(what, () => build(packing)).catch((error: Error) => {
    throw target ? error : new Error(`${error.message}\n${ABOUT_TOOLS}`, { cause: error });
  });
  // Again: signing and installers may have changed the program.
  for (const program of programs) await checkFuses(program, missing);
  if (!dir) {
    await nameApp(output, config.id);
    console.log(
      updateKey
        ? `pack: sign what is in ${relative(project, output)} before it is an update: sign.ts says how.`
        : `pack: ${PUBLIC_KEY_VARIABLE} is not set: this app takes no updates.`,
    );
  }
  console.log(`pack: all fuses read back from ${programs.join(', ')}.`);
  if (isForTests) console.log(`pack: electron ${version} is for tests: give this to nobody.`);
  for (const file of files) console.log(`pack: made ${relative(project, file)}`);
  const maps = await keepSourcemaps(join(project, '.build'), output);
  const isUploaded = uploadSourcemaps(maps);
  console.log(`pack: source maps are in ${relative(project, maps)}${isUploaded ? ', and uploaded' : ''}.`);
}

try {
  await pack();
} catch (error) {
  console.error(`pack: ${(error as Error).message}`);
  // A dependency of electron-builder overrides process.exitCode.
  process.exit(1);
}
