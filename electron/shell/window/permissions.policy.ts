/** What the setting `permissions` grants. */

import { decisionOn } from '../../builtConfig/settingsSchema/permissionDecisions.ts';
import { isApp, type PageOwner } from '../../common/origins.ts';

/** Names of devices by Electron's names in a request for `media`. */
const DEVICES: Readonly<Record<string, string>> = { video: 'camera', audio: 'microphone' };

/**
 * Whether a permission is granted, only ever to the app. The user may still be asked.
 * @param owner whose the requesting frame is
 * @param granted the setting
 * @param media for `media`, which of `video` and `audio`; `unknown` is neither
 */
export function permissionVerdict(
  permission: string,
  owner: PageOwner | undefined,
  granted: readonly string[],
  media: readonly string[],
): boolean {
  if (!isApp(owner)) return false;
  const asked = namesOf(permission, media);
  return asked.length > 0 && asked.every((name) => isGranted(name, owner, granted));
}

function isGranted(name: string, owner: PageOwner | undefined, granted: readonly string[]): boolean {
  const decision = decisionOn(name);
  if (decision === 'ofBuild') return owner !== 'server';
  if (decision === 'setting' || decision === 'asked') return granted.includes(name);
  return decision === 'always' || decision === 'files';
}

/** Returns a request's permissions, by their names in the setting `permissions`. */
export const namesOf = (permission: string, media: readonly string[]) =>
  permission === 'media' ? media.map((kind) => DEVICES[kind] ?? kind) : [permission];
