/** Connects the replay gate to pages, power events and a timer. */
import { app, ipcMain, powerMonitor, webContents } from 'electron';
import * as v from 'valibot';
import type { Guard } from '../../common/messages.ts';
import { onPage } from '../../common/pages.ts';
import { type PageReport, type ReplayCommand, TELEMETRY_CHANNELS } from '../../shared/telemetryMessages.ts';
import { inTurn } from '../workInTurns/turns.ts';
import { createGate, type GateOptions, POWER_EVENTS, type ReplayGate } from './gate.ts';

const replayId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
const REPORT: v.GenericSchema<unknown, PageReport> = v.variant('what', [
  v.object({ what: v.literal('ready') }),
  v.object({ what: v.literal('input') }),
  v.object({ what: v.literal('started'), replayId }),
  v.object({ what: v.literal('ended'), replayId, reason: v.pipe(v.string(), v.maxLength(100)) }),
  v.object({ what: v.literal('crowded'), by: v.picklist(['replayAdded', 'replayElements']) }),
  v.object({ what: v.literal('checkpoint'), replayId }),
]);
const A_REPORT = v.strictTuple([REPORT]);

/** Creates the gate and connects it. Call it before the SDK starts. */
export function connectReplays(
  options: Omit<GateOptions, 'random' | 'command'>,
  guard: Guard,
  onReport: (report: PageReport) => void,
) {
  const command = (window: number, command: ReplayCommand) => {
    const page = webContents.fromId(window);
    if (page && !page.isDestroyed()) page.send(TELEMETRY_CHANNELS.command, command);
  };
  const gate = createGate({ ...options, random: Math.random, command });

  let timer: NodeJS.Timeout | undefined;
  const change = (apply: (gate: ReplayGate, now: number) => void) => {
    apply(gate, Date.now());
    clearTimeout(timer);
    const next = gate.nextTick();
    if (next === undefined) return;
    // biome-ignore lint/plugin: pages tell times by the wall clock, and the gate knows one that was set
    timer = setTimeout(() => change((gate, now) => gate.tick(now)), Math.max(0, next - Date.now())).unref();
  };

  ipcMain.on(TELEMETRY_CHANNELS.report, (event, ...args: unknown[]) => {
    const [report] = guard.accepted(TELEMETRY_CHANNELS.report, event, args, A_REPORT) ?? [];
    if (!report) return;
    const { id } = event.sender;
    // In order with its recorder's segments.
    void inTurn(() => {
      change((gate, now) => gate.hear(id, report, now));
      onReport(report);
    });
  });
  onPage((contents) => {
    // A destroyed object no longer has its id.
    const { id } = contents;
    contents.once('destroyed', () => change((gate, now) => gate.windowClosed(id, now)));
  });
  app.on('render-process-gone', (_event, { id }) => change((gate, now) => gate.pageGone(id, now)));
  void app.whenReady().then(() => {
    for (const name of POWER_EVENTS)
      powerMonitor.on(name as 'suspend', () => change((gate, now) => gate.power(name, now)));
  });
  return { gate, change };
}
