/** Exceptions and rejections of main that nobody caught. */
import { app } from 'electron';
import { exitNow, relaunch } from '../app/lifecycle.ts';
import { log } from '../app/log.ts';
import type { Fault } from '../shared/fault.ts';
import { showFaultDialog } from './dialogs.ts';
import { mainFailed } from './faults.ts';
import type { ReportExtra } from './reports.ts';

type Show = (fault: Fault, extra: ReportExtra) => void;

/** Takes over from Electron, which shows a dialog of its own. Call it first of all. */
export function setupMainErrors() {
  const waiting: { fault: Fault; extra: ReportExtra }[] = [];
  let show: Show | undefined;

  function take(origin: 'uncaughtException' | 'unhandledRejection', error: unknown): void {
    const fault = mainFailed(origin, error);
    log(`${fault.title}. ${fault.detail}`);
    const extra = { error, fatal: true };
    try {
      if (show) show(fault, extra);
      else waiting.push({ fault, extra });
    } catch (failure) {
      // What shows faults has failed itself, and an exception here would come back to it.
      log(failure);
      void showDialog(fault);
    }
  }

  process.on('uncaughtException', (error) => take('uncaughtException', error));
  process.on('unhandledRejection', (error) => take('unhandledRejection', error));
  // A terminal that was closed is no failure of the app; writing to it is an error each time.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  // The start broke off before there was anything to show a fault in.
  void app.whenReady().then(() => {
    const first = waiting[0];
    if (!show && first) void showDialog(first.fault);
  });

  return {
    /** Gives every fault to `listener`, also those that came before. Without it they end in a native dialog. */
    showIn(listener: Show) {
      show = listener;
      for (const { fault, extra } of waiting.splice(0)) listener(fault, extra);
    },
  };
}

async function showDialog(fault: Fault): Promise<void> {
  if (await showFaultDialog(fault)) relaunch();
  exitNow(1);
}
