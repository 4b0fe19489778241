/** All limits on pages, in the order in which they take effect. */
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
 * Limits every page from its first moment. Must run before the app is ready.
 * @returns a function that limits the session of the app's pages: call it before the session's first window
 */
export function limitPages(
  app: App,
  { contentSecurityPolicy: policy, permissions, spelling }: Allowed,
  onExternal: OnExternal,
  user: Permissions,
): (session: Session) => void {
  // Otherwise Electron adds its own menu, with developer tools.
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
