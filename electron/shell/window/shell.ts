/** The windows of the app: its own, and those that its pages open. */
import { join } from 'node:path';
import { app, type BaseWindow, type Details, type Size, type WebContents } from 'electron';
import type { Origins } from '../../common/origins.ts';
import type { ReportExtra } from '../../common/reportedFaults.ts';
import { stateFile } from '../../common/stateFile.ts';
import { trust } from '../../common/trusted.ts';
import { steadyTime } from '../../shared/clock.ts';
import type { Fault } from '../../shared/fault.ts';
import { toAppUrl } from '../app/commandLine.ts';
import { isDiskFull } from '../app/freeSpace.ts';
import { closeAgain, isEnding, isQuitting } from '../app/lifecycle.ts';
import type { FaultDocument } from '../protocol/faultPage.ts';
import { COUNTERS, countInSeries, MAIN_ERRORS } from '../recovery/budget.policy.ts';
import { childGone, pathOf } from '../recovery/faults.ts';
import { AppWindow, type AppWindowOptions } from './appWindow.ts';

const ignore = () => undefined;

export class Shell {
  readonly app: AppWindow;
  /** The documents that show faults, by their addresses: the protocol asks for each once. */
  readonly #documents = new Map<string, () => FaultDocument | undefined>();
  readonly origins: Origins;
  readonly #options: AppWindowOptions;
  readonly #others = new Set<AppWindow>();
  #isOpened = false;
  #mainErrors: readonly number[] = [];
  #quit: (() => void) | undefined;

  /** @param userData the folder of the failure counters */
  constructor(
    userData: string,
    options: Omit<AppWindowOptions, 'isDiskFull' | 'addDocument' | 'counters' | 'keep' | 'gone'>,
  ) {
    const counters = stateFile(join(userData, 'health.json'), COUNTERS);
    this.origins = options.origins;
    const kept = { counters: counters.read(), keep: counters.write };
    const addDocument = this.#documents.set.bind(this.#documents);
    this.#options = { ...options, ...kept, addDocument, isDiskFull: () => isDiskFull(userData) };
    this.app = new AppWindow(this.#options);
    const pageOf = ({ window }: AppWindow) =>
      window?.isDestroyed() === false ? window.webContents : undefined;
    trust(() => this.#all.map(pageOf));
    options.reporting.dropRepeats((fault) => this.#all.some(({ reports }) => reports.isRepeat(fault)));
    app.on('child-process-gone', (_event, details) => this.#childGone(details));
  }

  get #all(): AppWindow[] {
    return [this.app, ...this.#others];
  }

  /**
   * Opens the window on the app's page, or on an earlier fault. The app must be ready.
   * @param opened called when the window exists and is still empty; a fault in it counts as an earlier one
   */
  open(opened: () => void): void {
    // After app/lifecycle knows that the app is quitting.
    app.on('before-quit', this.#closeOthers);
    this.app.open();
    opened();
    this.#isOpened = true;
    this.app.send({ type: 'begin' });
  }

  /** Quitting closes first what pages opened, one after the other: where one stays, the app's window stays, too. */
  readonly #closeOthers = (event: Electron.Event): void => {
    const window = [...this.#others].at(-1)?.window;
    if (!window || isEnding()) return;
    event.preventDefault();
    this.#quit = closeAgain(window);
    window.close();
  };

  takeDocument(address: string): FaultDocument | undefined {
    const document = this.#documents.get(address);
    this.#documents.delete(address);
    return document?.();
  }

  /** Opens a window for a page. @param webContents from Electron; without any, the caller loads its page */
  openOther(path: string, size: Size, webContents: WebContents | undefined) {
    const place = () => ({ bounds: other.window?.getBounds() ?? size, mode: 'normal' as const });
    const other: AppWindow = new AppWindow({
      ...this.#options,
      ...{ path, ask: () => false, frame: { place, follow: ignore } },
      ...{ counters: undefined, keep: ignore, launch: { ...this.#options.launch, painted: ignore } },
      gone: () => {
        this.#others.delete(other);
        // Not while the window is being destroyed.
        if (isQuitting()) setImmediate(() => isQuitting() && this.#quit?.());
      },
    });
    this.#others.add(other);
    return other.open({ webContents });
  }

  /** Returns a window of the app; its own, if this one is of no page. */
  at(window: BaseWindow | undefined): AppWindow {
    return [...this.#others].find((other) => other.window === window) ?? this.app;
  }

  /** An uncaught error in main. The app continues and the page stays, unless errors keep coming. */
  readonly mainThrew = (fault: Fault, extra: ReportExtra): void => {
    const { recent, isTooMany } = countInSeries(this.#mainErrors, steadyTime(), MAIN_ERRORS);
    this.#mainErrors = recent;
    if (isTooMany || !this.#isOpened) this.app.failed(fault, { ...extra, fatal: true });
    else this.app.reports.withId(fault, extra);
  };

  /** The graphics or network process ended: Chromium restarts it; if graphics keep crashing, the app runs without. */
  #childGone(details: Details): void {
    const fault = childGone(details, pathOf(toAppUrl(this.origins, this.app.path)));
    if (!fault || isQuitting()) return;
    this.app.reports.withId(fault);
    if (details.type === 'GPU') this.app.send({ type: 'gpuGone' });
  }

  online(): void {
    for (const one of this.#all) one.send({ type: 'wake' });
  }

  readonly resume = (): void => {
    for (const one of this.#all) for (const type of ['resume', 'wake'] as const) one.send({ type });
  };
}
