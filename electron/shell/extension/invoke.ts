/** Lets pages call the app's own handlers. */
import { ipcMain } from 'electron';
import { AN_INVOCATION, type Messages } from '../../common/messages.ts';
import type { Server } from '../../common/origins.ts';
import type { Report } from '../../common/reportedFaults.ts';
import { CHANNELS, type Invocation } from '../../shared/channels.ts';
import type { Fault } from '../../shared/fault.ts';
import { continueTrace } from '../../telemetry/index.ts';
import { appCodeFailed, logFault } from '../recovery/faults.ts';
import type { Context, Main } from './main.ts';

export interface InvokeOptions {
  messages: Messages;
  server?: Server | undefined;
  evaluates?: boolean | undefined;
  report: Report;
  note(fault: Fault): void;
}

export function answerInvoke(
  main: Main | undefined,
  context: Context,
  { messages, server, evaluates, report, note }: InvokeOptions,
): void {
  const failed = (error: unknown, name: string): string | undefined => {
    const fault = appCodeFailed('HANDLER_FAILED', name, error);
    logFault(fault);
    const reportId = report(fault, { error });
    note(reportId ? { ...fault, reportId } : fault);
    return reportId;
  };
  ipcMain.handle(CHANNELS.invoke, async (event, ...args: unknown[]): Promise<Invocation> => {
    const asked = messages.accepted(CHANNELS.invoke, event, args, AN_INVOCATION);
    const caller = asked && context.window();
    if (!caller) throw new Error(`A message on ${CHANNELS.invoke} was refused.`);
    const [name, input, trace] = asked;
    const { call } = await import('./call.ts');
    const run = () =>
      call({ main, name, input, server, evaluates, context: { ...context, caller }, report: failed });
    return await (trace ? continueTrace(trace, run) : run());
  });
}
