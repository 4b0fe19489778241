/** The app's current window: replaces it when needed, and loads pages and faults into it. */
import { setTimeout as pause } from 'node:timers/promises';
import { app, type BrowserWindow } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import { exitNow, isQuitting, relaunch, restart } from '../app/lifecycle.ts';
import type { CurrentFault } from '../recovery/currentFault.ts';
import { showFaultDialog, tellOfFault } from '../recovery/dialogs.ts';
import { isUnpainted, showsOneColour } from '../recovery/emptyPage.ts';
import type { Screen } from '../recovery/recovery.ts';
import { CHANNELS } from '../shared/channels.ts';
import { DURATIONS } from '../shared/durations.ts';
import { bootFault, type Fault } from '../shared/fault.ts';
import { AppWindow, type AppWindowOptions } from './appWindow.ts';
import { focusWindow, isPopUp, type WindowKind } from './createWindow.ts';
import { canStep } from './history.ts';
import { trust, trustOther } from './trusted.ts';

interface WindowManagerOptions
  extends Pick<AppWindowOptions, 'frame' | 'failed' | 'retry' | 'faultLoaded' | 'pageReady' | 'onExternal'> {
  /** The first page's path, query and fragment. */
  path: string;
  fault: CurrentFault;
  opened(): void;
  /** For a window that a page opened: it is gone, which does not quit the app. */
  gone?: (() => void) | undefined;
}

export class WindowManager implements Screen {
  readonly #options: WindowManagerOptions;
  readonly #fault: CurrentFault;
  readonly #trust: typeof trust;
  /** Whether the user asked for recovery's next load. */
  isAskedFor = false;
  #path: string;
  #current: AppWindow | undefined;
  /** Old windows, destroyed once the replacement is visible: without any window the app would quit. */
  #retired: BrowserWindow[] = [];
  /** Closes the native dialog that is shown instead of a window. */
  #dialog: AbortController | undefined;

  constructor(options: WindowManagerOptions) {
    this.#options = options;
    this.#fault = options.fault;
    this.#trust = options.gone ? trustOther() : trust;
    this.#path = options.path;
  }

  /** Undefined while no window is open. */
  get current(): AppWindow | undefined {
    return this.#current;
  }

  get window(): BrowserWindow | undefined {
    return this.#current?.window;
  }

  /** The path and query of the app's page. */
  get path(): string {
    return this.#path;
  }

  get isAlive(): boolean {
    return this.#current?.kind === 'app' && this.#current.page !== 'none';
  }

  /** Tells the page what main does about the fault that it shows. */
  tellFault(): void {
    const status = this.#fault.message();
    if (status) this.#current?.contents.send(CHANNELS.faultStatus, status);
  }

  focus(): void {
    // Behind a dialog the window is blank.
    if (this.#current && !this.#dialog) focusWindow(this.#current.window);
  }

  /** Opens the window, still empty. @param opened if a page opened it */
  open(kind: WindowKind = 'app', opened?: AppWindowOptions['opened']): AppWindow {
    const before = this.#current;
    before?.leave();
    this.#dialog?.abort();
    this.#dialog = undefined;
    if (before) this.#retired.push(before.window);
    this.#current = new AppWindow(kind, {
      ...this.#options,
      opened,
      path: () => this.#path,
      began: () => {
        this.#fault.clear();
        this.#options.opened();
      },
      arrived: (path) => {
        this.#path = path;
      },
      visible: () => this.#destroyRetired(),
      closed: (isPages) => {
        this.#current = undefined;
        this.#trust(undefined);
        this.#destroyRetired();
        if (this.#options.gone) return this.#options.gone();
        if (!isPages || isQuitting()) return;
        this.open();
        this.#options.failed(bootFault(this.#path, Date.now(), 'the page closed the window'));
      },
    });
    this.#trust(this.#current.contents);
    return this.#current;
  }

  #destroyRetired(): void {
    for (const window of this.#retired) window.destroy();
    this.#retired = [];
  }

  /** Returns the window if it can run script and is watched, otherwise a new one. */
  #openForApp(window: AppWindow): AppWindow {
    return window.kind === 'plain' || window.isLeft ? this.open() : window;
  }

  /** Goes to another page of the app, as the user does. */
  go(path: string): void {
    this.#path = path;
    if (this.#current) this.#openForApp(this.#current).load(toAppUrl(path));
  }

  /** Goes to a sign-in at another host: in a window of its own if it would reach the page that opened this one. */
  goToSignIn(address: string): void {
    (isPopUp(this.window) ? this.open() : this.#current)?.load(address);
  }

  reload(): void {
    // Not `reload`, which would submit a failed form again.
    if (this.#fault.isAnswer) this.go(this.#path);
    else this.#current?.reload();
  }

  step(by: -1 | 1): void {
    this.#current?.step(by, this.#fault.isOnPage);
  }

  canStep(by: -1 | 1): boolean {
    return this.#current !== undefined && canStep(this.#current.contents, by);
  }

  // Only the user reopens a window that was closed meanwhile.
  load(): void {
    if (!this.#current) return;
    this.#fault.clear();
    this.#openForApp(this.#current).load(toAppUrl(this.#path), true, this.isAskedFor);
    this.isAskedFor = false;
  }

  show(): void {
    if (!this.#current) return;
    if (this.#fault.isOnPage && this.isAlive) return this.tellFault();
    // Another window has its own process.
    this.#loadDocument(this.#current.isStuck ? this.open() : this.#current);
  }

  showFresh(): void {
    if (this.#current) this.#loadDocument(this.open('plain'));
  }

  #loadDocument(window: AppWindow): void {
    window.load(toAppUrl(this.#fault.documentPath(this.#path, window.kind === 'app')), true);
  }

  showDialog(): void {
    const fault = this.#fault.status?.fault;
    if (!this.#current || !fault || this.#dialog) return;
    // Its watchdog would show it again.
    this.#current.leave();
    this.#current.window.hide();
    this.#destroyRetired();
    const dialog = new AbortController();
    this.#dialog = dialog;
    void showFaultDialog(fault, dialog.signal).then((again) => {
      if (dialog.signal.aborted) return;
      this.#dialog = undefined;
      const { retry, gone } = this.#options;
      if (again) return retry();
      if (!gone) return app.quit();
      this.window?.destroy();
      gone();
    });
  }

  tell(fault: Fault): void {
    if (this.window) void tellOfFault(this.window, fault);
  }

  /** Retries what failed before there was a page. */
  restart(): void {
    relaunch();
    exitNow(0);
  }

  /** Checks twice: Chromium may need some time to paint in another way. */
  async restartUnlessPainted(): Promise<void> {
    for (const ms of [DURATIONS.lookMs, DURATIONS.pressedMs]) {
      await pause(ms);
      if (!this.window || !(await isUnpainted(this.window))) return;
    }
    restart();
  }

  /** The page's code runs and waits for its data. */
  pageWaiting(): void {
    this.#current?.says('waiting');
    this.tellFault();
  }

  /** Whether the window shows nothing, as far as can be determined. */
  async isEmpty(): Promise<boolean> {
    return !this.window || (await showsOneColour(this.window)) !== false;
  }
}
