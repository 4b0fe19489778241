/** How updates are installed on this machine: by the app, by the person, or not at all. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export type Delivery =
  /** Downloaded, then installed when the app quits. */
  | { by: 'app' }
  /** Only root may install it, so the person is asked to: a file with this extension, by this command. */
  | { by: 'person'; extension: string; command: string }
  | { by: 'nobody'; why: string };

export const THIS_INSTALLATION = {
  platform: process.platform,
  execPath: process.execPath,
  resourcesPath: process.resourcesPath,
  env: process.env,
  /** Runs a program; rejects if its exit code is not 0. */
  run: (program: string, args: readonly string[]): Promise<unknown> => promisify(execFile)(program, args),
};
export type Installation = typeof THIS_INSTALLATION;

const COMMANDS: Readonly<Record<string, string>> = { deb: 'sudo apt install', rpm: 'sudo dnf install' };

export async function deliveryOf(here: Installation): Promise<Delivery> {
  if (here.platform === 'darwin') return await ofBundle(here);
  // Otherwise electron-updater would ask for root's password at each quit.
  const extension = here.platform === 'linux' && !here.env.APPIMAGE ? packageType(here.resourcesPath) : '';
  const command = COMMANDS[extension];
  return command ? { by: 'person', extension, command } : { by: 'app' };
}

/** The package type that electron-builder writes beside the app in a deb or an rpm; '' elsewhere. */
function packageType(resources: string): string {
  try {
    return readFileSync(join(resources, 'package-type'), 'utf8').trim();
  } catch {
    return '';
  }
}

/** macOS installs updates only for an app that is signed with an Apple certificate. */
async function ofBundle({ execPath, run }: Installation): Promise<Delivery> {
  const bundle = dirname(dirname(dirname(execPath)));
  try {
    await run('/usr/bin/codesign', ['--verify', '-R=anchor apple generic', bundle]);
    return { by: 'app' };
  } catch {
    return { by: 'nobody', why: 'macOS does not update an app that is not signed' };
  }
}
