/** What the setting `permissions` grants. */
import { isApp, ownerOf } from '../app/origins.ts';

/** Names of devices by Electron's names in a request for `media`. */
const DEVICES: Readonly<Record<string, string>> = { video: 'camera', audio: 'microphone' };

/** Permissions that pages of the app always have, because they reach nothing of the user's. */
const HARMLESS = ['clipboard-sanitized-write', 'screen-wake-lock'];

/**
 * Whether a permission is granted, only ever to the app: the harmless ones, persistent storage unless the pages are a
 * server's, and the permissions in the setting `permissions`.
 * @param origin the origin of the requesting frame
 * @param granted the setting
 * @param media for `media`, which of `video` and `audio`; `unknown` is neither
 */
export function permissionVerdict(
  permission: string,
  origin: string,
  granted: readonly string[] = [],
  media: readonly string[] = [],
): boolean {
  const owner = ownerOf(origin);
  if (!isApp(owner)) return false;
  if (HARMLESS.includes(permission)) return true;
  if (permission === 'persistent-storage') return owner !== 'server';
  const asked = namesOf(permission, media);
  return asked.length > 0 && asked.every((name) => granted.includes(name));
}

/** Returns a request's permissions, by their names in the setting `permissions`. */
export const namesOf = (permission: string, media: readonly string[]) =>
  permission === 'media' ? media.map((kind) => DEVICES[kind] ?? kind) : [permission];
