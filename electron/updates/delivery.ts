/** How an update gets onto this machine: by itself, by the person's hand, or not at all. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export type Delivery =
  /** Downloaded, and installed when the app quits. */
  | { by: 'app' }
  /** The person is told of it, because only root may install it: a file of this kind, by this command. */
  | { by: 'person'; extension: string; command: string }
  | { by: 'nobody'; why: string };

/** What decides about it. */
export interface Installation {
  platform: NodeJS.Platform;
  /** Of `process`. */
  execPath: string;
  resourcesPath: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Runs a program; rejects if it ends with another code than 0. */
  run(program: string, args: readonly string[]): Promise<unknown>;
}

export const HERE: Installation = {
  platform: process.platform,
  execPath: process.execPath,
  resourcesPath: process.resourcesPath,
  env: process.env,
  run: (program, args) => promisify(execFile)(program, args),
};

/** How packages of a kind are installed from a file. */
const COMMANDS: Readonly<Record<string, string>> = { deb: 'sudo apt install', rpm: 'sudo dnf install' };

/** Decides how this installation is updated. */
export async function deliveryOf(here: Installation): Promise<Delivery> {
  if (here.platform === 'darwin') return await ofBundle(here);
  // electron-updater would ask for root's password at each quit.
  const extension = here.platform === 'linux' && !here.env.APPIMAGE ? packageType(here.resourcesPath) : '';
  const command = COMMANDS[extension];
  return command ? { by: 'person', extension, command } : { by: 'app' };
}

/** What electron-builder writes beside the app in a deb or an rpm; '' elsewhere. */
function packageType(resources: string): string {
  try {
    return readFileSync(join(resources, 'package-type'), 'utf8').trim();
  } catch {
    return '';
  }
}

/** The system's installer takes updates only for an app that is signed with a certificate of Apple's. */
async function ofBundle({ execPath, run }: Installation): Promise<Delivery> {
  const bundle = dirname(dirname(dirname(execPath)));
  try {
    await run('/usr/bin/codesign', ['--verify', '-R=anchor apple generic', bundle]);
    return { by: 'app' };
  } catch {
    return { by: 'nobody', why: 'macOS installs none in an app that is not signed' };
  }
}
