/** All that keeps pages from what is not theirs, in the order in which it takes effect. */
import { type App, Menu, type Session } from 'electron';
import type { Settings } from '../settings/settings.ts';
import { setupDownloads } from './downloads.ts';
import { limitForeignFrames } from './foreignFrames.ts';
import { watchGestures } from './gestures.ts';
import type { Permissions } from './permissions.ts';
import { watchRetryAfter } from './retryAfter.ts';
import { hasFrames, limitContents, limitNetwork, limitPermissions, type OnExternal } from './security.ts';
import { startSpelling } from './spelling.ts';
import { watchTickets } from './tickets.ts';

type Allowed = Pick<Settings, 'contentSecurityPolicy' | 'permissions' | 'spelling'>;

/**
 * Puts the limits on every page from its first moment. Must run before the app is ready.
 * @returns what limits the session of the app's pages once there is one: to be called before its first window
 */
export function limitPages(
  app: App,
  { contentSecurityPolicy: policy, permissions, spelling }: Allowed,
  onExternal: OnExternal,
  user: Permissions,
): (session: Session) => void {
  // Otherwise Electron makes a menu of its own, with developer tools.
  Menu.setApplicationMenu(null);
  limitNetwork(app, spelling);
  watchGestures(app);
  limitContents(app, onExternal, policy);
  watchTickets(app);
  return (session) => {
    limitPermissions(session, permissions, user);
    if (hasFrames(policy)) limitForeignFrames(session);
    if (spelling) startSpelling(session);
    setupDownloads(session);
    watchRetryAfter(session);
  };
}
