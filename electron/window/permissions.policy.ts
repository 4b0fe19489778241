/** What the setting `permissions` grants. */
import { navigationVerdict } from './security.ts';

/** Names of devices by Electron's names in a request for `media`. */
const DEVICES: Readonly<Record<string, string>> = { video: 'camera', audio: 'microphone' };

/**
 * Whether a permission is granted, only ever to the app: writing text to the clipboard, for Copy details, and the
 * permissions in the setting `permissions`.
 * @param origin the origin or the URL of the requesting frame
 * @param granted the setting
 * @param media for `media`, which of `video` and `audio`; `unknown` is neither
 */
export function permissionVerdict(
  permission: string,
  origin: string,
  granted: readonly string[] = [],
  media: readonly string[] = [],
): boolean {
  if (navigationVerdict(origin) !== 'app') return false;
  if (permission === 'clipboard-sanitized-write') return true;
  const asked = namesOf(permission, media);
  return asked.length > 0 && asked.every((name) => granted.includes(name));
}

/** Returns a request's permissions, by their names in the setting `permissions`. */
export const namesOf = (permission: string, media: readonly string[]) =>
  permission === 'media' ? media.map((kind) => DEVICES[kind] ?? kind) : [permission];
