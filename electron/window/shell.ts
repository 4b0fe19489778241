/** The window and its recovery: what fails goes to recovery, what recovery decides goes to the window. */
import { join } from 'node:path';
import { app } from 'electron';
import { isDiskFull } from '../app/freeSpace.ts';
import { log } from '../app/log.ts';
import { confirm } from '../app/messageBox.ts';
import { readState, writeState } from '../app/stateFile.ts';
import { NO_FAULTS } from '../recovery/budget.policy.ts';
import { COUNTERS } from '../recovery/counters.ts';
import { FaultOnScreen } from '../recovery/faultOnScreen.ts';
import { launch } from '../recovery/recovery.policy.ts';
import { Recovery } from '../recovery/recovery.ts';
import { createReports, type ReportExtra, type Reporting, type Reports } from '../recovery/reports.ts';
import type { Start } from '../recovery/start.ts';
import type { Consent, ConsentAnswer } from '../shared/channels.ts';
import type { Fault } from '../shared/fault.ts';
import * as TEXTS from '../shared/texts.ts';
import type { WindowFrame } from './bounds.ts';
import { takeGesture } from './gestures.ts';
import type { OnExternal } from './security.ts';
import { WindowManager } from './windowManager.ts';

export interface ShellOptions {
  /** The path, query and fragment to begin with. */
  path: string;
  /** The folder in which the counters of failures are kept. */
  userData: string;
  reporting: Reporting;
  /** Gets each fault that is a failure of the app, for the diagnostics. */
  note?: (fault: Fault) => void;
  frame: WindowFrame;
  /** Gets an address outside of the app that a page with unsaved work links to. */
  onExternal: OnExternal;
  launch: Pick<Start, 'isSafe' | 'painted' | 'next'>;
  consent: {
    /** Whether the user is still to be asked if reports may be sent. */
    ask(): boolean;
    /** Keeps the choice; rejects if it holds only until the app is closed. */
    choose(choice: Consent): Promise<void>;
  };
}

/** Make it before the app is ready. */
export class Shell {
  readonly windows: WindowManager;
  readonly fault: FaultOnScreen;
  readonly #options: ShellOptions;
  readonly #recovery: Recovery;
  readonly #reports: Reports;
  /** What failed before there was a window. To try again then means to start again. */
  #early: Fault | undefined;
  #isOpened = false;
  #isQuitting = false;
  #isConfirming = false;

  constructor(options: ShellOptions) {
    const file = join(options.userData, 'health.json');
    const { value: counters = NO_FAULTS, problem } = readState(file, COUNTERS);
    if (problem) log(problem);
    this.#options = options;
    const isRetrying = () => this.#recovery.state.retries > 0;
    this.#reports = createReports(options.reporting.report, isRetrying, options.note);
    this.fault = new FaultOnScreen({
      recovery: () => this.#recovery.state,
      ask: options.consent.ask,
      isDiskFull: () => isDiskFull(options.userData),
      isListening: () => this.windows.isListening,
      send: (channel, status) => this.windows.send(channel, status),
    });
    this.windows = new WindowManager({
      path: options.path,
      frame: options.frame,
      fault: this.fault,
      failed: this.failed,
      opened: () => this.#recovery.send({ type: 'opened' }),
      retry: this.retry,
      // The page keeps its window open: the app does not quit after all.
      staying: () => {
        this.#isQuitting = false;
      },
      isQuitting: () => this.#isQuitting,
      onExternal: (address, contents) => options.onExternal(address, contents),
    });
    this.#recovery = new Recovery({
      state: launch(counters, options.launch.isSafe, Date.now()),
      screen: this.windows,
      keep(kept) {
        const failure = writeState(file, kept);
        if (failure) log(failure);
      },
      startSafe: () => options.launch.next(true),
    });
    app.on('before-quit', () => {
      this.#isQuitting = true;
    });
  }

  get path(): string {
    return this.windows.path;
  }

  /** Opens the window on the app's page, or on that of a fault that came before. Call it once the app is ready. */
  open(): void {
    this.#isOpened = true;
    this.windows.open();
    if (this.#early) this.#recovery.send({ type: 'fault', fault: this.#early, closing: this.#isQuitting });
    else this.windows.load();
  }

  /** Shows the window that is there; opens a page in it if one is asked for. */
  readonly focus = (path?: string): void => {
    const { windows } = this;
    // A link that started the app may arrive before there can be a window.
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
    if (this.#recovery.state.fault || !this.windows.isAlive) this.retry();
    else this.windows.reload();
  }

  /** Goes to the page before or after. */
  step(by: -1 | 1): void {
    this.windows.step(by);
  }

  /** Something failed outside of a page. `expected` if it was brought about on purpose, and reported before. */
  readonly failed = (fault: Fault, extra: ReportExtra & { expected?: boolean } = {}): void => {
    const { expected, ...rest } = extra;
    // Processes of pages end when the app quits; that is no failure.
    if (this.#isQuitting && fault.kind !== 'main') return;
    const known = expected
      ? fault
      : this.#reports.withId(fault, { window: this.windows.contentsId, ...rest });
    if (this.#isOpened) this.#recovery.send({ type: 'fault', fault: known, closing: this.#isQuitting });
    else this.#early ??= known;
  };

  /** A process that is no page's is gone. What it was doing fails by itself. */
  childGone(fault: Fault, isGpu: boolean): void {
    if (this.#isQuitting) return;
    this.#reports.withId(fault);
    if (isGpu) this.#recovery.send({ type: 'gpuGone' });
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
    if (this.#early && this.#recovery.state.fault?.id === this.#early.id) this.windows.restart();
    else this.#recovery.send({ type: 'retry' });
  };

  readonly pageReady = (): void => {
    if (!this.windows.pageReady()) return;
    this.#options.launch.painted();
    this.#recovery.send({ type: 'ready' });
    this.fault.notify();
  };

  /** The page shows a fault that it found, and its SDK makes the event with this id of it. */
  readonly pageShows = (fault: Fault, eventId?: string): void => {
    const window = this.windows.contentsId;
    const known = eventId === undefined ? this.#reports.withId(fault, { window }) : fault;
    this.fault.pageShows(known);
    // What the page finds while main shows a fault in its place changes nothing.
    if (this.#recovery.state.showing === 'app') {
      this.#recovery.send({ type: 'fault', fault: known, closing: this.#isQuitting });
    }
    this.fault.notify();
    if (eventId !== undefined) void this.#notifyWhenStored(fault, eventId, window);
  };

  /** The page reports the fault; if its report does not arrive, main does. */
  async #notifyWhenStored(fault: Fault, eventId: string, window: number | undefined): Promise<void> {
    const isStored = await this.#options.reporting.holds(eventId);
    const known = this.#reports.withId(isStored ? { ...fault, reportId: eventId } : fault, { window });
    this.#recovery.learn(known);
    this.fault.learn(known);
    this.fault.notify();
  }

  /** The page no longer shows the fault with this id. */
  readonly pageCleared = (id: string): void => {
    this.fault.pageCleared(id);
    if (this.#recovery.state.fault?.id !== id) return;
    this.#recovery.send({ type: 'opened' });
    this.#recovery.send({ type: 'ready' });
  };

  /** The protocol answers a page with a fault. Returns it with the id of its report. */
  pageAnswered(fault: Fault, error: unknown): Fault {
    this.#options.launch.painted();
    const known = this.#reports.withId(fault, { error, window: this.windows.contentsId });
    this.fault.answers(known);
    return known;
  }

  /**
   * The page says what the user has chosen: heard while it asks, and after a press that main saw. Where there was none, as
   * with a screen reader, or a page that answers by itself, main asks.
   */
  readonly consent = async (choice: Consent): Promise<ConsentAnswer> => {
    const since = this.fault.askedSince;
    const { window } = this.windows;
    if (since === undefined || !window) return { isOpen: true };
    if (!takeGesture(window.webContents, since)) {
      const { question, sendReports, sendNothing } = TEXTS.errorPage;
      const button = choice === 'on' ? sendReports : sendNothing;
      if (this.#isConfirming) return { isOpen: true };
      this.#isConfirming = true;
      const isChosen = await confirm(window, 'question', question, '', button);
      this.#isConfirming = false;
      if (!isChosen || this.fault.askedSince !== since) return { isOpen: true };
    }
    try {
      await this.#options.consent.choose(choice);
      return {};
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  };
}
