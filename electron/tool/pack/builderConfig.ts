/** electron-builder's configuration for all platforms. */
import { existsSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AfterPackContext, Configuration } from 'electron-builder';
import type { Config } from '../../builtConfig/config.ts';
import { APP_FILES } from '../../builtConfig/folder.ts';
import { holdfastFolder } from '../setup/packages.ts';
import { usageTexts } from './texts.ts';

/** Source maps of a web build, which stay behind. Other files of this name are data. */
export const SCRIPT_MAP = /\.(?:[cm]?js|css)\.map$/;

/** Texts that electron-builder wants in files. */
export type Scratch = Record<'entitlements.plist' | 'links.nsh' | 'prerm' | 'copyright', string>;

interface PackageOptions {
  config: Config;
  /** Folder of an unpacked Electron; by default electron-builder downloads and verifies `version`. */
  electronDist?: string;
  version: string;
  output: string;
  /** Folder with icon.png, and perhaps icon.svg, icon.ico and icon.icns; default: the shell's own. */
  icons?: string;
  hasNative?: boolean;
  licenses: string;
  /** Folder with the files of `Scratch`. */
  scratch: string;
  /** Whether the files' names say that it must not be released. */
  isForTests?: boolean;
  /** Called with the packed app before it is signed. */
  afterPack: (context: AfterPackContext) => Promise<void>;
}

/**
 * Removes Electron's default app, which electron-builder leaves in an Electron that it did not download and would
 * include in the integrity check. Adds files for other programs, which cannot read app.asar: the licences, and on Linux
 * the window's icon for X11, which must be a PNG.
 */
async function prepareResources(
  { appOutDir, electronPlatformName }: AfterPackContext,
  icons: string,
  licenses: string,
): Promise<void> {
  // The bundle gets the product's name only later.
  const resources =
    electronPlatformName === 'darwin' ? join('Electron.app', 'Contents', 'Resources') : 'resources';
  const place = (name: string) => join(appOutDir, resources, name);
  await rm(place('default_app.asar'), { force: true });
  await copyFile(licenses, place(APP_FILES.licenses));
  if (electronPlatformName === 'linux') await copyFile(join(icons, 'icon.png'), place('icon.png'));
}

/** The packager's own files: icons, deb.sh. */
export const FILES = join(holdfastFolder(), 'electron', 'tool', 'pack');

/** A workflow sets a missing secret to '', which electron-builder would take for a file name. */
export function removeEmpty(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env))
    if (/^(?:(?:WIN_)?CSC_|APPLE_|AZURE_)/.test(name) && env[name] === '') delete env[name];
}

const isSigned = Boolean(process.env.CSC_LINK || process.env.CSC_NAME);

/**
 * electron-builder's list, plus the libraries that it leaves out, without which nothing starts on a minimal system. From
 * Ubuntu 24.04 on some have another name, and the old one also stands for an emulation.
 */
const DEB_DEPENDS =
  'libgtk-3-0 libnotify4 libnss3 libxss1 libxtst6 xdg-utils libatspi2.0-0 libuuid1 libsecret-1-0'
    .split(' ')
    // The last one is loaded by name, only when a window opens.
    .concat('libasound2t64 | libasound2', 'libdrm2', 'libgbm1', 'libx11-xcb1');

/** macOS and Windows can make installers for both architectures on either one. */
const BOTH = ['x64', 'arm64'] as const;

/** File names depend only on version, system and architecture. */
export function builderConfig({ icons = FILES, ...options }: PackageOptions): Configuration {
  const { config, electronDist, isForTests = false } = options;
  const file = (name: keyof Scratch) => join(options.scratch, name);
  const entitlements = file('entitlements.plist');
  // For Windows and macOS electron-builder downloads a tool that converts the PNG.
  const iconAs = (type: string) => (existsSync(join(icons, `icon.${type}`)) ? `icon.${type}` : 'icon.png');
  const artifact = (name: string) =>
    `${name}-\${version}${isForTests ? '-for-tests' : ''}-\${os}-\${arch}.\${ext}`;
  return {
    appId: config.id,
    productName: config.name,
    artifactName: artifact(`\${productName}`),
    electronVersion: options.version,
    ...(electronDist && { electronDist }),
    directories: { output: options.output, buildResources: icons },
    // A build is packed as it is. From its first list electron-builder leaves out what looks like sources: node_modules,
    // *.obj, *.d.ts, package-lock.json and others; from any, a folder node_modules at its top.
    files: [
      ...['**/*', '!**/*.map', `!${APP_FILES.web}{,/**/*}`],
      ...[APP_FILES.web, `${APP_FILES.web}/node_modules`].map((folder) => ({
        ...{ from: folder, to: folder },
        filter: ['**/*', '!**/*.{js,mjs,cjs,css}.map'],
      })),
    ],
    asar: true,
    disableAsarIntegrity: false,
    // Otherwise it would search for packages, find none, and print lines that look like errors.
    ...(!options.hasNative && { beforeBuild: async () => false }),
    // Its AppImages run without FUSE 2, which newer systems lack.
    toolsets: { appimage: '1.0.3' },
    protocols: [{ name: config.name, schemes: [config.scheme], role: 'Viewer' }],
    // Users of pre-releases also get the releases.
    generateUpdatesFilesForAllChannels: true,
    // Only makes electron-builder write the update descriptions. The address is never used; `updateUrl` is.
    publish: { provider: 'generic', url: 'https://updates.invalid/' },
    afterExtract: (context) => prepareResources(context, icons, options.licenses),
    // Sets the fuses: electron-builder's own version of @electron/fuses does not know all of them.
    afterPack: options.afterPack,
    linux: {
      target: ['AppImage', 'deb', 'rpm'],
      // Without the spaces that a name for people may have: it is typed behind commands.
      artifactName: artifact(config.program),
      executableName: config.program,
      category: 'Utility',
      ...(config.maintainer && { maintainer: config.maintainer }),
      icon: iconAs('svg'),
      syncDesktopName: true,
    },
    // Debian wants a section; that of the menu category above.
    deb: {
      packageCategory: 'utils',
      depends: DEB_DEPENDS,
      fpm: [
        ...['--before-remove', file('prerm')],
        `${file('copyright')}=/usr/share/doc/${config.program}/copyright`,
      ],
    },
    win: { target: [{ target: 'nsis', arch: [...BOTH] }], icon: iconAs('ico') },
    // Updates are downloaded whole, for one architecture.
    nsis: { differentialPackage: false, buildUniversalInstaller: false, include: file('links.nsh') },
    mac: {
      // Squirrel.Mac updates from the zip.
      target: ['dmg', 'zip'].map((target) => ({ target, arch: [...BOTH] })),
      category: 'public.app-category.utilities',
      // On older systems the app would install but not start.
      minimumSystemVersion: '13.0',
      icon: iconAs('icns'),
      // Only an unsigned app needs electron-builder's default, which allows any library.
      ...(isSigned && { entitlements, entitlementsInherit: entitlements }),
      extendInfo: usageTexts(config.name, config.settings.permissions),
    },
  };
}
