/**
 * Which of the SDK's default integrations run in main. None delays a capture, as one that returns a promise would: an
 * error right before the process ends would be lost, and so would all but 64 simultaneous ones.
 */
import type { Integration } from '@sentry/core';
import * as Sentry from '@sentry/electron/main';
import { lookingAhead } from './mainInternals.ts';

/** Integrations that the shell replaces, and why. */
export const OF_SHELL: Readonly<Record<string, string>> = {
  OnUncaughtException: 'reported once, as faults (recovery/mainErrors.ts)',
  OnUnhandledRejection: 'likewise',
  PreloadInjection: 'a bundled main has no preload script beside it',
};

/** Integrations that do not run, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  RendererEventLoopBlock: "does nothing without the SDK's IPC; recovery/hang.ts watches pages",
  ContextLines: 'source lines come from uploaded source maps',
  Screenshots: 'would show what replays mask',
  LocalVariablesAsync: 'does nothing by default, and the values of variables are not redacted by name',
  Anr: "watches main from a thread that bypasses the limits, the outbox and the user's consent",
  ThreadBlocked: 'likewise',
};

/** Returns the SDK's defaults for main. Events have no GPU until Electron is `ready`, and at first no OS version. */
export function mainIntegrations(
  defaults: readonly Integration[],
  ready: Promise<unknown>,
  hasShell: boolean,
): Integration[] {
  const instead: Readonly<Record<string, (one: Integration) => Integration>> = {
    // No events: a process that ended is a fault, or has a minidump.
    ...(hasShell && { ChildProcess: () => Sentry.childProcessIntegration({ events: false }) }),
    AdditionalContext: (one) => lookingAhead(one, ready),
    // Electron knows the GPU only once it is ready.
    GpuContext: (one) => lookingAhead(one, ready, false),
    Context: (one) => lookingAhead(one, ready),
  };
  return defaults.map((one) => instead[one.name]?.(one) ?? one);
}
