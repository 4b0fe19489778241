/** Packs the build with electron-builder, on the runtime that this machine has. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AfterPackContext, Arch, build, type LinuxPackager, Platform } from 'electron-builder';
import { findRuntime } from '../runtime/find.ts';
import { writeDistribution } from '../standin/distribution.ts';
import { builderConfig } from './config.ts';
import { checkFuses, setFuses } from './fuses.ts';
import { makeIcons } from './icons.ts';

export const project = join(import.meta.dirname, '..', '..', '..');

/** Where the runtime comes from, and whether what it makes is for others than this machine. */
export interface Base {
  isStandIn: boolean;
  /** Electron's version. */
  version: string;
  /** Folder of an unpacked Electron, if it is one. */
  dist?: string;
}

/** The runtime of this machine in the form that electron-builder takes. */
export async function findBase(): Promise<Base> {
  const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
  if ((await findRuntime()).name === 'stand-in') return { isStandIn: true, version };
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(project, 'node_modules', 'electron', 'dist');
  return { isStandIn: false, version, dist };
}

export interface PackOptions {
  base: Base;
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
  if (!options.base.isStandIn) return await packFrom(options.base.dist, options);
  // One for each process that packs.
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-standin-'));
  try {
    const dist = join(folder, 'dist');
    await writeDistribution(dist, options.base.version);
    return await packFrom(dist, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function packFrom(dist: string | undefined, options: PackOptions): Promise<string[]> {
  const { base, output, targets, archs, settings } = options;
  const { isStandIn, version } = base;
  const programs: string[] = [];
  const config = builderConfig({
    // Without `archs` nothing is fetched: what is here is for this processor.
    ...(!archs && { electronDist: dist }),
    version,
    output,
    icons: await makeIcons(join(project, '.build', 'icons')),
    settings,
    suffix: isStandIn ? '-standin' : '',
    async afterPack(context) {
      if (isStandIn) return;
      const program = programIn(context);
      await setFuses(program);
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
  for (const program of programs) await checkFuses(program);
  if (isStandIn) console.log('package: the stand-in has no fuses; nothing was flipped.');
  else console.log(`package: all fuses read back from ${programs.join(', ')}.`);
  return files;
}

/** Lets this process end with a failure: what electron-builder uses ends it with 0 unless that is changed at last. */
export function endWithFailure(): void {
  process.on('exit', () => {
    process.exitCode = 1;
  });
}
