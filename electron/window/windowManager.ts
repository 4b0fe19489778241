/** The window that a person sees: what is loaded into it, and what fails in it. */
import { app, type BrowserWindow, type WebContents } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import { type FaultPage, faultPagePath } from '../protocol/handler.ts';
import { tellFault } from '../recovery/dialogs.ts';
import type { Stage } from '../recovery/recovery.ts';
import { CHANNELS, type FaultNews } from '../shared/channels.ts';
import { bootFault, type Fault } from '../shared/fault.ts';
import { openShown, type Shown } from './appWindow.ts';
import type { WindowFrame, WindowKind } from './createWindow.ts';

/** Milliseconds within which main is told what document asked for a script. */
const ENTRY_MS = 100;

export interface StageOptions {
  /** The path, query and fragment to begin with. */
  path: string;
  frame: WindowFrame;
  /** Something failed in the window. `expected` if it was brought about on purpose, and told before. */
  failed(fault: Fault, extra?: { error?: unknown; expected?: boolean }): void;
  /** A person, or the page itself, went to another page of the app. */
  opened(): void;
  /** A person asks for what failed, where no script can do it. */
  retry(): void;
  /** The page does not let its window be closed. */
  staying(): void;
  /** Whether the person is still to be asked about reports. */
  ask(): boolean;
  now(): number;
}

export interface WindowStage extends Stage {
  /** Opens the window, with nothing in it yet. */
  open(): void;
  /** Goes to another page of the app, as a person does. */
  go(path: string): void;
  /** Loads the page that is there once more. */
  reload(): void;
  /** Goes to the page before or after. */
  step(by: -1 | 1): void;
  focus(): void;
  readonly isOpen: boolean;
  isOurs(contents: WebContents): boolean;
  /** The id of the web contents, for reports. */
  readonly contentsId: number | undefined;
  /** The path and query of the app's page. */
  readonly path: string;
  /** Whether the window shows a page that can be used. */
  readonly isAlive: boolean;
  /** The page painted itself. */
  pageReady(): void;
  /** The page shows this fault by itself. */
  pageShows(fault: Fault): void;
  /** The page no longer shows the fault with this `at`. */
  pageCleared(at: number): void;
  /** Tells the page what is done about its fault. */
  tellNews(fault: Fault, retryAt: number | null): void;
  /** Tells it again, because whether the person is to be asked has changed. */
  repeatNews(): void;
  /** The computer woke up. */
  resume(): void;
  /** The protocol answers a page with this fault. */
  pageAnswered(fault: Fault): void;
  /** The protocol answered with a fault where no page can start without the file. */
  entryMissing(fault: Fault, error: unknown): void;
  takeFaultPage(path: string): FaultPage | undefined;
}

export function createStage(options: StageOptions): WindowStage {
  let path = options.path;
  let shown: Shown | undefined;
  /** Windows that go when the one after them can be seen: without any window the app would quit. */
  let retired: BrowserWindow[] = [];
  let faultPage: (FaultPage & { path: string }) | undefined;
  let faultPages = 0;
  let answered: Fault | undefined;
  /** The fault that the page shows or is to show, by its `at`; and what is to be told to it. */
  let onPage: number | undefined;
  let toShow: { fault: Fault; retryAt: number | null } | undefined;
  let news: FaultNews | undefined;

  function openWindow(kind: WindowKind): void {
    const before = shown;
    before?.leave();
    if (before) retired.push(before.window);
    shown = openShown(kind, {
      ...options,
      path: () => path,
      began() {
        onPage = undefined;
        toShow = undefined;
        options.opened();
      },
      arrived(at) {
        path = at;
      },
      ownFault({ url, code }) {
        if (answered?.url !== url || answered.code !== code) return undefined;
        onPage = answered.at;
        return answered;
      },
      visible() {
        for (const window of retired) window.destroy();
        retired = [];
      },
      closed() {
        shown = undefined;
        for (const window of retired) window.destroy();
      },
    });
  }

  /** What the page is to show and to know; a page that is not ready yet asks again when it is. */
  function sync(): void {
    if (!toShow || shown?.page !== 'ready') return;
    const { fault, retryAt } = toShow;
    if (onPage !== fault.at) shown.send(CHANNELS.fault, fault);
    onPage = fault.at;
    stage.tellNews(fault, retryAt);
  }

  function loadFaultPage(fault: Fault, retryAt: number | null, script: boolean): void {
    const plan = retryAt === null ? { automatic: false } : { automatic: true, at: retryAt };
    faultPage = { path: faultPagePath(path, ++faultPages), fault, plan, script };
    onPage = fault.at;
    shown?.load(toAppUrl(faultPage.path), true);
  }

  const stage: WindowStage = {
    open: () => openWindow('app'),
    go(to) {
      path = to;
      if (shown?.kind === 'plain') openWindow('app');
      shown?.load(toAppUrl(path));
    },
    reload() {
      // A fault that the protocol answered may be that of a form: it is asked for by its address alone.
      if (answered && onPage === answered.at) stage.go(path);
      else shown?.reload();
    },
    step: (by) => shown?.step(by, onPage !== undefined),
    focus: () => shown?.focus(),
    get isOpen() {
      return shown !== undefined;
    },
    isOurs: (contents) => contents.id === shown?.contentsId,
    get contentsId() {
      return shown?.contentsId;
    },
    get path() {
      return path;
    },
    get isAlive() {
      return shown?.kind === 'app' && shown.page !== 'none';
    },

    // A window that was closed meanwhile is not opened again by anything but a person.
    load() {
      if (!shown) return;
      toShow = undefined;
      if (shown.kind === 'plain') openWindow('app');
      shown.load(toAppUrl(path), true);
    },
    show(fault, retryAt) {
      if (!shown) return;
      toShow = { fault, retryAt };
      if (stage.isAlive) return sync();
      // Its process may not run at all; another window has its own.
      if (shown.isStuck) openWindow('app');
      loadFaultPage(fault, retryAt, shown.kind === 'app');
    },
    showFresh(fault, retryAt) {
      if (!shown) return;
      toShow = { fault, retryAt };
      openWindow('plain');
      loadFaultPage(fault, retryAt, false);
    },
    tell(fault) {
      if (!shown) return;
      shown.window.hide();
      void tellFault(fault).then((again) => (again ? options.retry() : app.quit()));
    },
    restart() {
      app.relaunch();
      app.exit(0);
    },

    pageReady() {
      shown?.ready();
      sync();
    },
    pageShows(fault) {
      onPage = fault.at;
    },
    pageCleared(at) {
      if (onPage === at) onPage = undefined;
    },
    tellNews({ at, reportId }, retryAt) {
      news = {
        at,
        ask: reportId !== undefined && options.ask(),
        ...(reportId && { reportId }),
        ...(retryAt !== null && { retryAt }),
      };
      shown?.send(CHANNELS.news, news);
    },
    repeatNews() {
      if (!news) return;
      news = { ...news, ask: news.reportId !== undefined && options.ask() };
      shown?.send(CHANNELS.news, news);
    },
    resume: () => shown?.resume(),
    pageAnswered(fault) {
      answered = fault;
    },
    entryMissing(fault, error) {
      // Whether the document is an honest page, which needs no script, may be told after its script was asked for.
      setTimeout(() => {
        if (!shown?.isStarting) return;
        shown.lose();
        const detail = `${fault.url} was answered with ${fault.code}. ${fault.detail ?? ''}`;
        options.failed(bootFault(path, options.now(), detail), { error });
      }, ENTRY_MS);
    },
    takeFaultPage(asked) {
      if (faultPage?.path !== asked) return undefined;
      const page = faultPage;
      faultPage = undefined;
      return page;
    },
  };
  return stage;
}
