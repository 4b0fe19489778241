/** What electron-builder makes of the build. */
import type { Configuration } from 'electron-builder';

/**
 * The configuration for all platforms.
 *
 * @param electronDist folder of an unpacked Electron, or undefined to let electron-builder fetch the one of `version`
 * @param output folder that gets the packages
 */
export function builderConfig(
  electronDist: string | undefined,
  version: string,
  output: string,
): Configuration {
  return {
    appId: 'com.example.holdfast',
    productName: 'Holdfast',
    electronVersion: version,
    ...(electronDist && { electronDist }),
    directories: { output },
    // Only the build: everything is bundled, so no node_modules, and source maps stay with whoever reads the reports.
    files: ['package.json', '.build/{main,preload,renderer}/**', '!**/*.map'],
    asar: true,
    npmRebuild: false,
    publish: null,
    linux: { executableName: 'holdfast', category: 'Utility', maintainer: 'Holdfast maintainers' },
  };
}
