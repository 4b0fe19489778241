/** Connects the replay gate to pages, power events and a timer. */
import { app, ipcMain, powerMonitor, type WebContents } from 'electron';
import { accepted } from '../../ipc/messages.ts';
import { type PageReport, type ReplayCommand, TELEMETRY_CHANNELS } from '../../shared/telemetry.ts';
import type { Counters } from '../common/counters.ts';
import { A_REPORT } from '../common/report.ts';
import { ReplayGate } from './gate.policy.ts';

export interface ReplayOptions {
  sample: { session: number; onError: number };
  counters: Counters;
  /** Whether this is a window whose page may report. */
  isOurs: (contents: WebContents) => boolean;
  /** Called when what is held of this replay is no longer needed. */
  discard: (replayId: string) => void;
  /** Called with each report of a page, after the gate. */
  onReport: (window: number, report: PageReport) => void;
}

export interface Replays {
  gate: ReplayGate;
  /** Applies `change` to the gate and resets the timer. */
  change: (change: (gate: ReplayGate, now: number) => void) => void;
}

/** Creates the gate and connects it. Call it before the SDK starts. */
export function connectReplays(options: ReplayOptions): Replays {
  const pages = new Map<number, WebContents>();
  const command = (window: number, command: ReplayCommand) => {
    const page = pages.get(window);
    if (page && !page.isDestroyed()) page.send(TELEMETRY_CHANNELS.command, command);
  };
  const gate = new ReplayGate({ ...options, random: Math.random, command });

  let timer: NodeJS.Timeout | undefined;
  const change: Replays['change'] = (change) => {
    change(gate, Date.now());
    clearTimeout(timer);
    const next = gate.nextTick();
    if (next === undefined) return;
    timer = setTimeout(() => replays.change((gate, now) => gate.tick(now)), Math.max(0, next - Date.now()));
    timer.unref();
  };
  const replays = { gate, change };

  ipcMain.on(TELEMETRY_CHANNELS.report, (event, ...args: unknown[]) => {
    const [report] = accepted(TELEMETRY_CHANNELS.report, event, args, A_REPORT, options.isOurs) ?? [];
    if (!report) return;
    const { sender } = event;
    pages.set(sender.id, sender);
    change((gate, now) => gate.hear(sender.id, report, now));
    options.onReport(sender.id, report);
  });
  app.on('web-contents-created', (_event, contents) => {
    // A destroyed object no longer has its id.
    const { id } = contents;
    contents.once('destroyed', () => {
      pages.delete(id);
      change((gate, now) => gate.windowClosed(id, now));
    });
  });
  app.on('render-process-gone', (_event, { id }) => change((gate, now) => gate.pageGone(id, now)));
  void app.whenReady().then(() => {
    const events = {
      'lock-screen': 'lock',
      'unlock-screen': 'unlock',
      suspend: 'suspend',
      resume: 'resume',
    } as const;
    for (const [name, power] of Object.entries(events)) {
      powerMonitor.on(name as 'suspend', () => change((gate, now) => gate.power(power, now)));
    }
  });
  return replays;
}
