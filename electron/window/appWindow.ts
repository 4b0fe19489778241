/** One window while it is the one that a person sees: its loads, its failures, its watchdog. */
import type { BrowserWindow } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import { isFaultPage } from '../protocol/handler.ts';
import { askAboutHang } from '../recovery/dialogs.ts';
import {
  failedLoad,
  lostLoad,
  navigated,
  neverCame,
  neverReady,
  pathOf,
  preloadFailed,
  rendererGone,
  unresponsive,
  wentBlank,
} from '../recovery/faults.ts';
import { createHangs } from '../recovery/hang.ts';
import { WATCHDOG, type WatchdogEffect } from '../recovery/watchdog.policy.ts';
import { createGuard } from '../recovery/watchdog.ts';
import type { Fault } from '../shared/fault.ts';
import { makeWindow, showWindow, type WindowFrame, type WindowKind } from './createWindow.ts';
import { stepFrom } from './history.ts';

/** Milliseconds after a load was stopped within which its reason is told, if it is told at all. */
const REASON_MS = 250;

export interface ShownOptions {
  frame: WindowFrame;
  failed(fault: Fault, extra?: { error?: unknown; expected?: boolean }): void;
  /** A person asks for what failed, where no script can do it. */
  retry(): void;
  now(): number;
  /** The path of the app's page. */
  path(): string;
  /** A page came, or failed to come, that was not ordered. */
  began(): void;
  /** A page of the app is there. */
  arrived(path: string): void;
  /** The fault that the document with this fault's status tells of; none if the protocol did not make it. */
  ownFault(fault: Fault): Fault | undefined;
  /** The page does not let its window be closed. */
  staying(): void;
  /** The window can be seen. */
  visible(): void;
  closed(): void;
}

export interface Shown {
  readonly window: BrowserWindow;
  readonly kind: WindowKind;
  readonly contentsId: number;
  /** `none`: nothing is there that could be used. */
  readonly page: 'none' | 'loading' | 'ready';
  /** Whether a page is to become ready that says nothing before. */
  readonly isStarting: boolean;
  /** Whether nothing came of a load in time, so that perhaps nothing can come here. */
  readonly isStuck: boolean;
  /** Loads an address of the app. `asOrdered`: recovery knows of it; otherwise `began` is told. */
  load(url: string, asOrdered?: boolean): void;
  /** Loads what is there once more, in the same way. */
  reload(): void;
  /**
   * Goes to the page before or after. `afresh`: a fault has taken the place of the app's page, which cannot go there
   * by itself, so it is loaded.
   */
  step(by: -1 | 1, afresh: boolean): void;
  send(channel: string, value: unknown): void;
  ready(): void;
  /** The page will not become ready. */
  lose(): void;
  resume(): void;
  focus(): void;
  /** Another window takes its place: nothing of this one is told any more. */
  leave(): void;
}

/** Opens a window and follows it until another takes its place. It becomes visible when its page is painted. */
export function openShown(kind: WindowKind, options: ShownOptions): Shown {
  const { failed, now, frame } = options;
  const { bounds, mode } = frame.place();
  const window = makeWindow(kind, bounds);
  frame.follow(window);
  const contents = window.webContents;
  let page: Shown['page'] = 'none';
  /** A load of which nothing has come yet: its address, whether it was ordered, what the page was before it. */
  let loading: { address: string; ordered: boolean; before: Shown['page'] } | undefined;
  let order: symbol | undefined;
  /** Whether the document says by itself what is wrong, also without its script. */
  let honest = false;
  /** Whether the process was ended on purpose, for a hang that was reported. */
  let ended = false;
  let left = false;
  let stepsAfresh = false;
  let stuck = false;
  const url = () => toAppUrl(options.path());

  const guard = createGuard(onEffect);
  const hangs = createHangs({
    frame: () => contents.mainFrame,
    ask: (signal) => askAboutHang(window, unresponsive(url(), now()), signal),
    report: (samples) => failed(unresponsive(url(), now(), samples)),
    crash() {
      ended = true;
      // Not by `forcefullyCrashRenderer`: it leaves a minidump, which is a second report of the same hang.
      process.kill(contents.getOSProcessId(), 'SIGKILL');
    },
    close: () => window.destroy(),
    now,
  });

  function onEffect(effect: WatchdogEffect): void {
    switch (effect) {
      case 'show':
        showWindow(window, mode);
        options.visible();
        return;
      case 'neverCame':
        stuck = true;
        loseTo(neverCame(url(), now(), WATCHDOG.commitMs));
        return;
      case 'neverReady':
        loseTo(neverReady(url(), now(), WATCHDOG.readyMs));
        return;
      case 'ping':
        ping();
        return;
      case 'noAnswer':
        hangs.send({ type: 'unresponsive' });
        return;
      default:
        effect satisfies never;
    }
  }

  function ping(): void {
    const answered = () => {
      guard.send('answer');
      hangs.send({ type: 'responsive' });
    };
    // A page that cannot run this is not busy; if its process is gone, that is told by its own event.
    contents.executeJavaScript('0').then(answered, answered);
  }

  /** Something came of the load. */
  function settle(): void {
    if (loading && !loading.ordered) options.began();
    loading = undefined;
  }

  /** The page is lost, or will not come. */
  function lose(): void {
    settle();
    page = 'none';
    guard.send('gone');
  }
  function loseTo(...[fault, extra]: Parameters<typeof failed>): void {
    lose();
    failed(fault, extra);
  }

  /** A load that was stopped or prevented: what was there before is still there. */
  function giveBack(): void {
    if (left || !loading || window.isDestroyed() || contents.isLoadingMainFrame()) return;
    page = loading.before;
    if (page === 'none') return awaitReason(loading);
    loading = undefined;
    if (page === 'ready') guard.send('ready');
  }

  /**
   * A load was stopped where nothing was before. That a process ended is told a moment later; of one that ended while
   * a page was on its way to it, Chromium tells nothing.
   */
  function awaitReason(stopped: typeof loading): void {
    setTimeout(() => {
      if (left || loading !== stopped || window.isDestroyed()) return;
      loseTo(lostLoad(url(), now()));
    }, REASON_MS);
  }

  /** Listens until another window has taken this one's place. */
  const on = ((event: string, listener: (...args: never[]) => void) => {
    contents.on(event as 'did-navigate', (...args: unknown[]) => {
      if (!left) listener(...(args as never[]));
    });
  }) as BrowserWindow['webContents']['on'];

  on('did-start-navigation', ({ url: address, isMainFrame, isSameDocument }) => {
    if (!isMainFrame || isSameDocument) return;
    loading = { address, ordered: order !== undefined, before: loading?.before ?? page };
    order = undefined;
    page = 'loading';
    if (!loading.ordered) guard.send('load');
  });
  on('did-redirect-navigation', ({ url: address, isMainFrame }) => {
    if (isMainFrame && loading) loading.address = address;
  });
  on('did-navigate', (_event, address, code, text) => {
    settle();
    stepsAfresh = false;
    stuck = false;
    guard.send('commit');
    hangs.send({ type: 'gone' });
    if (address.startsWith('about:')) return loseTo(wentBlank(address, url(), now()));
    const at = pathOf(address);
    const fault = navigated(address, code, text, now());
    honest = isFaultPage(at) || fault !== undefined;
    // An honest page needs no script, so it need not become ready.
    if (honest) guard.send('gone');
    if (isFaultPage(at)) return;
    options.arrived(at);
    if (!fault) return;
    const own = options.ownFault(fault);
    // What another server says is no honest page: it may be blank.
    if (!own) page = 'none';
    failed(own ?? { ...fault, retryable: true });
  });
  on('did-navigate-in-page', (_event, address, isMainFrame) => {
    if (!isMainFrame) return;
    options.arrived(pathOf(address));
    if (stepsAfresh) setImmediate(() => !window.isDestroyed() && contents.reload());
    stepsAfresh = false;
  });
  on('did-fail-load', (_event, code, description, address, isMainFrame) => {
    // A load that failed may be told of when the next is on its way.
    if (loading && loading.address !== address) return;
    const asked = isFaultPage(pathOf(address)) ? url() : address;
    const fault = failedLoad(code, description, asked, isMainFrame, now());
    if (fault) loseTo(fault);
  });
  // After a load that came to its end this finds nothing to give back.
  on('did-stop-loading', () => void setImmediate(giveBack));
  on('did-finish-load', () => {
    if (kind === 'plain') guard.send('ready');
  });
  on('will-frame-navigate', (event) => {
    if (kind !== 'plain') return;
    // A link of the page without script: the app's page needs a window with script.
    event.preventDefault();
    const at = pathOf(event.url);
    if (!isFaultPage(at)) options.arrived(at);
    options.retry();
  });
  on('render-process-gone', (_event, details) => {
    const expected = ended;
    ended = false;
    order = undefined;
    lose();
    hangs.send({ type: 'gone' });
    failed(rendererGone(details, url(), now()), { expected });
  });
  on('preload-error', (_event, file, error) => {
    loseTo(preloadFailed(file, error, url(), now()), { error });
  });
  on('will-prevent-unload', options.staying);
  on('unresponsive', () => hangs.send({ type: 'unresponsive' }));
  on('responsive', () => hangs.send({ type: 'responsive' }));
  window.on('closed', () => {
    guard.stop();
    hangs.send({ type: 'gone' });
    if (!left) options.closed();
  });

  return {
    window,
    kind,
    contentsId: contents.id,
    get page() {
      return page;
    },
    load(address, asOrdered = false) {
      // The honest page is what comes when the app's does not: it gets more time.
      guard.send(page === 'none' && !isFaultPage(pathOf(address)) ? 'firstLoad' : 'load');
      const own = Symbol(address);
      order = asOrdered ? own : undefined;
      // How a load fails is told by did-fail-load.
      const done = () => {
        if (order === own) order = undefined;
      };
      contents.loadURL(address).then(done, done);
    },
    reload: () => contents.reload(),
    step(by, afresh) {
      const { navigationHistory: history } = contents;
      const paths = history.getAllEntries().map(({ url: address }) => pathOf(address));
      const to = stepFrom(paths, history.getActiveIndex(), by);
      if (to === undefined) return;
      stepsAfresh = afresh;
      history.goToIndex(to);
    },
    send: (channel, value) => contents.send(channel, value),
    get isStarting() {
      return page === 'loading' && !honest;
    },
    get isStuck() {
      return stuck;
    },
    ready() {
      page = 'ready';
      guard.send('ready');
    },
    lose,
    resume() {
      contents.invalidate();
      if (kind === 'app' && page !== 'none') guard.send('resume');
    },
    focus() {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    leave() {
      left = true;
      guard.stop();
      hangs.send({ type: 'gone' });
    },
  };
}
