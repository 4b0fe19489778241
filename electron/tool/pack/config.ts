/** electron-builder's configuration for all platforms. */
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AfterPackContext, Configuration } from 'electron-builder';
import { APP_FILES } from '../../app/folder.ts';
import type { Config } from '../../config.ts';
import { holdfastFolder } from '../../setup/packages.ts';
import { usageTexts } from './macPermissions.ts';
import type { AzureSigning } from './signing.ts';

interface PackageOptions {
  config: Config;
  /** Folder of an unpacked Electron; by default electron-builder downloads and verifies that of `version`. */
  electronDist?: string;
  /** Electron's version. */
  version: string;
  /** Output folder. */
  output: string;
  /** Folder with icon.svg, icon.png, icon.ico and icon.icns; by default the shell's own. */
  icons?: string;
  /** Whether packages must be built for Electron. */
  hasNative?: boolean;
  /** File with the entitlements of a signed app on macOS. */
  entitlements: string;
  /** File with NSIS macros for links of the app's scheme. */
  linkMacros: string;
  /** File with the licences of what the shell includes. */
  licenses: string;
  /** File that says so of the whole app, as Debian wants it. */
  copyright: string;
  /** How programs for Windows are signed, if by Azure. */
  azureSigning?: AzureSigning | undefined;
  /** Appended to the version in file names, to mark a build that must not be released. */
  suffix?: string;
  /** Called with the packed app, before it is signed. */
  afterPack: (context: AfterPackContext) => Promise<void>;
}

/**
 * Removes Electron's default app, which electron-builder leaves in an Electron that it did not download, and would
 * include in the integrity check. Adds what other programs read, which cannot look into app.asar: the licences, and on
 * Linux the window's icon for X11, which has to be a PNG.
 */
async function prepareResources(
  { appOutDir, electronPlatformName }: AfterPackContext,
  { icons, licenses }: { icons: string; licenses: string },
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

/** Whether electron-builder has a certificate to sign with. */
const isSigned = Boolean(process.env.CSC_LINK || process.env.CSC_NAME);

/** The oldest macOS, below which the app would be installed and not start. */
const MACOS = '13.0';

/**
 * Debian's packages: electron-builder's list, and the libraries that it leaves out, without which nothing starts where only
 * what is named is installed. From Ubuntu 24.04 on some have another name; the old one there stands for an emulation too.
 */
const DEB_DEPENDS = [
  'libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libxss1',
  'libxtst6',
  'xdg-utils',
  'libatspi2.0-0',
  'libuuid1',
  'libsecret-1-0',
  'libasound2t64 | libasound2',
  'libdrm2',
  'libgbm1',
  // Opened by name only when a window is.
  'libx11-xcb1',
];

/** Installers of macOS and Windows are made for both, on either. */
const BOTH = ['x64', 'arm64'] as const;

/** File names depend on version, system and processor only. */
export function builderConfig({
  config,
  electronDist,
  version,
  output,
  icons = FILES,
  hasNative = false,
  entitlements,
  linkMacros,
  licenses,
  copyright,
  azureSigning,
  suffix = '',
  afterPack,
}: PackageOptions): Configuration {
  return {
    appId: config.id,
    productName: config.name,
    artifactName: `\${productName}-\${version}${suffix}-\${os}-\${arch}.\${ext}`,
    electronVersion: version,
    ...(electronDist && { electronDist }),
    // An icon in each system's format: to convert them, electron-builder would download tools. icon.svg is the source.
    directories: { output, buildResources: icons },
    files: ['**/*', '!**/*.map'],
    asar: true,
    disableAsarIntegrity: false,
    // Else it would search for packages, find none, and say so in lines that look like faults.
    ...(!hasNative && { beforeBuild: async () => false }),
    // Its AppImages do without FUSE 2, which newer systems lack.
    toolsets: { appimage: '1.0.3' },
    protocols: [{ name: config.name, schemes: [config.scheme], role: 'Viewer' }],
    // Who takes versions before releases gets the releases, too.
    generateUpdatesFilesForAllChannels: true,
    // Only so that electron-builder writes the update descriptions. The address is never used: `updateUrl` is.
    publish: { provider: 'generic', url: 'https://updates.invalid/' },
    afterExtract: (context) => prepareResources(context, { icons, licenses }),
    // Sets the fuses: electron-builder's own version of @electron/fuses does not know all of them.
    afterPack,
    linux: {
      target: ['AppImage', 'deb', 'rpm'],
      executableName: config.program,
      category: 'Utility',
      ...(config.maintainer && { maintainer: config.maintainer }),
      icon: 'icon.svg',
      syncDesktopName: true,
    },
    deb: { depends: DEB_DEPENDS, fpm: [`${copyright}=/usr/share/doc/${config.program}/copyright`] },
    win: {
      target: [{ target: 'nsis', arch: [...BOTH] }],
      icon: 'icon.ico',
      ...(azureSigning && { azureSignOptions: azureSigning }),
    },
    // Updates are downloaded whole, for one processor.
    nsis: { differentialPackage: false, buildUniversalInstaller: false, include: linkMacros },
    mac: {
      // Squirrel.Mac updates from the zip.
      target: ['dmg', 'zip'].map((target) => ({ target, arch: [...BOTH] })),
      category: 'public.app-category.utilities',
      minimumSystemVersion: MACOS,
      icon: 'icon.icns',
      // electron-builder's default, which allows any library, is needed only by an unsigned app.
      ...(isSigned && { entitlements, entitlementsInherit: entitlements }),
      extendInfo: usageTexts(config.name, config.settings.permissions),
    },
  };
}
