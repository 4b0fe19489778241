/** Where pages may lead their window, and which windows they may open. Numbers refer to Electron's security checklist. */
import type { WebContents } from 'electron';
import { logOnce } from '../../common/log.ts';
import { asHttps, isApp, type Origins, type PageOwner } from '../../common/origins.ts';
import { SITE_FILES, SITE_SHELL } from '../../shared/site.ts';
import { isPopUp, windowOf } from './createWindow.ts';
import { navigationVerdict, type OnExternal } from './externalLinks.policy.ts';
import { takeGesture, unseen } from './gestures.ts';
import { openInPlace } from './leaving.ts';
import { openPopUp } from './popUps.ts';
import type { Shell } from './shell.ts';

type Way = Electron.WebContentsWillFrameNavigateEventParams;

/** Chromium's PDF viewer: its code is part of Chromium, and a page cannot act as it. */
export const PDF_VIEWER = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai';

/**
 * Checklist 13: no frame leaves the app, neither by itself nor by a redirect.
 * @param framed whether the policy lists frame hosts: it then decides about frames inside a page of the app
 */
export function limitNavigation(
  contents: WebContents,
  origins: Origins,
  onExternal: OnExternal,
  framed: boolean,
): void {
  const { ownerOf, askerIn } = origins;
  const isServers = origins.server !== undefined;
  const check = (event: Electron.Event<Way>, isRedirect: boolean) => {
    const { url, isMainFrame, initiator } = event;
    // The viewer shows the file in a frame of its own. It has the file already, wherever that came from.
    if (!isMainFrame && initiator?.origin === PDF_VIEWER) return;
    // Main redirects an <object> of the page there.
    if (!isMainFrame && isRedirect && url.startsWith(SITE_SHELL + SITE_FILES)) return;
    const address = asHttps(url);
    const isOther = isPopUp(windowOf(contents));
    const owner = ownerOf(isOther ? address.replace(/^blob:/, '') : address);
    const verdict = navigationVerdict(address, owner);
    const isAllowed = mayLead(event, isRedirect, owner);
    // A sign-in leaves the app's own address, and comes back.
    if (verdict === 'app' || (verdict === 'guest' && isMainFrame)) {
      if (isAllowed || (!isRedirect && mayFollow(event, owner))) return;
      event.preventDefault();
      unseen.add(event);
      return logOnce(
        isRedirect
          ? 'A server redirected to a page of the shell: refused, as only the shell opens its pages.'
          : "A frame, or a page that is not the app's, wanted to open a page of the app: refused. The app's own page leads there by a link.",
      );
    }
    // What a frame shows, the policy of its page decides. Main redirects `//host/path` to https, which comes here again.
    const isMade = /^(?:data|blob):/.test(address) || address !== url;
    if (!isMainFrame && (isMade || (framed && /^https?:/.test(address)))) return;
    event.preventDefault();
    const isLed = isMainFrame && isAllowed;
    if (verdict !== 'denied' && onExternal(address, contents, isLed)) return;
    unseen.add(event);
    if (verdict === 'denied')
      logOnce(`A page wanted to go to an address with ${new URL(url).protocol}: refused.`);
  };
  const mayLead = ({ isMainFrame, initiator }: Way, isRedirect: boolean, to?: PageOwner): boolean => {
    const isToShell = isServers && to === 'shell';
    // Main never redirects to the shell's own pages, and no server may. What leads elsewhere was checked when it began.
    if (isRedirect) return !isToShell;
    const from = askerIn(initiator);
    // A server's page opens none of the shell's own.
    if (isToShell && from !== 'shell') return false;
    // A frame of another server, even one that is already gone, must not choose what the window shows, nor show a page of
    // the app in itself. A sign-in leads its own window alone, and not that of the page that opened it.
    const isIts = initiator?.frameTreeNodeId === contents.mainFrame.frameTreeNodeId;
    const isOwn = isApp(from) || (isIts && from === 'guest');
    return isOwn || !(isMainFrame || framed);
  };
  /** The links of a document that has no origin, such as an upload that its server sandboxes, lead on for a press. */
  const mayFollow = ({ isMainFrame, initiator }: Way, to?: PageOwner): boolean =>
    to !== 'shell' &&
    isMainFrame &&
    initiator?.frameTreeNodeId === contents.mainFrame.frameTreeNodeId &&
    takeGesture(contents);
  contents.on('will-frame-navigate', (event) => check(event, false));
  contents.on('will-redirect', (event) => check(event, true));
}

/** Checklist 14: `openPopUp` decides about windows. Any other page of the app opens in the existing one. */
export function limitWindows(
  contents: WebContents,
  shell: Pick<Shell, 'openOther' | 'origins'>,
  onExternal: OnExternal,
): void {
  const { ownerOf } = shell.origins;
  const hasForeignFrame = () =>
    contents.mainFrame.framesInSubtree.some(
      ({ origin }) => origin !== PDF_VIEWER && navigationVerdict(origin, ownerOf(origin)) !== 'app',
    );
  contents.setWindowOpenHandler((details) => {
    const { url, postBody, referrer } = details;
    const address = asHttps(url);
    const verdict = navigationVerdict(address, ownerOf(address));
    // Electron does not say which frame asks. Its referrer does: only the app's documents have the app's, and one without
    // an origin has none (Referrer Policy, 8.3). A page may send none either: then it counts if all of its frames are the app's.
    const mayOpen = isApp(ownerOf(referrer.url)) || !hasForeignFrame();
    const opened = mayOpen && openPopUp(contents, details, shell);
    if (opened) return opened;
    if (verdict === 'external' || verdict === 'guest') onExternal(address, contents);
    else if (verdict === 'app' && !mayOpen)
      logOnce(
        'A frame that is not of the app wanted to open a page of the app: refused. A link of the page itself beside such a frame opens one unless it has rel="noreferrer".',
      );
    else if (verdict === 'app' && !postBody) openInPlace(contents, url);
    else if (verdict === 'denied')
      logOnce(
        `A page called window.open for an address with ${new URL(url).protocol} and got null: it opens one window for each click or key, empty or with a blob:, and no other.`,
      );
    return { action: 'deny' };
  });
}
