/** Runs watchdog.policy.ts for one window, and hang.ts for a page of it that does not answer. */
import type { BrowserWindow } from 'electron';
import type { Fault } from '../shared/fault.ts';
import { askAboutHang } from './dialogs.ts';
import { neverCame, neverReady, noData, unresponsive } from './faults.ts';
import type { HangEvent } from './hang.policy.ts';
import { Hang } from './hang.ts';
import { NOT_SHOWN, WATCHDOG, type WatchdogEffect, type WatchdogEvent, watch } from './watchdog.policy.ts';

export interface WatchdogOptions {
  window: BrowserWindow;
  /** The address of the app's page, for faults. */
  url(): string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The window is to be shown. */
  show(): void;
  /** Nothing came of the load in time. `isStuck`: not even a document, so that perhaps nothing can come here. */
  lost(fault: Fault, isStuck: boolean): void;
  /** Gets the report of a hang. */
  hung(fault: Fault): void;
}

export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #hang: Hang;
  #state = NOT_SHOWN;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isEnded = false;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    const { window, url, now, hung } = options;
    const contents = window.webContents;
    this.#hang = new Hang({
      frame: () => contents.mainFrame,
      ask: (signal) => askAboutHang(window, unresponsive(url(), now()), signal),
      report: (samples) => hung(unresponsive(url(), now(), samples)),
      crash: () => {
        this.#isEnded = true;
        // Not by `forcefullyCrashRenderer`: it leaves a minidump, which is a second report of the same hang.
        process.kill(contents.getOSProcessId(), 'SIGKILL');
      },
      close: () => window.destroy(),
      now,
    });
    contents.on('unresponsive', () => this.hang({ type: 'unresponsive' }));
    contents.on('responsive', () => this.hang({ type: 'responsive' }));
  }

  send(event: WatchdogEvent): void {
    if (this.#isStopped) return;
    // A clock that is never set back.
    const now = performance.now();
    const { state, effects, checkAt } = watch(this.#state, event, now);
    this.#state = state;
    clearTimeout(this.#timer);
    this.#timer =
      checkAt === null ? undefined : setTimeout(() => this.send('check'), Math.ceil(checkAt - now));
    for (const effect of effects) this.#carryOut(effect);
  }

  hang(event: HangEvent): void {
    if (!this.#isStopped) this.#hang.send(event);
  }

  /** Whether the page's process was ended for a hang, which is reported already. Asked once for each end. */
  takeEnded(): boolean {
    const isEnded = this.#isEnded;
    this.#isEnded = false;
    return isEnded;
  }

  /** The window is gone, or another has taken its place. */
  stop(): void {
    this.hang({ type: 'gone' });
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #carryOut(effect: WatchdogEffect): void {
    const { url, now, show, lost } = this.#options;
    switch (effect) {
      case 'show':
        return show();
      case 'neverCame':
        return lost(neverCame(url(), now(), WATCHDOG.commitMs), true);
      case 'neverReady':
        return lost(neverReady(url(), now(), WATCHDOG.readyMs), false);
      case 'noData':
        return lost(noData(url(), now(), WATCHDOG.dataMs), false);
      case 'ping':
        return this.#ping();
      case 'noAnswer':
        return this.hang({ type: 'unresponsive' });
      default:
        effect satisfies never;
    }
  }

  #ping(): void {
    const answered = () => {
      this.send('answer');
      this.hang({ type: 'responsive' });
    };
    // A page that cannot run this is not busy; if its process is gone, Electron has an event for that.
    this.#options.window.webContents.executeJavaScript('0').then(answered, answered);
  }
}
