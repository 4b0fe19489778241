/** Packs an app: the app folder, then electron-builder. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { AfterPackContext, CliOptions, Configuration, LinuxPackager } from 'electron-builder';
import { APP_FILES } from '../../builtConfig/folder.ts';
import { bundleMain } from '../build/bundleExtension.ts';
import { bundledIn } from '../build/licenses.ts';
import { checkedIcon } from '../configFile/checkLook.ts';
import { type AppContent, assemble } from '../project/assemble.ts';
import { appData, generatedFor, nextOf, type Project, programOf } from '../project/project.ts';
import { done, type Next, sayNext } from '../project/say.ts';
import { buildTime } from '../setup/buildTime.mjs';
import { findElectron, wanted } from '../setup/electron.ts';
import { step } from '../setup/programs.mjs';
import { builderConfig, FILES, removeEmpty, type Scratch } from './builderConfig.ts';
import { addPackages, checkArchive, keepSourcemaps, shippedSettings } from './contents.ts';
import { checkFuses, setFuses } from './fuses.ts';
import { mergeOptions } from './mergeOptions.ts';
import { beforeRemoval, billOfMaterials, copyrightText, entitlementsOf, linkMacros } from './texts.ts';
import { describeUpdates, PUBLIC_KEY_VARIABLE, readPublicKey } from './updateKeys.ts';

export interface PackOptions {
  deb?: true;
  settings?: string;
  output?: string;
  verbose?: true;
}

const ABOUT_TOOLS = `If the network is the reason: electron-builder downloads its installer tools from github.com or, if set, from
ELECTRON_BUILDER_BINARIES_MIRROR. On Linux, --deb makes a deb without them.`;

function programIn({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`);
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`);
  return join(appOutDir, (packager as LinuxPackager).executableName);
}

/** Packs an app and prints what it made. @param dir whether to make a folder instead of an installer */
export async function packApp(
  project: Project,
  parts: Pick<AppContent, 'web' | 'pages'>,
  options: PackOptions,
  dir: boolean,
): Promise<void> {
  const { name, program = programOf(project.config) } = project.config;
  // By the program's name, in `app.isPackaged` and in the updater.
  if ([name.toLowerCase(), program].includes('electron'))
    throw new Error(
      'The program would be named "electron", which Electron treats as an app in development. Choose another "name" or "program".',
    );
  const output = resolve(options.output || join(project.out, dir ? 'package' : 'dist'));
  const settings = shippedSettings(project.config.settings, options.settings);
  const { icons } = project.config;
  if (icons) checkedIcon(project.root, icons);
  removeEmpty(process.env);
  const updateKey = readPublicKey(process.env);
  const { dist, version, isForTests } = await findElectron();
  if (!isForTests && version !== wanted())
    throw new Error(
      `The Electron in ${dist} is ${version}, but package.json wants ${wanted()}; it is not packaged.`,
    );
  const time = buildTime(project.root);
  // With the Electron for tests, no AppImage or rpm, because their tools would have to be downloaded.
  const target = dir ? 'dir' : options.deb || isForTests ? 'deb' : null;
  if (target === 'deb') {
    if (process.platform !== 'linux') throw new Error('--deb works only on Linux, with dpkg-deb.');
    console.log('pack: only the deb, made by dpkg-deb.');
    process.env.CUSTOM_FPM_PATH = join(FILES, 'deb.sh');
    // dpkg-deb gives it to the files.
    process.env.SOURCE_DATE_EPOCH = String(Math.floor(time / 1000));
  }
  const generated = generatedFor(project, process.platform === 'linux' && !dir);
  for (const [key, value] of Object.entries(generated))
    console.error(`notice: the package needs "${key}": using ${value}. Set yours in the configuration.`);
  const packed: Project = { ...project, config: { ...project.config, ...generated, settings } };
  const packedApps: { program: string; archive: string }[] = [];
  let maps: string;
  let files: readonly string[] = [];
  // Only here: reading it takes longer than everything that can be wrong before.
  const { build, log, Platform } = await import('electron-builder');
  await mkdir(project.out, { recursive: true });
  const scratch = await mkdtemp(join(project.out, 'packing-'));
  try {
    const app = await assemble(packed, {
      folder: join(scratch, 'app'),
      packaged: true,
      ...parts,
      // Nothing signed before this time is accepted as an update.
      ...(updateKey && { manifest: { updateKey, builtAt: new Date(time).toISOString() } }),
    });
    const { modules } = await bundleMain(packed, app);
    await addPackages(app, modules);
    const { config, manifest } = appData(packed);
    const bundled = bundledIn(project.shell, 'tool');
    const texts: Scratch = {
      'entitlements.plist': entitlementsOf(settings.permissions),
      'links.nsh': linkMacros(config.scheme),
      prerm: beforeRemoval(config.program),
      copyright: copyrightText(manifest, bundled),
    };
    for (const [name, text] of Object.entries(texts)) await writeFile(join(scratch, name), text);
    const packing: CliOptions = {
      targets: Platform.current().createTarget(target),
      projectDir: app,
      publish: 'never',
      config: mergeOptions(
        builderConfig({
          config,
          hasNative: modules.some(({ isNative }) => isNative),
          // Elsewhere installers are for both architectures, and electron-builder downloads Electron for each.
          ...((target || process.platform === 'linux') && { electronDist: dist }),
          version,
          output,
          ...(icons && { icons: resolve(project.root, icons) }),
          isForTests,
          scratch,
          licenses: join(project.shell, APP_FILES.licenses),
          async afterPack(context) {
            const program = programIn(context);
            const archive = join(context.packager.getResourcesDir(context.appOutDir), 'app.asar');
            checkArchive(archive, app);
            await setFuses(program);
            packedApps.push({ program, archive });
          },
        }),
        project.config.builder,
        project.root,
      ),
    };
    const what = `pack: packing ${config.name} ${manifest.version}${dir ? '' : ', which takes minutes'}`;
    // electron-builder has no option for this. Warnings and errors stay. If a version logs elsewhere, packaged.test.ts fails.
    if (!options.verbose) log.info = () => undefined;
    files = await step(what, () => build(packing)).catch((error: Error) => {
      throw target ? error : new Error(`${error.message}\n${ABOUT_TOOLS}`, { cause: error });
    });
    // Check again: signing and installers may have changed them.
    for (const { program, archive } of packedApps) {
      checkArchive(archive, app);
      await checkFuses(program);
    }
    const programs = packedApps.map(({ program }) => relative('', program));
    done(`packed, and read all fuses back from ${programs.join(', ')}`);
    for (const made of dir ? programs : files.map((file) => relative('', file))) done(`made ${made}`);
    if (!dir) {
      const bill = join(output, `${manifest.name}-${manifest.version}.cdx.json`);
      await writeFile(bill, billOfMaterials(manifest, version, [...bundled, ...modules]));
      done(`made ${relative('', bill)}`);
    }
    maps = await keepSourcemaps(project.shell, app, output, parts.pages);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  if (!dir) {
    const { releaseInfo }: Configuration = project.config.builder ?? {};
    await describeUpdates(output, project.config.id, releaseInfo?.releaseNotes ?? undefined);
    console.log(
      updateKey
        ? `pack: sign the files in ${relative('', output)} before you publish them as an update: see sign.ts.`
        : `pack: ${PUBLIC_KEY_VARIABLE} is not set: this app accepts no updates.`,
    );
  }
  if (isForTests) console.log(`pack: electron ${version} is for tests: do not distribute this build.`);
  done(`wrote source maps into ${relative('', maps)}`);
  const starting = packedApps.map(({ program }) => [relative('', program), 'starts it'] as const);
  sayNext(
    dir
      ? [...starting, ...nextOf(project).slice(1)]
      : files.flatMap((file) => installing(relative('', file))),
  );
}

function installing(file: string): Next[] {
  if (file.endsWith('.deb')) return [[`sudo apt install "./${file}"`, 'installs it here']];
  if (file.endsWith('.dmg')) return [[`open "${file}"`, 'installs it here']];
  if (file.endsWith('.AppImage')) return [[`"./${file}"`, 'starts it']];
  return file.endsWith('.exe') ? [[file, 'installs it here']] : [];
}
