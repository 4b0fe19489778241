/** Runs watchdog.policy.ts for one window, and hang.ts for a page that does not respond. */
import { DURATIONS } from '../shared/durations.ts';
import { bootFault, type Fault, loadFault } from '../shared/fault.ts';
import { watchBusy } from './busyPage.ts';
import { isEmptyPage } from './emptyPage.ts';
import type { HangEvent } from './hang.policy.ts';
import { endProcess, Hang, type HangOptions } from './hang.ts';
import { NOT_SHOWN, type WatchdogEffect, type WatchdogEvent, watch } from './watchdog.policy.ts';

interface WatchdogOptions extends HangOptions {
  /** @param isLate whether nothing is painted yet */
  show(isLate: boolean): void;
  cover(): void;
  /** The page was late. `isStuck`: not even its document arrived, so its process may not run at all. */
  lost(fault: Fault, isStuck: boolean): void;
}

export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #hang: Hang;
  #state = NOT_SHOWN;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  readonly #endBusy: () => void;
  /** The fault for which its process was killed. */
  #endedFor: Fault | undefined;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#hang = new Hang(options);
    const { webContents } = options.window;
    options.window.once('ready-to-show', () => this.send('painted'));
    webContents.on('unresponsive', () => this.hang('unresponsive'));
    webContents.on('responsive', () => this.hang('over'));
    this.#endBusy = watchBusy(options.window, (event) => this.hang(event));
  }

  send(event: WatchdogEvent): void {
    if (this.#isStopped) return;
    // Monotonic.
    const now = performance.now();
    const { state, effects, checkAt } = watch(this.#state, event, now);
    this.#state = state;
    clearTimeout(this.#timer);
    this.#timer =
      checkAt === null ? undefined : setTimeout(() => this.send('check'), Math.ceil(checkAt - now));
    for (const effect of effects) this.#carryOut(effect, event);
  }

  hang(event: HangEvent): void {
    if (!this.#isStopped) this.#hang.send(event);
  }

  /** Handles the end of the page's process. Returns the fault that it ended for, and whether that is already reported. */
  takeEnded(gone: Fault): { fault: Fault; expected: boolean } {
    const fault = this.#endedFor ?? gone;
    this.#endedFor = undefined;
    return { fault, expected: this.#hang.takeEnded() };
  }

  /** Call it when the window is closed or replaced. */
  stop(): void {
    this.hang('over');
    this.#endBusy();
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #carryOut(effect: WatchdogEffect, event: WatchdogEvent): void {
    const { url, show, cover, lost } = this.#options;
    const { commitMs, readyMs, dataMs, signMs } = DURATIONS;
    const timedOut = (why: string) => loadFault('ERR_TIMED_OUT', url(), Date.now(), why);
    switch (effect) {
      case 'show':
        return show(event === 'check');
      case 'cover':
        return cover();
      case 'neverCame':
        return lost(timedOut(`no document ${commitMs} ms after the load began`), true);
      case 'neverReady':
        return lost(bootFault(url(), Date.now(), `not ready ${readyMs} ms after the load began`), false);
      case 'neverAnswered':
        this.#endedFor = bootFault(
          url(),
          Date.now(),
          `not ready, and no answer in ${signMs} ms`,
          'unresponsive',
        );
        return endProcess(this.#options.window);
      case 'noData':
        return lost(timedOut(`no data ${dataMs} ms after the page's code came`), false);
      case 'ping':
        return this.#ping();
      case 'noAnswer':
        return this.hang('unresponsive');
      case 'look':
        return void this.#look();
      case 'nothingPainted':
        return lost(bootFault(url(), Date.now(), 'nothing visible', 'blank'), false);
      default:
        effect satisfies never;
    }
  }

  #ping(): void {
    const answered = () => {
      this.send('answer');
      this.hang('over');
    };
    const { webContents } = this.#options.window;
    webContents.invalidate();
    // On the frame: the contents' method waits for the end of a load. A page that rejects this is not busy; if its
    // process is gone, Electron sends an event.
    webContents.mainFrame.executeJavaScript('0').then(answered, answered);
  }

  async #look(): Promise<void> {
    if (await isEmptyPage(this.#options.window)) this.send('blank');
  }
}
