/** Packs the build with electron-builder, around the Electron that this machine has. */
import { join } from 'node:path';
import { type AfterPackContext, Arch, build, type LinuxPackager, Platform } from 'electron-builder';
import { type Electron, project } from '../electron.ts';
import { builderConfig } from './config.ts';
import { AFTER_33, checkFuses, setFuses } from './fuses.ts';

export interface PackOptions {
  electron: Electron;
  output: string;
  /** electron-builder's names of targets, `dir` for none. */
  targets: string[];
  /** Processors; this machine's if absent. Others than it are fetched by electron-builder. */
  archs?: Arch[];
  settings?: string;
}

/** The program in a packed folder, in the form that `@electron/fuses` takes. */
function programIn({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`);
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`);
  return join(appOutDir, (packager as LinuxPackager).executableName);
}

/**
 * Packs the app.
 *
 * @returns the files made, as absolute paths
 * @throws whatever electron-builder or a fuse that is not as it should be throws
 */
export async function pack(options: PackOptions): Promise<string[]> {
  const { electron, output, targets, archs, settings } = options;
  const { dist, version, isForTests } = electron;
  const missing = isForTests ? AFTER_33 : [];
  const programs: string[] = [];
  const config = builderConfig({
    // Without `archs` nothing is fetched: what is here is for this processor.
    ...(!archs && { electronDist: dist }),
    version,
    output,
    settings,
    suffix: isForTests ? '-for-tests' : '',
    async afterPack(context) {
      const program = programIn(context);
      await setFuses(program, missing);
      programs.push(program);
    },
  });
  const platform = Platform.current();
  const files = await build({
    targets: platform.createTarget(targets, ...(archs ?? [Arch[process.arch as 'x64' | 'arm64']])),
    projectDir: project,
    publish: 'never',
    config,
  });
  // Once more: signing and what installers add came after the first time.
  for (const program of programs) await checkFuses(program, missing);
  if (isForTests) console.log(`package: it holds electron ${version}, for tests on this machine only.`);
  console.log(`package: all fuses read back from ${programs.join(', ')}.`);
  return files;
}

/** Lets this process end with a failure: what electron-builder uses ends it with 0 unless that is changed at last. */
export function endWithFailure(): void {
  process.on('exit', () => {
    process.exitCode = 1;
  });
}
