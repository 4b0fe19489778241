/** electron-builder's configuration for all platforms. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AfterPackContext, Configuration } from 'electron-builder';
import { config } from '../../config.ts';

export interface PackageOptions {
  /** Folder of an unpacked Electron; by default electron-builder downloads and verifies that of `version`. */
  electronDist?: string;
  /** Electron's version. */
  version: string;
  /** Output folder. */
  output: string;
  /** A settings file to ship beside the app. */
  settings?: string;
  /** Folder with icon.svg, icon.png, icon.ico and icon.icns; by default the shell's own. */
  icons?: string;
  /** Appended to the version in file names, to mark a build that must not be released. */
  suffix?: string;
  /** The public key for updates. Without it the app accepts none. */
  updateKey?: string;
  /** Called with the packed app, before it is signed. */
  afterPack: (context: AfterPackContext) => Promise<void>;
}

/**
 * Removes Electron's default app, which electron-builder leaves in an Electron that it did not download, and would
 * include in the integrity check.
 */
async function removeDefaultApp({ appOutDir, electronPlatformName }: AfterPackContext): Promise<void> {
  // The bundle gets the product's name only later.
  const resources =
    electronPlatformName === 'darwin' ? join('Electron.app', 'Contents', 'Resources') : 'resources';
  await rm(join(appOutDir, resources, 'default_app.asar'), { force: true });
}

/** electron-builder can only add to package.json; a value whose JSON is undefined is left out. */
const ABSENT = { toJSON: () => undefined };

const ENTITLEMENTS = join(import.meta.dirname, 'entitlements.mac.signed.plist');
/** Whether electron-builder has a certificate to sign with. */
const isSigned = Boolean(process.env.CSC_LINK || process.env.CSC_NAME);

/** File names depend on version, system and processor only. */
export function builderConfig(options: PackageOptions): Configuration {
  const { electronDist, version, output, settings, suffix = '', updateKey, afterPack } = options;
  const { icons = import.meta.dirname } = options;
  // Where electron/settings/settings.ts looks for it: beside the executable, and on macOS in Contents/Resources.
  const beside = settings ? [{ from: settings, to: 'settings.json' }] : [];
  return {
    appId: config.id,
    productName: config.name,
    artifactName: `\${productName}-\${version}${suffix}-\${os}-\${arch}.\${ext}`,
    electronVersion: version,
    ...(electronDist && { electronDist }),
    // An icon in each system's format: to convert them, electron-builder would download tools. icon.svg is the source.
    directories: { output, buildResources: icons },
    // Everything is bundled, so no node_modules; and no source maps.
    files: ['package.json', '.build/{main,preload,renderer}/**', '!**/*.map', '!node_modules'],
    asar: true,
    disableAsarIntegrity: false,
    npmRebuild: false,
    extraMetadata: {
      name: config.program,
      ...(config.version && { version: config.version }),
      productName: config.name,
      homepage: config.homepage,
      author: config.maintainer,
      desktopName: `${config.program}.desktop`,
      dependencies: ABSENT,
      // Nothing signed before that is accepted as an update.
      ...(updateKey && { updateKey, builtAt: new Date().toISOString() }),
    },
    // Its AppImages do without FUSE 2, which newer systems lack.
    toolsets: { appimage: '1.0.3' },
    protocols: [{ name: config.name, schemes: [config.scheme], role: 'Viewer' }],
    // Only so that electron-builder writes the update descriptions. The address is never used: `updateUrl` is.
    publish: { provider: 'generic', url: 'https://updates.invalid/' },
    afterExtract: removeDefaultApp,
    // Sets the fuses: electron-builder's own version of @electron/fuses does not know all of them.
    afterPack,
    linux: {
      target: ['AppImage', 'deb', 'rpm'],
      executableName: config.program,
      category: 'Utility',
      maintainer: config.maintainer,
      icon: 'icon.svg',
      syncDesktopName: true,
      extraFiles: beside,
      // For the window's icon on X11, which has to be a PNG.
      extraResources: [{ from: join(icons, 'icon.png'), to: 'icon.png' }],
    },
    win: { target: ['nsis'], icon: 'icon.ico', extraFiles: beside },
    // Updates are downloaded whole.
    nsis: { differentialPackage: false },
    mac: {
      // Squirrel.Mac updates from the zip.
      target: ['dmg', 'zip'].map((target) => ({ target, arch: ['x64', 'arm64'] })),
      category: 'public.app-category.utilities',
      icon: 'icon.icns',
      // electron-builder's default, which allows any library, is needed only by an unsigned app.
      ...(isSigned && { entitlements: ENTITLEMENTS, entitlementsInherit: ENTITLEMENTS }),
      extraResources: beside,
    },
  };
}
