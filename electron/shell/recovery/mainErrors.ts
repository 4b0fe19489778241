/** Uncaught exceptions and rejections in main. */
import { app, BrowserWindow } from 'electron';
import { allowClosedTerminal, log } from '../../common/log.ts';
import type { ReportExtra } from '../../common/reportedFaults.ts';
import type { Fault } from '../../shared/fault.ts';
import { exitNow, relaunch } from '../app/lifecycle.ts';
import { showFaultDialog, tellOfFault } from './dialogs.ts';
import { logFault, mainFailed } from './faults.ts';

type Show = (fault: Fault, extra: ReportExtra) => void;

/** Replaces Electron's own dialog. Runs before anything that can throw. */
export function setupMainErrors() {
  const waiting: { fault: Fault; extra: ReportExtra }[] = [];
  let show: Show | undefined;

  function take(origin: 'uncaughtException' | 'unhandledRejection', error: unknown): void {
    const fault = mainFailed(origin, error);
    logFault(fault);
    const extra = { error, uncaught: origin };
    try {
      if (show) show(fault, extra);
      else waiting.push({ fault, extra });
    } catch (failure) {
      // Throwing here would only lead back here.
      log(failure);
      void showDialog(fault);
    }
  }

  process.on('uncaughtException', (error) => take('uncaughtException', error));
  process.on('unhandledRejection', (error) => take('unhandledRejection', error));
  void app.whenReady().then(() => {
    allowClosedTerminal();
    // The start failed before anything could show a fault.
    const first = waiting[0];
    if (!show && first) void showDialog(first.fault);
  });

  return {
    /** Passes every fault to `listener`, including earlier ones. Without a listener, faults end in a native dialog. */
    showIn(listener: Show) {
      show = listener;
      for (const { fault, extra } of waiting.splice(0)) listener(fault, extra);
    },
  };
}

async function showDialog(fault: Fault): Promise<void> {
  const [window] = BrowserWindow.getAllWindows();
  if (window) return await tellOfFault(window, fault);
  if (await showFaultDialog(fault)) relaunch();
  exitNow(1);
}
