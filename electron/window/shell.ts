/** Connects window and recovery: faults go to recovery, its decisions to the window. */
import { join } from 'node:path';
import { app, type BaseWindow, type BrowserWindow, type Details, type WebContents } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import { isDiskFull } from '../app/freeSpace.ts';
import { closeAgain, isEnding, isQuitting } from '../app/lifecycle.ts';
import { stateFile } from '../app/stateFile.ts';
import { COUNTERS, NO_FAULTS } from '../recovery/budget.policy.ts';
import { CurrentFault } from '../recovery/currentFault.ts';
import { childGone, pathOf } from '../recovery/faults.ts';
import { Recovery } from '../recovery/recovery.ts';
import { stateAtStart } from '../recovery/recoveryState.ts';
import {
  createReportedFaults,
  type ReportExtra,
  type ReportedFaults,
  type Reporting,
} from '../recovery/reports.ts';
import { countInSeries, MAIN_ERRORS } from '../recovery/series.policy.ts';
import type { Start } from '../recovery/start.ts';
import type { Thrown } from '../shared/channels.ts';
import { steadyTime } from '../shared/clock.ts';
import { type Fault, partFault, scriptFault } from '../shared/fault.ts';
import type { Size } from './bounds.policy.ts';
import type { WindowFrame } from './bounds.ts';
import type { ExternalLinks } from './externalLinks.ts';
import { WindowManager } from './windowManager.ts';

interface ShellOptions {
  path: string;
  /** The folder of the failure counters. */
  userData: string;
  reporting: Reporting;
  /** Gets each fault that is a failure of the app, for the diagnostics. */
  note(fault: Fault): void;
  frame: WindowFrame;
  links: ExternalLinks;
  launch: Pick<Start, 'isSafe' | 'painted' | 'next'>;
  /** Whether the user still has to be asked about reports. */
  ask(): boolean;
  /** The shell of the app's window, for that of a window which a page opened. */
  main?: Shell;
}

const ignore = () => undefined;

export class Shell {
  readonly fault: CurrentFault;
  readonly windows: WindowManager;
  readonly #options: ShellOptions;
  readonly #recovery: Recovery;
  readonly #reports: ReportedFaults;
  #isOpened = false;
  #isLooking = false;
  /** What the page threw last, until main looks at the window. */
  #lost: [Thrown, string?] | undefined;
  #mainErrors: readonly number[] = [];
  /** Those of the windows that pages opened. */
  readonly #others = new Set<Shell>();
  #quit: (() => void) | undefined;

  constructor(options: ShellOptions) {
    const { userData, reporting, note, ask, main } = options;
    const { isSafe, next } = options.launch;
    const counters = main ? undefined : stateFile(join(userData, 'health.json'), COUNTERS);
    this.#options = options;
    this.#reports = createReportedFaults(reporting.report, () => this.#recovery.isSeries, note);
    const isFull = () => isDiskFull(userData);
    this.fault = new CurrentFault({ ask, isDiskFull: isFull, isSafe, main: main?.fault });
    this.windows = new WindowManager({
      path: options.path,
      frame: options.frame,
      fault: this.fault,
      failed: this.failed,
      opened: () => this.#recovery.send({ type: 'opened' }),
      retry: this.retry,
      faultLoaded: options.launch.painted,
      pageReady: () => this.pageReady(),
      onExternal: options.links.open,
      gone: main && (() => main.#gone(this)),
    });
    this.#recovery = new Recovery({
      state: stateAtStart(counters?.read() ?? NO_FAULTS, isSafe, steadyTime()),
      fault: this.fault,
      screen: this.windows,
      keep: counters?.write ?? ignore,
      startSafe: () => next(true),
    });
    if (main) return;
    reporting.dropRepeats((fault) => [this, ...this.#others].some((one) => one.#reports.isRepeat(fault)));
    app.on('child-process-gone', (_event, details) => this.#childGone(details));
  }

  get path(): string {
    return this.windows.path;
  }

  /**
   * Opens the window on the app's page, or on an earlier fault. The app must be ready.
   * @param opened called when the window exists and is still empty; a fault in it counts as an earlier one
   */
  open(opened: () => void): void {
    // After app/lifecycle knows that the app is quitting.
    app.on('before-quit', this.#closeOthers);
    this.windows.open();
    opened();
    this.#isOpened = true;
    const early = this.fault.status?.fault;
    if (early) this.#recovery.send({ type: 'fault', fault: early, closing: isQuitting() });
    else this.windows.load();
  }

  /** Quitting closes first what pages opened, one after the other: where one stays, the app's window stays, too. */
  readonly #closeOthers = (event: Electron.Event): void => {
    const window = [...this.#others].at(-1)?.windows.window;
    if (!window || isEnding()) return;
    event.preventDefault();
    this.#quit = closeAgain(window);
    window.close();
  };

  #gone(other: Shell): void {
    this.#others.delete(other);
    // Not while the window is being destroyed.
    if (isQuitting()) setImmediate(() => isQuitting() && this.#quit?.());
  }

  /** Opens a window for a page. @param webContents from Electron; without any, the caller loads its page */
  openOther(path: string, size: Size, webContents: WebContents | undefined): BrowserWindow {
    const place = () => ({ bounds: other.windows.window?.getBounds() ?? size, mode: 'normal' as const });
    const other: Shell = new Shell({
      ...this.#options,
      ...{ path, main: this, ask: () => false, frame: { place, follow: ignore } },
      launch: { ...this.#options.launch, painted: ignore },
    });
    this.#others.add(other);
    other.#isOpened = true;
    return other.windows.open('app', { webContents }).window;
  }

  /** Returns the shell of a window; of the app's, if it is of no page. */
  at(window: BaseWindow | undefined): Shell {
    return [...this.#others].find((other) => other.windows.window === window) ?? this;
  }

  /** Brings the window to the front, on this page if one is given. */
  readonly focus = (path?: string): void => {
    const { windows } = this;
    // The link that started the app may arrive before the window opens.
    if (!this.#isOpened) {
      if (path !== undefined) windows.go(path);
      return;
    }
    if (!windows.current) {
      windows.open();
      windows.go(path ?? '/');
    } else if (path !== undefined) windows.go(path);
    else if (!windows.isAlive) this.retry();
    windows.focus();
  };

  reload(): void {
    if (!this.windows.current) return;
    if (this.#recovery.state.showing !== 'app' || !this.windows.isAlive) this.retry();
    else this.windows.reload();
  }

  /** Something failed. `expected`: it ended on purpose, and that is already reported. */
  readonly failed = (fault: Fault, extra: ReportExtra & { expected?: boolean } = {}): void => {
    const { expected, ...rest } = extra;
    // Page processes end when the app quits; that is not a failure.
    if (isQuitting() && fault.kind !== 'main') return;
    const known = expected
      ? fault
      : this.#reports.withId(fault, { window: this.windows.current?.contents.id, ...rest });
    if (this.#isOpened) this.#recovery.send({ type: 'fault', fault: known, closing: isQuitting() });
    else this.fault.cameEarly(known);
  };

  /** An uncaught error in main. The app continues and the page stays, unless errors keep coming. */
  readonly mainThrew = (fault: Fault, extra: ReportExtra): void => {
    const { recent, isTooMany } = countInSeries(this.#mainErrors, steadyTime(), MAIN_ERRORS);
    this.#mainErrors = recent;
    if (isTooMany || !this.#isOpened) this.failed(fault, { ...extra, fatal: true });
    else this.#reports.withId(fault, extra);
  };

  /** The graphics or network process ended: Chromium restarts it; if graphics keep crashing, the app runs without. */
  #childGone(details: Details): void {
    const fault = childGone(details, pathOf(toAppUrl(this.path)));
    if (!fault || isQuitting()) return;
    this.#reports.withId(fault);
    if (details.type === 'GPU') this.#recovery.send({ type: 'gpuGone' });
  }

  online(): void {
    this.#recovery.send({ type: 'wake' });
    for (const other of this.#others) other.online();
  }

  readonly resume = (): void => {
    this.windows.current?.awake('resume');
    this.#recovery.send({ type: 'wake' });
    for (const other of this.#others) other.resume();
  };

  /** The user asks for the failed page. */
  readonly retry = (): void => {
    if (this.fault.isEarly) this.windows.restart();
    else if (this.fault.status || !this.windows.isAlive) {
      this.windows.isAskedFor = true;
      this.#recovery.send({ type: 'retry' });
    } else this.windows.reload();
  };

  readonly pageReady = (): void => {
    // Another page may be loading.
    if (!this.windows.current?.says('ready')) return;
    this.#options.launch.painted();
    if (this.#recovery.state.healthySince === null) this.#recovery.send({ type: 'ready' });
    this.windows.tellFault();
  };

  /** The page shows a fault that it found; its SDK may report it under this event id. */
  readonly pageShows = (fault: Fault, eventId?: string): void => {
    const window = this.windows.current?.contents.id;
    const known = eventId === undefined ? this.#reports.withId(fault, { window }) : fault;
    // If main shows a fault instead of the page, the page's own fault is only reported.
    if (this.#recovery.state.showing === 'app') {
      this.fault.pageShows(known);
      // An exception in the page needs no retry.
      if (known.kind !== 'script')
        this.#recovery.send({ type: 'fault', fault: known, closing: isQuitting() });
    } else this.fault.pageShowsOther();
    this.windows.tellFault();
    if (eventId !== undefined) void this.#tellWhenStored(fault, eventId, window);
  };

  /**
   * An exception may have left the page empty; its SDK may report it under this event id. A look costs main a picture,
   * and a page can throw endlessly: during one, only the newest exception waits.
   */
  readonly pageLost = async (thrown: Thrown, eventId?: string): Promise<void> => {
    this.#lost = [thrown, eventId];
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      while (this.#lost) {
        const next = this.#lost;
        this.#lost = undefined;
        await this.#showLost(...next);
      }
    } finally {
      this.#isLooking = false;
    }
  };

  async #showLost({ kind, detail }: Thrown, eventId: string | undefined): Promise<void> {
    const path = pathOf(toAppUrl(this.path));
    // The window shows something that the document does not reveal, such as a drawing of colours only.
    if (!(await this.windows.isEmpty())) return;
    const fault = (kind === 'load' ? partFault : scriptFault)(detail, path, Date.now());
    if (eventId === undefined) return this.failed(fault);
    if (isQuitting()) return;
    this.#recovery.send({ type: 'fault', fault, closing: false });
    void this.#tellWhenStored(fault, eventId, this.windows.current?.contents.id);
  }

  /** The page reports the fault; if its report does not arrive, main reports it. */
  async #tellWhenStored(fault: Fault, eventId: string, window: number | undefined): Promise<void> {
    const place = this.#reports.isRepeat(fault) ? 'lost' : await this.#options.reporting.placeOf(eventId);
    const found = place === 'disk' ? { ...fault, reportId: eventId } : fault;
    this.fault.learn(this.#reports.withId(found, { window, isReported: place === 'memory' }));
    this.windows.tellFault();
  }

  readonly pageCleared = (id: string): void => {
    if (this.fault.status?.fault.id !== id) return;
    this.fault.clear();
    if (this.#recovery.state.showing === 'app') return;
    this.#recovery.send({ type: 'opened' });
    this.#recovery.send({ type: 'ready' });
  };

  /** The protocol answers a page with a fault. Returns the fault with its report's id. */
  pageAnswered(fault: Fault, error: unknown): Fault {
    const known = this.#reports.withId(fault, { error, window: this.windows.current?.contents.id });
    this.fault.answers(known);
    return known;
  }
}
