/** `app.setAsDefaultProtocolClient` as far as it changes nothing on the machine. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { notImplemented } from './strict.ts';

/** The app's desktop entry, named as Electron names it after the app. */
function desktopEntry(appName: string): string {
  const slug = appName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${slug || basename(process.execPath)}.desktop`;
}

/** On Linux, only an app whose desktop entry is installed can open links, and an app in development has none. */
function isInstalled(appName: string): boolean {
  const folders = [
    process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'),
    ...(process.env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':'),
  ];
  return folders.some((folder) => existsSync(join(folder, 'applications', desktopEntry(appName))));
}

function refused(protocol: string, appName: string, what: string): boolean {
  if (protocol === '') return false;
  if (process.platform !== 'linux') throw notImplemented(`${what} on ${process.platform}`);
  if (isInstalled(appName)) throw notImplemented(`${what} of an installed app`);
  return false;
}

/** Returns false, as Electron does for an app without a desktop entry; throws where the answer could be another. */
export function setDefaultFor(protocol: string, appName: string): boolean {
  return refused(protocol, appName, 'app.setAsDefaultProtocolClient');
}

/** As `setDefaultFor`, for asking. */
export function isDefaultFor(protocol: string, appName: string): boolean {
  return refused(protocol, appName, 'app.isDefaultProtocolClient');
}
