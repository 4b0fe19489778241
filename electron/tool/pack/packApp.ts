/** Packs an app: the app folder, then electron-builder. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import {
  type AfterPackContext,
  build,
  type CliOptions,
  type LinuxPackager,
  Platform,
} from 'electron-builder';
import { APP_FILES } from '../../app/folder.ts';
import { bundledIn } from '../../build/licenses.ts';
import type { WebBuild } from '../../protocol/webBuild.ts';
import { type Electron, findElectron, wanted } from '../../setup/electron.ts';
import { step } from '../../setup/progress.mjs';
import { assemble, type Parts } from '../project/assemble.ts';
import { bundleMain } from '../project/bundleMain.ts';
import { appData, contactsOf, type Project, programOf } from '../project/project.ts';
import { checkArchive } from './archive.ts';
import { builderConfig, FILES } from './config.ts';
import { AFTER_33, checkFuses, setFuses } from './fuses.ts';
import { entitlementsOf } from './macPermissions.ts';
import { mergeOptions } from './mergeOptions.ts';
import { addPackages } from './nativePackages.ts';
import { billOfMaterials, copyrightText } from './notices.ts';
import { shippedSettings } from './shipped.ts';
import { azureSigning, removeEmpty } from './signing.ts';
import { keepSourcemaps, uploadSourcemaps } from './sourcemaps.ts';
import { nameApp, PUBLIC_KEY_VARIABLE, readPublicKey } from './updateKeys.ts';
import { linkMacros } from './windowsLinks.ts';

export interface PackOptions {
  /** A folder, as an installer would install it. */
  dir?: boolean | undefined;
  /** Only the deb, by dpkg-deb, offline. */
  deb?: boolean | undefined;
  /** A file of settings to ship with the app, over those of its configuration. */
  settings?: string | undefined;
  /** Output folder. */
  output?: string | undefined;
}

const ABOUT_TOOLS = `If the network is the reason: electron-builder fetches what makes installers from github.com or, if set, from
ELECTRON_BUILDER_BINARIES_MIRROR. On Linux, --deb makes a deb without it.`;

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

/** @throws Error if it is another version than the one to release */
function checkVersion({ dist, version, isForTests }: Electron): void {
  if (isForTests || version === wanted()) return;
  throw new Error(
    `The Electron in ${dist} is ${version}, not ${wanted()} as in package.json, and is packaged for nobody.`,
  );
}

/**
 * @throws Error if the program file would be called `electron`: then Electron and its updater take an installed app for one
 *   in development (`app.isPackaged`)
 */
function checkName({ config }: Project): void {
  const { name, program = programOf(config) } = config;
  if (![name.toLowerCase(), program].includes('electron')) return;
  throw new Error(
    'The program would be called "electron", which Electron takes for an app in development. Write another "name" or "program".',
  );
}

/** Says what the policy will refuse in the web build, and what else will not work, before anybody meets it. */
async function tellProblems(app: string): Promise<void> {
  const { problems }: WebBuild = JSON.parse(await readFile(join(app, APP_FILES.webBuild), 'utf8'));
  for (const { file, directive, what } of problems) console.error(`notice: ${file}: ${directive}: ${what}`);
}

/**
 * Packs an app, and says what it made.
 * @param parts what is built of it
 * @throws Error that says what is wrong and what to do
 */
export async function packApp(
  project: Project,
  parts: Pick<Parts, 'web' | 'pages'>,
  options: PackOptions,
): Promise<void> {
  const { dir, deb } = options;
  checkName(project);
  const output = resolve(options.output ?? join(project.out, dir ? 'package' : 'dist'));
  const settings = shippedSettings(project.config.settings, options.settings);
  const { icons } = project.config;
  if (icons) checkIcons(resolve(project.root, icons));
  removeEmpty(process.env);
  const updateKey = readPublicKey(process.env);
  const electron = await findElectron();
  checkVersion(electron);
  const { dist, version, isForTests } = electron;
  // With the Electron for tests no AppImage and rpm, for which tools would be downloaded.
  const target = dir ? 'dir' : deb || isForTests ? 'deb' : null;
  if (target === 'deb') {
    if (process.platform !== 'linux') throw new Error('--deb: only Linux makes one, with dpkg-deb.');
    console.log('pack: only the deb, by dpkg-deb.');
    process.env.CUSTOM_FPM_PATH = join(FILES, 'deb.sh');
  }
  const contacts = process.platform === 'linux' && !dir ? contactsOf(project) : {};
  for (const [key, value] of Object.entries(contacts))
    console.error(
      `notice: packages for Linux need "${key}": taken ${value}. Write yours into the configuration.`,
    );
  const packed: Project = { ...project, config: { ...project.config, ...contacts, settings } };
  const missing = isForTests ? AFTER_33 : [];
  const packedApps: { program: string; archive: string }[] = [];
  let maps: string;
  await mkdir(project.out, { recursive: true });
  const scratch = await mkdtemp(join(project.out, 'packing-'));
  try {
    const app = await assemble(packed, {
      folder: join(scratch, 'app'),
      packaged: true,
      ...parts,
      // Nothing signed before that is accepted as an update.
      ...(updateKey && { manifest: { updateKey, builtAt: new Date().toISOString() } }),
    });
    if (parts.web) await tellProblems(app);
    const { modules } = await bundleMain(packed, app);
    await addPackages(app, modules);
    const { config, manifest } = appData(packed);
    const bundled = bundledIn(project.shell);
    const written = async (name: string, text: string) => {
      await writeFile(join(scratch, name), text);
      return join(scratch, name);
    };
    const packing: CliOptions = {
      targets: Platform.current().createTarget(target),
      projectDir: app,
      publish: 'never',
      config: mergeOptions(
        builderConfig({
          config,
          hasNative: modules.some(({ isNative }) => isNative),
          // Elsewhere installers are for both processors: electron-builder downloads the Electron of each.
          ...((target || process.platform === 'linux') && { electronDist: dist }),
          version,
          output,
          ...(icons && { icons: resolve(project.root, icons) }),
          suffix: isForTests ? '-for-tests' : '',
          entitlements: await written('entitlements.plist', entitlementsOf(settings.permissions)),
          linkMacros: await written('links.nsh', linkMacros(config.scheme)),
          licenses: join(project.shell, APP_FILES.licenses),
          copyright: await written('copyright', copyrightText(manifest, bundled)),
          azureSigning: azureSigning(process.env),
          async afterPack(context) {
            const program = programIn(context);
            const archive = join(context.packager.getResourcesDir(context.appOutDir), 'app.asar');
            checkArchive(archive, app);
            await setFuses(program, missing);
            packedApps.push({ program, archive });
          },
        }),
        project.config.builder,
      ),
    };
    const what = dir ? 'pack: packing' : 'pack: packing and compressing, which takes minutes';
    const files = await step(what, () => build(packing)).catch((error: Error) => {
      throw target ? error : new Error(`${error.message}\n${ABOUT_TOOLS}`, { cause: error });
    });
    // Again: signing and installers may have changed them.
    for (const { program, archive } of packedApps) {
      checkArchive(archive, app);
      await checkFuses(program, missing);
    }
    const programs = packedApps.map(({ program }) => relative('', program));
    console.log(`pack: all fuses read back from ${programs.join(', ')}.`);
    for (const made of dir ? programs : files.map((file) => relative('', file)))
      console.log(`pack: made ${made}`);
    if (!dir) {
      const bill = join(output, `${manifest.name}-${manifest.version}.cdx.json`);
      await writeFile(
        bill,
        billOfMaterials(manifest, { electron: version, packages: [...bundled, ...modules] }),
      );
      console.log(`pack: made ${relative('', bill)}`);
    }
    maps = await keepSourcemaps({ shell: project.shell, pages: parts.pages, app }, output);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  if (!dir) {
    await nameApp(output, project.config.id);
    console.log(
      updateKey
        ? `pack: sign what is in ${relative('', output)} before it is an update: sign.ts says how.`
        : `pack: ${PUBLIC_KEY_VARIABLE} is not set: this app takes no updates.`,
    );
  }
  if (isForTests) console.log(`pack: electron ${version} is for tests: give this to nobody.`);
  const isUploaded = uploadSourcemaps(maps);
  console.log(`pack: source maps are in ${relative('', maps)}${isUploaded ? ', and uploaded' : ''}.`);
}
