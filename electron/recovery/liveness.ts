/** Whether the page of one window lives: its watchdog, and what is done about a page that hangs. */
import type { BrowserWindow } from 'electron';
import type { Fault } from '../shared/fault.ts';
import { askAboutHang } from './dialogs.ts';
import { neverCame, neverReady, noData, unresponsive } from './faults.ts';
import type { HangEvent } from './hang.policy.ts';
import { createHangs } from './hang.ts';
import { WATCHDOG, type WatchdogEffect, type WatchdogEvent } from './watchdog.policy.ts';
import { createGuard } from './watchdog.ts';

export interface LivenessOptions {
  window: BrowserWindow;
  /** The address of the app's page, for faults. */
  url(): string;
  now(): number;
  /** The window is to be shown. */
  show(): void;
  /** Nothing came of the load in time. `isStuck`: not even a document, so that perhaps nothing can come here. */
  lost(fault: Fault, isStuck: boolean): void;
  /** Gets the report of a hang. */
  hung(fault: Fault): void;
}

export interface Liveness {
  send(event: WatchdogEvent): void;
  hang(event: HangEvent): void;
  /** Whether the page's process was ended for a hang, which is reported already. Asked once for each end. */
  takeEnded(): boolean;
  stop(): void;
}

export function createLiveness({ window, url, now, show, lost, hung }: LivenessOptions): Liveness {
  const contents = window.webContents;
  let ended = false;
  let stopped = false;
  const guard = createGuard(onEffect);
  const hangs = createHangs({
    frame: () => contents.mainFrame,
    ask: (signal) => askAboutHang(window, unresponsive(url(), now()), signal),
    report: (samples) => hung(unresponsive(url(), now(), samples)),
    crash() {
      ended = true;
      // Not by `forcefullyCrashRenderer`: it leaves a minidump, which is a second report of the same hang.
      process.kill(contents.getOSProcessId(), 'SIGKILL');
    },
    close: () => window.destroy(),
    now,
  });

  function onEffect(effect: WatchdogEffect): void {
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
        return ping();
      case 'noAnswer':
        return hangs.send({ type: 'unresponsive' });
      default:
        effect satisfies never;
    }
  }

  function ping(): void {
    const answered = () => {
      guard.send('answer');
      hangs.send({ type: 'responsive' });
    };
    // A page that cannot run this is not busy; if its process is gone, that is told by its own event.
    contents.executeJavaScript('0').then(answered, answered);
  }

  function sendHang(event: HangEvent): void {
    if (!stopped) hangs.send(event);
  }
  contents.on('unresponsive', () => sendHang({ type: 'unresponsive' }));
  contents.on('responsive', () => sendHang({ type: 'responsive' }));

  return {
    send: guard.send,
    hang: hangs.send,
    takeEnded() {
      const was = ended;
      ended = false;
      return was;
    },
    stop() {
      stopped = true;
      guard.stop();
      hangs.send({ type: 'gone' });
    },
  };
}
