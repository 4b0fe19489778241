/** All limits on pages, in the order in which they take effect. */
import { app, Menu, type Session } from 'electron';
import { allowsWebRtc, sourcesOf } from '../../builtConfig/csp/policyEntries.ts';
import { logOnce } from '../../common/log.ts';
import { onPage } from '../../common/pages.ts';
import { watchRetryAfter } from '../app/requests.ts';
import { ISOLATION } from '../protocol/headers.ts';
import type { Site } from '../serviceWorker/site.ts';
import type { Settings } from '../settings/settings.ts';
import { windowOf } from './createWindow.ts';
import { takeEmptyWindow } from './downloads.ts';
import type { OnExternal } from './externalLinks.policy.ts';
import type { ExternalLinks } from './externalLinks.ts';
import { tellFailedRequests } from './failedRequests.ts';
import { changeServers } from './foreignFrames.ts';
import { watchGestures } from './gestures.ts';
import { limitPermissions, type Permissions } from './permissions.ts';
import { limitNavigation, limitWindows } from './security.ts';
import type { Shell } from './shell.ts';
import { stopSpelling } from './spelling.ts';

/**
 * Limits every page from its first moment. Must run before the app is ready.
 * @returns a function that limits the session of the app's pages: call it before the session's first window
 */
export function limitPages(
  settings: Settings,
  links: Pick<ExternalLinks, 'open' | 'openChosen'>,
  shell: Shell,
  user: Permissions,
  site: Site | undefined,
): (session: Session) => void {
  const { contentSecurityPolicy: policy = [], permissions = [], spelling } = settings;
  const { origins } = shell;
  const framed = sourcesOf(policy, 'frame-src').some((source) => source.startsWith('http'));
  // Otherwise Electron adds its own menu, with developer tools.
  Menu.setApplicationMenu(null);
  // A page's hint would ask the name server for any name, bypassing the content security policy.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
  // In every session, including those of the outbox and of updates: on Linux, and on Windows for some languages, each
  // downloads a dictionary from Google's servers, even with `spellcheck: false` (electron/electron#22995).
  app.on('session-created', (session) => stopSpelling(session, spelling));
  onPage(watchGestures);
  onPage((contents) => {
    limitNavigation(contents, origins, links.open, framed);
    limitWindows(contents, shell, links.open);
    // Electron's security checklist, 11 and 12: there are no webviews.
    contents.on('will-attach-webview', (event) => {
      event.preventDefault();
      logOnce(
        'A page used <webview>: refused. An <iframe> shows what frame-src in the setting contentSecurityPolicy names.',
      );
    });
    // Without a listener, Electron chooses the first device that it finds.
    contents.on('select-bluetooth-device', (event, _devices, answer) => {
      event.preventDefault();
      answer('');
      logOnce('A page asked for a Bluetooth device: refused, and no setting allows it.');
    });
    // WebRTC ignores the content security policy: without this, a page's UDP packets reach any server (STUN, TURN). It can
    // still connect anywhere over TCP, and resolves the names of candidates: Chromium has no switch for that (130), and a
    // deleted constructor is back in every new frame. A server's own pages have no policy of the shell.
    if (!allowsWebRtc(policy) && !origins.server)
      contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
  const onDocument: OnExternal = (url, contents) => {
    if (!takeEmptyWindow(contents)) return links.open(url, contents);
    links.openChosen(url, contents);
    return true;
  };
  return (session) => {
    limitPermissions(session, permissions, user, origins);
    const ofDev = settings.isolated ? ISOLATION : {};
    changeServers(session, origins, framed, ofDev, onDocument, site?.restore);
    watchRetryAfter(session);
    if (origins.server?.isDev === false)
      tellFailedRequests(session, origins, (page) => shell.at(windowOf(page)).reload());
  };
}
