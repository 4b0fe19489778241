/** Joins window and recovery: faults go to recovery, its decisions to the window. */
import { app, type Details } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import { isDiskFull } from '../app/freeSpace.ts';
import { isQuitting } from '../app/lifecycle.ts';
import { openCounters } from '../recovery/counters.ts';
import { CurrentFault } from '../recovery/currentFault.ts';
import { childGone, pathOf } from '../recovery/faults.ts';
import { Recovery } from '../recovery/recovery.ts';
import { stateAtStart } from '../recovery/recoveryState.ts';
import { createReports, type ReportExtra, type Reporting, type Reports } from '../recovery/reports.ts';
import { countInSeries, MAIN_ERRORS } from '../recovery/series.policy.ts';
import type { Start } from '../recovery/start.ts';
import type { Thrown } from '../shared/channels.ts';
import { steadyTime } from '../shared/clock.ts';
import { type Fault, partFault, scriptFault } from '../shared/fault.ts';
import type { WindowFrame } from './bounds.ts';
import type { ExternalLinks } from './externalLinks.ts';
import type { TrustedPage } from './trusted.ts';
import { WindowManager } from './windowManager.ts';

interface ShellOptions {
  /** The first page's path, query and fragment. */
  path: string;
  /** The folder of the counters of failures. */
  userData: string;
  reporting: Reporting;
  /** Gets each fault that is a failure of the app, for the diagnostics. */
  note(fault: Fault): void;
  frame: WindowFrame;
  trusted: TrustedPage;
  links: ExternalLinks;
  launch: Pick<Start, 'isSafe' | 'painted' | 'next'>;
  /** Whether the user is still to be asked if reports may be sent. */
  ask(): boolean;
}

export class Shell {
  readonly fault: CurrentFault;
  readonly windows: WindowManager;
  readonly #options: ShellOptions;
  readonly #recovery: Recovery;
  readonly #reports: Reports;
  #isOpened = false;
  /** When errors came that nobody caught in main. */
  #mainErrors: readonly number[] = [];

  constructor(options: ShellOptions) {
    const { userData, reporting, note, ask } = options;
    const { isSafe, next } = options.launch;
    const { counters, keep } = openCounters(userData);
    this.#options = options;
    this.#reports = createReports(reporting.report, () => this.#recovery.isSeries, note);
    reporting.dropRepeats(this.#reports.isRepeat);
    this.fault = new CurrentFault({ ask, isDiskFull: () => isDiskFull(userData), isSafe });
    this.windows = new WindowManager({
      path: options.path,
      frame: options.frame,
      fault: this.fault,
      failed: this.failed,
      opened: () => this.#recovery.send({ type: 'opened' }),
      retry: this.retry,
      faultLoaded: options.launch.painted,
      trusted: options.trusted,
      onExternal: options.links.open,
    });
    this.#recovery = new Recovery({
      state: stateAtStart(counters, isSafe, steadyTime()),
      fault: this.fault,
      screen: this.windows,
      keep,
      startSafe: () => next(true),
    });
    app.on('child-process-gone', (_event, details) => this.#childGone(details));
  }

  get path(): string {
    return this.windows.path;
  }

  /**
   * Opens the window on the app's page, or on that of a fault that came before. The app must be ready.
   * @param opened is called when there is a window, with nothing in it yet; a fault of it counts as one that came before
   */
  open(opened: () => void): void {
    this.windows.open();
    opened();
    this.#isOpened = true;
    const early = this.fault.status?.fault;
    if (early) this.#recovery.send({ type: 'fault', fault: early, closing: isQuitting() });
    else this.windows.load();
  }

  /** Brings the window to the front, with this page if one is given. */
  readonly focus = (path?: string): void => {
    const { windows } = this;
    // The link that started the app may arrive before it is ready.
    if (!this.#isOpened) {
      if (path !== undefined) windows.go(path);
      return;
    }
    if (!windows.isOpen) {
      windows.open();
      windows.go(path ?? '/');
    } else if (path !== undefined) windows.go(path);
    else if (!windows.isAlive) this.retry();
    windows.focus();
  };

  /** Loads the page again, or tries again what failed. */
  reload(): void {
    if (!this.windows.isOpen) return;
    if (this.#recovery.state.showing !== 'app' || !this.windows.isAlive) this.retry();
    else this.windows.reload();
  }

  /** Goes to the page before or after. */
  step(by: -1 | 1): void {
    this.windows.step(by);
  }

  /** Whether there is a page before or after. */
  canStep(by: -1 | 1): boolean {
    return this.windows.canStep(by);
  }

  /** Something failed. `expected`: on purpose, and already reported. */
  readonly failed = (fault: Fault, extra: ReportExtra & { expected?: boolean } = {}): void => {
    const { expected, ...rest } = extra;
    // Processes of pages end when the app quits; that is no failure.
    if (isQuitting() && fault.kind !== 'main') return;
    const known = expected
      ? fault
      : this.#reports.withId(fault, { window: this.#options.trusted.id, ...rest });
    if (this.#isOpened) this.#recovery.send({ type: 'fault', fault: known, closing: isQuitting() });
    else this.fault.cameEarly(known);
  };

  /** Nobody caught it in main. The app runs on, and the page stays, unless errors come again and again. */
  readonly mainThrew = (fault: Fault, extra: ReportExtra): void => {
    const { recent, isTooMany } = countInSeries(this.#mainErrors, steadyTime(), MAIN_ERRORS);
    this.#mainErrors = recent;
    if (isTooMany || !this.#isOpened) this.failed(fault, { ...extra, fatal: true });
    else this.#reports.withId(fault, extra);
  };

  /** Of the graphics and the network process: Chromium restarts them; if graphics keep crashing, the app does without. */
  #childGone(details: Details): void {
    const fault = childGone(details, pathOf(toAppUrl(this.path)));
    if (!fault || isQuitting()) return;
    this.#reports.withId(fault);
    if (details.type === 'GPU') this.#recovery.send({ type: 'gpuGone' });
  }

  /** The network is back. */
  online(): void {
    this.#recovery.send({ type: 'wake' });
  }

  /** The computer woke up. */
  readonly resume = (): void => {
    this.windows.resume();
    this.#recovery.send({ type: 'wake' });
  };

  /** The user asks for what failed. */
  readonly retry = (): void => {
    if (this.fault.isEarly) this.windows.restart();
    else if (this.fault.status || !this.windows.isAlive) this.#recovery.send({ type: 'retry' });
    else this.windows.reload();
  };

  readonly pageReady = (): void => {
    if (!this.windows.pageReady()) return;
    this.#options.launch.painted();
    this.#recovery.send({ type: 'ready' });
    this.windows.tellFault();
  };

  /** The page shows a fault that it found; its SDK may report it under this event id. */
  readonly pageShows = (fault: Fault, eventId?: string): void => {
    const window = this.#options.trusted.id;
    const known = eventId === undefined ? this.#reports.withId(fault, { window }) : fault;
    // If main shows a fault in its place, the page's own is only reported.
    if (this.#recovery.state.showing === 'app') {
      this.fault.pageShows(known);
      // An exception of the page is dealt with: nothing is tried again.
      if (known.kind !== 'script')
        this.#recovery.send({ type: 'fault', fault: known, closing: isQuitting() });
    } else this.fault.pageShowsOther();
    this.windows.tellFault();
    if (eventId !== undefined) void this.#tellWhenStored(fault, eventId, window);
  };

  /** An exception left nothing on the page; its SDK may report it under this event id. */
  readonly pageLost = (thrown: Thrown, eventId?: string): void => {
    void this.#showLost(thrown, eventId);
  };

  async #showLost({ kind, detail }: Thrown, eventId: string | undefined): Promise<void> {
    const path = pathOf(toAppUrl(this.path));
    // Something that the document does not tell of is there: a drawing of colours alone.
    if (!(await this.windows.isEmpty())) return;
    const fault = (kind === 'load' ? partFault : scriptFault)(detail, path, Date.now());
    if (eventId === undefined) return this.failed(fault);
    if (isQuitting()) return;
    this.#recovery.send({ type: 'fault', fault, closing: false });
    await this.#tellWhenStored(fault, eventId, this.#options.trusted.id);
  }

  /** The page reports the fault; if its report does not arrive, main does. */
  async #tellWhenStored(fault: Fault, eventId: string, window: number | undefined): Promise<void> {
    const place = this.#reports.isRepeat(fault) ? 'lost' : await this.#options.reporting.placeOf(eventId);
    const found = place === 'disk' ? { ...fault, reportId: eventId } : fault;
    this.fault.learn(this.#reports.withId(found, { window, isReported: place === 'memory' }));
    this.windows.tellFault();
  }

  /** The page no longer shows the fault with this id. */
  readonly pageCleared = (id: string): void => {
    if (this.fault.status?.fault.id !== id) return;
    this.fault.clear();
    if (this.#recovery.state.showing === 'app') return;
    this.#recovery.send({ type: 'opened' });
    this.#recovery.send({ type: 'ready' });
  };

  /** The protocol answers a page with a fault. Returns it with the id of its report. */
  pageAnswered(fault: Fault, error: unknown): Fault {
    const known = this.#reports.withId(fault, { error, window: this.#options.trusted.id });
    this.fault.answers(known);
    return known;
  }
}
