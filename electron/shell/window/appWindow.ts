/** A window of the app, its own or one that a page opened: carries out what the policies decide about its state. */
import { setTimeout as pause } from 'node:timers/promises';
import { app, type BrowserWindow, type WebContents } from 'electron';
import type { Origins } from '../../common/origins.ts';
import { createReportedFaults, type ReportExtra, type Reporting } from '../../common/reportedFaults.ts';
import { CHANNELS } from '../../shared/channels.ts';
import { steadyTime, wallAt } from '../../shared/clock.ts';
import { type Fault, type FaultStatus, faultOfThrown, type Thrown } from '../../shared/fault.ts';
import { DURATIONS } from '../../shared/limitValues/durations.ts';
import * as TEXTS from '../../shared/texts.ts';
import { toAppUrl } from '../app/commandLine.ts';
import { exitNow, isQuitting, relaunch, restart } from '../app/lifecycle.ts';
import { type FaultDocument, faultPagePath } from '../protocol/faultPage.ts';
import type { Counters } from '../recovery/budget.policy.ts';
import { showFaultDialog, tellOfFault } from '../recovery/dialogs.ts';
import { isUnpainted, showsOneColour } from '../recovery/emptyPage.ts';
import { pathOf } from '../recovery/faults.ts';
import { isSeries } from '../recovery/recovery.policy.ts';
import type { Start } from '../recovery/start.ts';
import type { WindowFrame } from './bounds.ts';
import type { WindowKind } from './createWindow.ts';
import type { OnExternal } from './externalLinks.policy.ts';
import { statusOf } from './faultStatus.policy.ts';
import { canStep, stepOf } from './history.ts';
import { type LiveWindow, openLive } from './liveWindow.ts';
import { reduce, type WindowEvent } from './reduce.policy.ts';
import { type Effect, isAlive, isLost, stateOf } from './state.policy.ts';

export interface AppWindowOptions {
  origins: Origins;
  path: string;
  frame: WindowFrame;
  reporting: Reporting;
  /** Gets each fault that is a failure of the app, for the diagnostics. */
  note(fault: Fault): void;
  onExternal: OnExternal;
  launch: Pick<Start, 'isSafe' | 'painted' | 'next'>;
  /** Whether the user still has to be asked about reports. */
  ask(): boolean;
  isDiskFull(): boolean;
  /** Adds a document that shows a fault, as of its request, at this address without origin. */
  addDocument(address: string, document: () => FaultDocument | undefined): void;
  /** The failure counters of earlier launches, and how to keep them. */
  counters?: Counters | undefined;
  keep(counters: Counters): void;
  /** For a window that a page opened: it is gone, which does not quit the app. */
  gone?: (() => void) | undefined;
}

export class AppWindow {
  readonly reports: ReturnType<typeof createReportedFaults>;
  /** Called when its page asks about reports, which nobody else does then. */
  onAsked: (() => void) | undefined;
  readonly #options: AppWindowOptions;
  #state: ReturnType<typeof stateOf>;
  #timer: NodeJS.Timeout | undefined;
  #live: LiveWindow | undefined;
  /** Old windows, destroyed once the replacement is visible: without any window the app would quit. */
  #retired: BrowserWindow[] = [];
  #opened: { webContents: WebContents | undefined } | undefined;
  /** Closes the native dialog that is shown instead of a window. */
  #dialog: AbortController | undefined;
  #isLooking = false;
  /** The id of the fault with which the page was asked to show the question about reports. */
  #asked: string | undefined;

  constructor(options: AppWindowOptions) {
    const { path, counters, reporting, note, launch } = options;
    this.#options = options;
    this.#state = stateOf(path, launch.isSafe, steadyTime(), counters);
    const isOfSeries = () => isSeries(this.#state.recovery, steadyTime());
    this.reports = createReportedFaults(reporting.report, isOfSeries, note);
  }

  get window(): BrowserWindow | undefined {
    return this.#state.view && this.#live?.window;
  }

  get path(): string {
    return this.#state.path;
  }

  get isAlive(): boolean {
    return isAlive(this.#state);
  }

  get isFaultDocument(): boolean {
    return this.#state.view?.isFault ?? false;
  }

  /** Whether nobody asked for the load that begins in these contents: recovery repeats it. */
  isRepeating(contents: WebContents): boolean {
    return this.window?.webContents === contents && this.#state.view?.order?.isRepeat === true;
  }

  get status(): FaultStatus | undefined {
    return statusOf(this.#state, { ...this.#options, wallAt });
  }

  get asks(): boolean {
    const { status } = this;
    return status?.ask === true && this.#state.isOnPage && this.#asked === status.fault.id;
  }

  readonly send = (event: WindowEvent): void => {
    const now = steadyTime();
    const chance = { now, at: Date.now(), random: Math.random(), urlOf: this.#urlOf };
    const { state, effects, checkAt } = reduce(this.#state, event, chance);
    this.#state = state;
    clearTimeout(this.#timer);
    const ms = Math.max(0, Math.ceil((checkAt ?? now) - now));
    if (checkAt !== null) this.#timer = setTimeout(() => this.send({ type: 'check' }), ms);
    for (const effect of effects) this.#carryOut(effect);
  };

  /** Opens the window, still empty. @param opened if a page opened it: its contents from Electron, if there are any */
  open(opened?: { webContents: WebContents | undefined }): BrowserWindow {
    this.#opened = opened;
    this.send({ type: 'open', isPopUp: opened !== undefined });
    return (this.#live as LiveWindow).window;
  }

  /** Something failed. @param isExpected it ended on purpose, and that is already reported */
  readonly failed = (fault: Fault, extra: ReportExtra = {}, isExpected = false): void => {
    // Page processes end when the app quits; that is not a failure.
    if (isQuitting() && fault.kind !== 'main') return;
    const known = isExpected ? fault : this.reports.withId(fault, { window: this.#id, ...extra });
    if (!isQuitting()) this.send({ type: 'fault', fault: known });
  };

  readonly focus = (path?: string): void => this.send({ type: 'focus', path });
  readonly reload = (): void => this.send({ type: 'retry' });

  step(by: -1 | 1): void {
    if (!this.window || !this.canStep(by)) return;
    const step = stepOf(this.window.webContents, by, this.#state.isOnPage);
    const go = () => {
      this.send({ type: 'steps' });
      step.go();
    };
    this.#live?.leaving.act(go, false, step.to);
  }

  canStep(by: -1 | 1): boolean {
    return this.window !== undefined && canStep(this.window.webContents, by);
  }

  going(address: string, isForm: boolean): void {
    this.#live?.leaving.going(address, isForm);
  }

  /** The page shows a fault that it found; its SDK may report it under this event id. */
  pageShows(fault: Fault, eventId?: string): void {
    this.#found('shows', fault, eventId);
  }

  #found(type: 'shows' | 'fault', fault: Fault, eventId: string | undefined): void {
    const window = this.#id;
    const known = eventId === undefined ? this.reports.withId(fault, { window }) : fault;
    this.send({ type, fault: known });
    if (eventId !== undefined) void this.#tellWhenStored(fault, eventId, window);
  }

  /** An exception has left the document empty; its SDK may report it under this event id. */
  async pageLost(thrown: Thrown, eventId?: string): Promise<void> {
    const url = this.#urlOf();
    if (thrown.kind !== 'data' && this.window) {
      // A look costs main a picture, and a page can throw endlessly.
      if (this.#isLooking) return;
      this.#isLooking = true;
      const isEmpty = await showsOneColour(this.window).finally(() => {
        this.#isLooking = false;
      });
      // It shows what the document does not reveal, such as a drawing of colours only.
      if (isEmpty === false) return;
    }
    if (!isQuitting()) this.#found('fault', faultOfThrown(thrown, url, Date.now()), eventId);
  }

  /** The page reports the fault; if its report does not arrive, main reports it. */
  async #tellWhenStored(fault: Fault, eventId: string, window: number | undefined): Promise<void> {
    const place = this.reports.isRepeat(fault) ? 'lost' : await this.#options.reporting.placeOf(eventId);
    const found = place === 'disk' ? { ...fault, reportId: eventId } : fault;
    const known = this.reports.withId(found, { window, isReported: place === 'memory' });
    this.send({ type: 'learned', fault: known });
  }

  /** The protocol answers a page with a fault. Returns the fault with its report's id. */
  pageAnswered(fault: Fault, error: unknown): Fault {
    const known = this.reports.withId(fault, { error, window: this.#id });
    this.send({ type: 'answers', fault: known });
    return known;
  }

  tellFault(): void {
    const { status } = this;
    if (!status || !this.#state.isOnPage) return;
    if (status.ask) {
      this.onAsked?.();
      this.#asked = status.fault.id;
    }
    this.window?.webContents.send(CHANNELS.faultStatus, status);
  }

  readonly #urlOf = (path = this.path): string => pathOf(toAppUrl(this.#options.origins, path));

  get #id(): number | undefined {
    return this.window?.webContents.id;
  }

  #carryOut(effect: Effect): void {
    const { launch, keep, gone } = this.#options;
    switch (effect.do) {
      case 'open':
        return this.#open(effect.kind, effect.isPopUp);
      case 'closed':
        this.#live?.leave();
        this.#live = undefined;
        this.#destroyRetired();
        // It would keep all of a window that a page opened for another minute. The app's own comes back.
        if (gone) clearTimeout(this.#timer);
        return gone?.();
      case 'fail':
        return this.failed(effect.fault, { error: effect.error }, effect.isExpected);
      case 'tell':
        return void setImmediate(() => this.window && void tellOfFault(this.window, effect.fault));
      case 'dialog':
        return void this.#showDialog(effect.fault);
      case 'startSafe':
        launch.next(true);
        return void this.#restartUnlessPainted();
      case 'keep':
        return keep(effect.counters);
      case 'tellFault':
        return this.tellFault();
      case 'painted':
        return launch.painted();
      case 'restart':
        relaunch();
        return exitNow(0);
      default:
        this.#live?.carryOut(effect);
        if (effect.do === 'show') this.#destroyRetired();
    }
  }

  #open(kind: WindowKind, isPopUp: boolean): void {
    const { addDocument, gone, launch } = this.#options;
    this.#live?.leave();
    if (this.#live) this.#retired.push(this.#live.window);
    this.#live = undefined;
    this.#dialog?.abort();
    this.#dialog = undefined;
    const live: LiveWindow = openLive(kind, {
      ...this.#options,
      opened: isPopUp ? this.#opened : undefined,
      view: () => (live === this.#live && !this.#state.view?.isLeft ? this.#state.view : undefined),
      isLost: () => live !== this.#live || isLost(this.#state),
      send: (event) => live === this.#live && this.send(event),
      url: this.#urlOf,
      faultPath: (script) => {
        const { fault, path } = this.#state;
        const address = faultPagePath(path, fault?.id ?? '');
        addDocument(address, () => this.status && { ...this.status, script });
        return address;
      },
      hung: this.failed,
      name: launch.isSafe ? TEXTS.start.mark({ name: app.name }) : app.name,
      isKept: gone === undefined,
    });
    this.#live = live;
  }

  #destroyRetired(): void {
    for (const window of this.#retired) window.destroy();
    this.#retired = [];
  }

  async #showDialog(fault: Fault): Promise<void> {
    this.#live?.leave();
    this.window?.hide();
    this.#destroyRetired();
    this.#dialog = new AbortController();
    const { signal } = this.#dialog;
    const again = await showFaultDialog(fault, signal);
    if (signal.aborted) return;
    this.#dialog = undefined;
    const { gone } = this.#options;
    if (again) return this.reload();
    if (!gone) return app.quit();
    this.#live?.window.destroy();
    gone();
  }

  /** Checks twice: Chromium may need some time to paint in another way, and has no picture before. */
  async #restartUnlessPainted(): Promise<void> {
    let isLost: boolean | undefined;
    for (const ms of [DURATIONS.lookMs, DURATIONS.pressedMs]) {
      await pause(ms);
      isLost = this.window && (await isUnpainted(this.window));
      if (!this.window || isLost === false) return;
    }
    if (isLost) restart();
  }
}
