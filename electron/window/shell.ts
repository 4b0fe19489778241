/** The window and its recovery: what fails goes to recovery, what recovery decides goes to the window. */
import { join } from 'node:path';
import { app } from 'electron';
import { say } from '../app/log.ts';
import { readHealth, writeHealth } from '../recovery/counters.ts';
import type { GpuOwner } from '../recovery/gpu.ts';
import { launch } from '../recovery/recovery.policy.ts';
import { createRunner } from '../recovery/recovery.ts';
import { createReports, type ReportExtra, type Reporting } from '../recovery/reports.ts';
import type { Consent, ConsentAnswer } from '../shared/channels.ts';
import type { Fault } from '../shared/fault.ts';
import type { WindowFrame } from './createWindow.ts';
import { createStage, type WindowStage } from './windowManager.ts';

export interface ShellOptions {
  /** The path, query and fragment to begin with. */
  path: string;
  /** The folder in which the counters of failures are kept. */
  userData: string;
  reporting: Reporting;
  /** Gets each fault that is a failure of the app, for the diagnostics. */
  note?: (fault: Fault) => void;
  frame: WindowFrame;
  consent: {
    /** Whether the person is still to be asked if reports may be sent. */
    ask(): boolean;
    /** Keeps the choice; rejects if it holds only until the app is closed. */
    choose(choice: Consent): Promise<void>;
  };
}

export interface Shell extends GpuOwner {
  /** Opens the window on the app's page, or on that of a fault that came before. Call it once the app is ready. */
  open(): void;
  /** Shows the window that is there; opens a page in it if one is asked for. */
  focus(path?: string): void;
  /** Loads the page again, or tries again what failed. */
  reload(): void;
  /** Goes to the page before or after. */
  step(by: -1 | 1): void;
  /** Something failed outside of a page. */
  failed(fault: Fault, extra?: ReportExtra): void;
  /** The network is back. */
  online(): void;
  /** The computer woke up. */
  resume(): void;
  /** A person asks for what failed. */
  retry(): void;
  pageReady(): void;
  /** The page shows this fault by itself, and makes the event with this id of it. */
  pageShows(fault: Fault, eventId?: string): void;
  /** The page no longer shows the fault with this `at`. */
  pageCleared(at: number): void;
  consent(choice: Consent): Promise<ConsentAnswer>;
  /** The choice about reports has changed: the page asks no longer, or again. */
  consentChanged(): void;
  /** The protocol answers a page with a fault. Returns it with the id of its report. */
  pageAnswered(fault: Fault, error: unknown): Fault;
  readonly stage: Pick<WindowStage, 'isOurs' | 'entryMissing' | 'takeFaultPage'>;
}

/** Sets up the window and its recovery. Call it before the app is ready. */
export function setupShell(options: ShellOptions): Shell {
  const file = join(options.userData, 'health.json');
  const { counters, problem } = readHealth(file);
  if (problem) say(problem);
  const reports = createReports(options.reporting.report, () => runner.state.retries > 0, options.note);
  /** What failed before there was a window. To try again then means to start again. */
  let early: Fault | undefined;
  let opened = false;
  let quitting = false;
  app.on('before-quit', () => {
    quitting = true;
  });

  const stage = createStage({
    path: options.path,
    frame: options.frame,
    failed,
    opened: () => runner.send({ type: 'opened' }),
    retry,
    // The page keeps its window open: the app does not quit after all.
    staying() {
      quitting = false;
    },
    ask: options.consent.ask,
    now: Date.now,
  });
  const runner = createRunner({
    state: launch(counters, app.getVersion(), Date.now()),
    stage,
    keep(kept) {
      const failure = writeHealth(file, kept);
      if (failure) say(failure);
    },
    now: Date.now,
    random: Math.random,
  });

  function failed(fault: Fault, extra: ReportExtra & { expected?: boolean } = {}): void {
    const { expected, ...rest } = extra;
    // Processes of pages end when the app quits; that is no failure.
    if (quitting && fault.kind !== 'main') return;
    const known = expected ? fault : reports.withId(fault, { window: stage.contentsId, ...rest });
    if (opened) runner.send({ type: 'fault', fault: known, closing: quitting });
    else early ??= known;
  }

  function tellNews(fault: Fault): void {
    stage.tellNews(fault, runner.state.fault?.at === fault.at ? runner.state.retryAt : null);
  }

  /** The page reports by itself; if that does not come, main does. */
  async function tellWhenStored(fault: Fault, eventId: string, window: number | undefined): Promise<void> {
    const isStored = await options.reporting.holds(eventId);
    const known = reports.withId(isStored ? { ...fault, reportId: eventId } : fault, { window });
    runner.learn(known);
    tellNews(known);
  }

  function retry(): void {
    if (early && runner.state.fault?.at === early.at) stage.restart();
    else runner.send({ type: 'retry' });
  }

  return {
    open() {
      opened = true;
      stage.open();
      if (early) runner.send({ type: 'fault', fault: early, closing: quitting });
      else stage.load();
    },
    focus(path) {
      // A link that started the app may be told before there can be a window.
      if (!opened) {
        if (path !== undefined) stage.go(path);
        return;
      }
      if (!stage.isOpen) {
        stage.open();
        stage.go(path ?? '/');
      } else if (path !== undefined) stage.go(path);
      else if (!stage.isAlive) retry();
      stage.focus();
    },
    reload() {
      if (!stage.isOpen) return;
      if (runner.state.fault || !stage.isAlive) retry();
      else stage.reload();
    },
    step: stage.step,
    failed,
    gpuGone(fault) {
      if (quitting) return;
      reports.withId(fault);
      runner.send({ type: 'gpuGone', closing: false });
    },
    get gpuOff() {
      return runner.state.gpuOffVersion !== null;
    },
    get path() {
      return stage.path;
    },
    online: () => runner.send({ type: 'wake' }),
    resume() {
      stage.resume();
      runner.send({ type: 'wake' });
    },
    retry,
    pageReady() {
      runner.send({ type: 'ready' });
      stage.pageReady();
    },
    pageShows(fault, eventId) {
      stage.pageShows(fault);
      const window = stage.contentsId;
      const known = eventId === undefined ? reports.withId(fault, { window }) : fault;
      // What the page finds while main shows a fault in its place changes nothing.
      if (runner.state.showing === 'app') runner.send({ type: 'fault', fault: known, closing: quitting });
      tellNews(known);
      if (eventId !== undefined) void tellWhenStored(fault, eventId, window);
    },
    pageCleared(at) {
      stage.pageCleared(at);
      if (runner.state.fault?.at !== at) return;
      runner.send({ type: 'opened' });
      runner.send({ type: 'ready' });
    },
    pageAnswered(fault, error) {
      const known = reports.withId(fault, { error, window: stage.contentsId });
      stage.pageAnswered(known);
      return known;
    },
    async consent(choice) {
      try {
        await options.consent.choose(choice);
        return {};
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    },
    consentChanged: stage.repeatNews,
    stage,
  };
}
