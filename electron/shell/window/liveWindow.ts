/** A browser's window, until another one replaces it or a dialog stands for it: what happens in it. */
import { app, type BrowserWindow, type WebContents } from 'electron';
import * as TEXTS from '../../shared/texts.ts';
import { toAppUrl } from '../app/commandLine.ts';
import { quit, stayOpen } from '../app/lifecycle.ts';
import { isEmptyPage, isSeen } from '../recovery/emptyPage.ts';
import { endProcess, followHang, type HangOptions } from '../recovery/hang.ts';
import { lookAtAnswer } from '../recovery/serverAnswer.ts';
import type { WindowFrame } from './bounds.ts';
import { focusWindow, makeWindow, showWindow, type WindowKind } from './createWindow.ts';
import type { OnExternal } from './externalLinks.policy.ts';
import { type FollowOptions, follow } from './follow.ts';
import { Leaving } from './leaving.ts';
import { retryAfterOf } from './serverWait.ts';
import type { LiveEffect } from './state.policy.ts';

interface LiveWindowOptions extends FollowOptions, Pick<HangOptions, 'hung'> {
  frame: WindowFrame;
  /** For a window that a page opened: its contents from Electron, still empty, if there are any. */
  opened: { webContents: WebContents | undefined } | undefined;
  onExternal: OnExternal;
  /** Whether nothing in it can be lost. */
  isLost(): boolean;
  /** Returns the path of a document that shows the current fault, which may run its script, or not. */
  faultPath(script: boolean): string;
}

let orders = 0;

/** Becomes visible when its first document is painted. */
export class LiveWindow {
  readonly window: BrowserWindow;
  readonly leaving: Leaving;
  readonly #options: LiveWindowOptions;
  readonly #mode: ReturnType<WindowFrame['place']>['mode'];
  readonly #hang: ReturnType<typeof followHang>;
  /** The sign of waiting for a server that stands over it: how to remove it, and whether it leaves the page in sight. */
  #sign: { isSmall: boolean; remove?: () => void } | undefined;

  constructor(kind: WindowKind, options: LiveWindowOptions) {
    const { bounds, mode } = options.frame.place();
    const window = makeWindow(kind, bounds, options.opened);
    options.frame.follow(window);
    this.window = window;
    this.#mode = mode;
    this.#options = options;
    const { send } = options;
    this.#hang = followHang(window, { ...options, says: (type) => send({ type }) });
    this.leaving = new Leaving({
      ...options,
      window,
      staying: () => {
        send({ type: 'stays', address: window.webContents.getURL() });
        stayOpen();
      },
    });
    follow(window, options);
  }

  /** Its events no longer matter. */
  leave(): void {
    this.#uncover();
    void this.#hang.end();
  }

  carryOut(effect: LiveEffect): void {
    const { window } = this;
    const { webContents: contents } = window;
    const { origins, view, send, faultPath } = this.#options;
    switch (effect.do) {
      case 'load':
        return this.#load(toAppUrl(origins, effect.path), effect);
      case 'loadFault':
        return this.#load(toAppUrl(origins, faultPath(effect.script)), { isOrdered: true, isRepeat: true });
      case 'goTo':
        return this.#load(effect.address, { isOrdered: false, isRepeat: false });
      case 'reload':
        return this.leaving.reload();
      case 'show':
        if (effect.isLate) this.#cover(false);
        return showWindow(window, this.#mode);
      case 'cover':
        return this.#cover(effect.isSmall);
      case 'uncover':
        return this.#uncover(effect.ifSmall);
      case 'focus':
        return focusWindow(window);
      case 'destroy':
        return window.destroy();
      case 'kill':
        return endProcess(window);
      case 'signInTitle':
        return window.setTitle(TEXTS.signIn.title({ host: effect.host, name: app.name }));
      case 'ownTitle':
        return window.setTitle(this.#options.name);
      case 'ping': {
        const answered = () => send({ type: 'answer' });
        contents.invalidate();
        // On the frame: the contents' method waits for the end of a load. A page that rejects this is not busy; if its
        // process is gone, Electron sends an event.
        contents.mainFrame.executeJavaScript('0').then(answered, answered);
        return;
      }
      case 'look':
        void isEmptyPage(window).then((isEmpty) => isEmpty && send({ type: 'blank' }));
        if (isSeen(window)) void this.#hang.look();
        return;
      case 'judge': {
        const { answer } = effect;
        void lookAtAnswer(contents, answer).then((verdict) => {
          // Its window may be gone.
          if (view())
            send({ type: 'judged', at: answer.at, verdict, retryAfter: retryAfterOf(contents.getURL()) });
        });
        return;
      }
      case 'askAboutHang':
        return void this.#hang.ask();
      case 'endHang':
        return void this.#hang.end();
      case 'killHang':
        return void this.#hang.end().then(() => endProcess(window));
      case 'quitHang':
        return void this.#hang.end().then(() => {
          window.destroy();
          quit();
        });
      default:
        effect satisfies never;
    }
  }

  #cover(isSmall: boolean): void {
    if (this.#sign) return;
    const sign: { isSmall: boolean; remove?: () => void } = { isSmall };
    this.#sign = sign;
    void import('./told.ts').then(({ cover, tellOfLoad }) => {
      if (this.#sign === sign && !this.window.isDestroyed())
        sign.remove = (isSmall ? tellOfLoad : cover)(this.window);
    });
  }

  #uncover(ifSmall = false): void {
    if (ifSmall && !this.#sign?.isSmall) return;
    this.#sign?.remove?.();
    this.#sign = undefined;
  }

  #load(address: string, { isOrdered, isRepeat }: { isOrdered: boolean; isRepeat: boolean }): void {
    const { send } = this.#options;
    // Chromium may have kept a server's document from before a deployment.
    const afresh = isOrdered ? { extraHeaders: 'Pragma: no-cache\n' } : {};
    this.leaving.act(() => {
      const order = isOrdered ? { id: ++orders, isRepeat } : undefined;
      send({ type: 'loads', address, order });
      const done = () => order && send({ type: 'orderOver', id: order.id });
      // did-fail-load reports the reason.
      void this.window.webContents.loadURL(address, afresh).then(done, done);
    }, isOrdered);
  }
}
