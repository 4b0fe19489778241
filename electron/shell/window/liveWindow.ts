/** A browser's window, until another one replaces it or a dialog stands for it: what happens in it. */
import type { WebContents } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import { quit, stayOpen } from '../app/lifecycle.ts';
import { retryAfterOf } from '../app/requests.ts';
import { isEmptyPage, isSeen } from '../recovery/emptyPage.ts';
import { endProcess, followHang, type HangOptions } from '../recovery/hang.ts';
import { lookAtAnswer } from '../recovery/serverAnswer.ts';
import type { WindowFrame } from './bounds.ts';
import { focusWindow, makeWindow, showWindow, type WindowKind } from './createWindow.ts';
import type { OnExternal } from './externalLinks.policy.ts';
import { type FollowOptions, follow } from './follow.ts';
import { joinTries } from './history.ts';
import { followLeaves } from './leaving.ts';
import type { LiveEffect } from './state.policy.ts';

interface LiveWindowOptions extends FollowOptions, Pick<HangOptions, 'hung'> {
  frame: WindowFrame;
  /** For a window that a page opened: its contents from Electron, still empty, if there are any. */
  opened: { webContents: WebContents | undefined } | undefined;
  onExternal: OnExternal;
  isLost(): boolean;
  /** Returns the path of a document that shows the current fault, which may run its script, or not. */
  faultPath(script: boolean): string;
}

/** The sign of waiting for a server. `isSmall`: it leaves the page in sight. */
type Sign = { isSmall: boolean; remove?: () => void };

let orders = 0;

export type LiveWindow = ReturnType<typeof openLive>;

/** Opens such a window, which becomes visible when its first document is painted. */
export function openLive(kind: WindowKind, options: LiveWindowOptions) {
  const { origins, frame, view, send, faultPath } = options;
  const { bounds, mode } = frame.place();
  const window = makeWindow(kind, bounds, options.opened);
  const { webContents: contents } = window;
  frame.follow(window);
  let sign: Sign | undefined;
  const hang = followHang(window, { ...options, says: (type) => send({ type }) });
  joinTries(contents);
  const leaving = followLeaves({
    ...options,
    window,
    staying: () => {
      send({ type: 'stays', address: contents.getURL() });
      stayOpen();
    },
  });
  follow(window, options);

  function show(isSmall: boolean): void {
    if (sign) return;
    const shown: Sign = { isSmall };
    sign = shown;
    void import('./told.ts').then(({ cover, tellOfLoad }) => {
      if (sign === shown && !window.isDestroyed()) shown.remove = (isSmall ? tellOfLoad : cover)(window);
    });
  }

  function uncover(ifSmall = false): void {
    if (ifSmall && !sign?.isSmall) return;
    sign?.remove?.();
    sign = undefined;
  }

  function load(address: string, { isOrdered, isRepeat }: { isOrdered: boolean; isRepeat: boolean }): void {
    // Chromium may have kept a server's document from before a deployment.
    const afresh = isOrdered ? { extraHeaders: 'Pragma: no-cache\n' } : {};
    leaving.act(() => {
      const order = isOrdered ? { id: ++orders, isRepeat } : undefined;
      send({ type: 'loads', address, order });
      const done = () => order && send({ type: 'orderOver', id: order.id });
      // did-fail-load reports the reason.
      void contents.loadURL(address, afresh).then(done, done);
    }, isOrdered);
  }

  function carryOut(effect: LiveEffect): void {
    switch (effect.do) {
      case 'load':
        return load(toAppUrl(origins, effect.path), effect);
      case 'loadFault':
        return load(toAppUrl(origins, faultPath(effect.script)), { isOrdered: true, isRepeat: true });
      case 'goTo':
        return load(effect.address, { isOrdered: false, isRepeat: false });
      case 'reload':
        return leaving.reload();
      case 'show':
        return showWindow(window, mode);
      case 'cover':
        return show(effect.isSmall);
      case 'uncover':
        return uncover(effect.ifSmall);
      case 'focus':
        return focusWindow(window);
      case 'destroy':
        return window.destroy();
      case 'kill':
        // The stacks of a hang go with the process.
        return void hang.end().then(() => endProcess(window));
      case 'ping': {
        const answered = () => send({ type: 'answer' });
        contents.invalidate();
        // On the frame: the contents' method waits for the end of a load. A page that rejects this is not busy.
        return void contents.mainFrame.executeJavaScript('0').then(answered, answered);
      }
      case 'look':
        void isEmptyPage(window).then((isEmpty) => isEmpty && send({ type: 'blank' }));
        return void (isSeen(window) && hang.look());
      case 'judge': {
        const { at } = effect.answer;
        return void lookAtAnswer(contents, effect.answer).then((verdict) => {
          // Its window may be gone.
          if (view()) send({ type: 'judged', at, verdict, retryAfter: retryAfterOf(contents.getURL()) });
        });
      }
      case 'askAboutHang':
        return void hang.ask();
      case 'endHang':
        return void hang.end();
      case 'quitHang':
        return void hang.end().then(() => {
          window.destroy();
          quit();
        });
      default:
        effect satisfies never;
    }
  }

  /** Its events no longer matter. */
  function leave(): void {
    uncover();
    void hang.end();
  }

  return { window, leaving, leave, carryOut };
}
