/** All limits on pages, in the order in which they take effect. */
import { type App, Menu, type Session } from 'electron';
import { onPage } from '../../common/pages.ts';
import { ISOLATION } from '../protocol/headers.ts';
import type { Settings } from '../settings/settings.ts';
import type { Site } from '../site/site.ts';
import { isPopUp, windowOf } from './createWindow.ts';
import type { OnExternal } from './externalLinks.policy.ts';
import type { ExternalLinks } from './externalLinks.ts';
import { tellFailedRequests } from './failedRequests.ts';
import { changeServers } from './foreignFrames.ts';
import { watchGestures } from './gestures.ts';
import { limitPermissions, type Permissions } from './permissions.ts';
import { hasFrames, limitContents, limitNetwork } from './security.ts';
import { watchRetryAfter } from './serverWait.ts';
import type { Shell } from './shell.ts';

type Allowed = Pick<Settings, 'contentSecurityPolicy' | 'isolated' | 'permissions' | 'spelling'>;

/**
 * Limits every page from its first moment. Must run before the app is ready.
 * @param shell opens the windows of pages
 * @param site the build at its server's address
 * @returns a function that limits the session of the app's pages: call it before the session's first window
 */
export function limitPages(
  app: App,
  settings: Allowed,
  links: Pick<ExternalLinks, 'open' | 'openChosen'>,
  shell: Shell,
  user: Permissions,
  site: Site | undefined,
): (session: Session) => void {
  const { contentSecurityPolicy: policy, permissions, spelling } = settings;
  // Otherwise Electron adds its own menu, with developer tools.
  Menu.setApplicationMenu(null);
  limitNetwork(app, spelling);
  onPage(watchGestures);
  const { origins } = shell;
  onPage(limitContents(shell, links.open, policy));
  /** A window that a page opened for it has that page's press, and goes, as it would stay empty. */
  const onDocument: OnExternal = (url, contents) => {
    const window = windowOf(contents);
    if (!isPopUp(window) || !/^(?:about:blank.*)?$/.test(contents.getURL())) return links.open(url, contents);
    links.openChosen(url, contents);
    // Not inside the request.
    setImmediate(() => !window.isDestroyed() && window.destroy());
    return true;
  };
  return (session) => {
    limitPermissions(session, permissions ?? [], user, origins);
    changeServers(
      session,
      origins,
      hasFrames(policy),
      settings.isolated ? ISOLATION : {},
      onDocument,
      site?.restore,
    );
    watchRetryAfter(session);
    if (origins.server?.isDev === false)
      tellFailedRequests(session, origins, (page) => shell.at(windowOf(page)).reload());
  };
}
