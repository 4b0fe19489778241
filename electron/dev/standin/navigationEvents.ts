/** Hands what Chromium tells of a page's frames to its navigation, in order. */
import type { ChromiumPage } from './chromium.ts';
import type { Frame } from './frames.ts';
import type { Navigation } from './navigation.ts';
import { ownScheme } from './protocol.ts';
import type { Serial } from './serial.ts';
import { fromChromium } from './urls.ts';

/** Resolves when the page may be navigated: from then on nothing of it is missed. */
export async function followPage(
  { session, targetId }: ChromiumPage,
  navigation: Navigation,
  serial: Serial,
  askOpener: (url: string, disposition: Electron.HandlerDetails['disposition']) => void,
): Promise<void> {
  const { frames } = navigation;
  const url = (chromiums: string) => fromChromium(chromiums, ownScheme());
  /** In its turn, unless the frame is gone by then. */
  const inTurn = (frameId: string, act: (frame: Frame) => unknown) =>
    void serial(() => {
      const frame = frames.get(frameId);
      return frame && act(frame);
    });
  frames.setMainId(targetId);
  session.on('Page.frameAttached', ({ frameId, parentFrameId }) => frames.attach(frameId, parentFrameId));
  session.on('Page.frameDetached', ({ frameId }) => {
    inTurn(frameId, (frame) => {
      frames.detach(frameId);
      navigation.stopLoading(frame);
    });
  });
  session.on('Page.frameRequestedNavigation', (event) => {
    if (event.disposition === 'currentTab') navigation.wants(event.frameId, event.url);
    else if (event.disposition !== 'download')
      void serial(() =>
        askOpener(url(event.url), event.disposition === 'newWindow' ? 'new-window' : 'background-tab'),
      );
  });
  // Links and forms with a target; `window.open` itself is told by the page's world.
  session.on('Page.windowOpen', (event) => {
    void serial(() => askOpener(url(event.url), 'foreground-tab'));
  });
  session.on('Page.frameStartedNavigating', (event) => {
    inTurn(event.frameId, (frame) => navigation.started(frame, event));
  });
  session.on('Page.frameStartedLoading', ({ frameId }) => {
    inTurn(frameId, (frame) => navigation.startLoading(frame));
  });
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    inTurn(frameId, (frame) => navigation.stopLoading(frame));
  });
  session.on('Network.responseReceived', ({ type, loaderId, response }) => {
    const { status: code, statusText: text, headers } = response;
    if (type === 'Document') void serial(() => navigation.answered(loaderId, { code, text, headers }));
  });
  session.on('Network.loadingFailed', ({ requestId, type, errorText, canceled }) => {
    const error = canceled ? 'net::ERR_ABORTED' : errorText;
    if (type === 'Document') void serial(() => navigation.loadFailed(requestId, error));
  });
  session.on('Page.frameNavigated', ({ frame: { id, loaderId, name = '', unreachableUrl, ...rest } }) => {
    const { urlFragment = '' } = rest;
    inTurn(id, (frame) => {
      const isError = unreachableUrl !== undefined;
      return navigation.committed(
        frame,
        loaderId,
        url(unreachableUrl ?? rest.url + urlFragment),
        name,
        isError,
      );
    });
  });
  session.on('Page.navigatedWithinDocument', (event) => {
    inTurn(event.frameId, (frame) => navigation.movedWithin(frame, url(event.url)));
  });
  session.on('Page.domContentEventFired', () => void serial(() => navigation.domReady()));
  // Switching these on tells of the blank document before.
  await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
  session.on('Page.lifecycleEvent', ({ name, frameId, loaderId }) => {
    if (name === 'load') inTurn(frameId, (frame) => navigation.loaded(frame, loaderId));
    if (name === 'firstContentfulPaint' && frameId === targetId)
      void serial(() => navigation.painted(loaderId));
  });
  await session.send('Network.enable');
}
