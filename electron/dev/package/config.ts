/** What electron-builder makes of the build, for all platforms. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AfterPackContext, Configuration } from 'electron-builder';
import { config } from '../../config.ts';

export interface PackageOptions {
  /** Folder of an unpacked Electron; absent to let electron-builder fetch, and check, the one of `version`. */
  electronDist?: string;
  /** Electron's version. */
  version: string;
  /** Folder that gets the packages. */
  output: string;
  /** A settings file to ship beside the app. */
  settings?: string;
  /** Folder with icon.svg, icon.png, icon.ico and icon.icns; absent: the shell's own. */
  icons?: string;
  /** Follows the version in the names of files; marks a build that must not be released. */
  suffix?: string;
  /** The public half of the key that signs updates. Without it the app takes none. */
  updateKey?: string;
  /** Called with the app in its folder, before it is signed. */
  afterPack: (context: AfterPackContext) => Promise<void>;
}

/**
 * Takes away what Electron shows when it has no app: electron-builder leaves it in an Electron that it did not fetch,
 * and would count it among the archives whose content is held fast.
 */
async function removeDefaultApp({ appOutDir, electronPlatformName }: AfterPackContext): Promise<void> {
  // Only later does the bundle get the name of the product.
  const resources =
    electronPlatformName === 'darwin' ? join('Electron.app', 'Contents', 'Resources') : 'resources';
  await rm(join(appOutDir, resources, 'default_app.asar'), { force: true });
}

/** electron-builder adds to a value of package.json and takes none away; JSON leaves out one that says so. */
const ABSENT = { toJSON: () => undefined };

const ENTITLEMENTS = join(import.meta.dirname, 'entitlements.mac.signed.plist');
/** Whether electron-builder is given a certificate. */
const isSigned = Boolean(process.env.CSC_LINK || process.env.CSC_NAME);

/** The configuration for all platforms. Names of files depend on version, system and processor only. */
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
    // The icons are there. Each system gets its own format, as electron-builder would have to fetch what converts one
    // into another; icon.svg is what all are made from.
    directories: { output, buildResources: icons },
    // Only the build: everything is bundled, so no node_modules and no lists of them in the packed package.json, and
    // source maps stay with whoever reads the reports.
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
      // What was signed before is no update of it.
      ...(updateKey && { updateKey, builtAt: new Date().toISOString() }),
    },
    // Its AppImages need no FUSE 2, which newer systems do not have.
    toolsets: { appimage: '1.0.3' },
    protocols: [{ name: config.name, schemes: [config.scheme], role: 'Viewer' }],
    // Only for the files that electron-updater reads beside an installer and in the app. The address in them is never
    // asked: `updateUrl` in the settings is.
    publish: { provider: 'generic', url: 'https://updates.invalid/' },
    afterExtract: removeDefaultApp,
    // The fuses are flipped there: electron-builder's own version of @electron/fuses does not know all of them.
    afterPack,
    linux: {
      target: ['AppImage', 'deb', 'rpm'],
      executableName: config.program,
      category: 'Utility',
      maintainer: config.maintainer,
      icon: 'icon.svg',
      syncDesktopName: true,
      extraFiles: beside,
      // X11 shows the icon that the window brings, which has to be a PNG.
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
      // electron-builder's own let any library be loaded, without which what has no signer does not start.
      ...(isSigned && { entitlements: ENTITLEMENTS, entitlementsInherit: ENTITLEMENTS }),
      extraResources: beside,
    },
  };
}
