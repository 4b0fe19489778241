/** The SDK in main. It only captures; Holdfast handles breadcrumbs, pages, limits and storage. */
import {
  type Attachment,
  type Breadcrumb,
  type Event,
  getCombinedScopeData,
  getIntegrationsToSetup,
  type Integration,
  propagationContextFromHeaders,
  type User,
} from '@sentry/core';
import * as Sentry from '@sentry/electron/main';
import { app } from 'electron';
import { log } from '../../common/log.ts';
import { type MainSdk, ofScope } from '../../shared/facade.ts';
import { LIMITS } from '../../shared/limitValues/limits.ts';
import { removeScopeFiles } from './lastRun.ts';
import { lookingAhead } from './mainInternals.ts';
import type { MakeTransport } from './transport.ts';

export type GivenOptions = Partial<Sentry.ElectronMainOptions> &
  Record<'dsn' | 'release' | 'environment', string>;

interface LimitingParts {
  own: Integration;
  transport: MakeTransport;
  onBreadcrumb: (breadcrumb: Breadcrumb) => void;
  isOn: () => boolean;
  /** Whether the shell reports errors of main and ended processes, and adds the trace headers. */
  hasShell: boolean;
}

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

/** Returns the options for `Sentry.init`: the given ones, with the limits. Call it before Electron is ready. */
export function limitedOptions(given: GivenOptions, parts: LimitingParts): Sentry.ElectronMainOptions {
  const { own, transport, onBreadcrumb, isOn, hasShell } = parts;
  const leftOut = hasShell ? { ...LEFT_OUT, ...OF_SHELL } : LEFT_OUT;
  // None delays a capture, as one that returns a promise would: an error right before the process ends would be lost, and so
  // would all but 64 simultaneous ones. Events have no GPU until Electron is `ready`, and at first no OS version.
  const instead: Readonly<Record<string, (one: Integration) => Integration>> = {
    // No events: a process that ended is a fault, or has a minidump.
    ...(hasShell && { ChildProcess: () => Sentry.childProcessIntegration({ events: false }) }),
    AdditionalContext: lookingAhead,
    GpuContext: (one) => lookingAhead(one, false),
    Context: lookingAhead,
  };
  return {
    ...given,
    sendDefaultPii: false,
    maxBreadcrumbs: LIMITS.breadcrumbs.value,
    integrations: (defaults) => {
      const ours = [own, ...defaults.map((one) => instead[one.name]?.(one) ?? one)];
      const all = getIntegrationsToSetup({ defaultIntegrations: ours, integrations: given.integrations });
      for (const { name } of all)
        if (name in leftOut && !defaults.some((one) => one.name === name))
          log(`Sentry's integration ${name} is not used: ${leftOut[name]}.`);
      return all.filter(({ name }) => !(name in leftOut));
    },
    transport,
    // pageReports.ts listens to pages. On its own channels the SDK would accept whole scopes, so their name is a secret.
    ipcMode: Sentry.IPCMode.Classic,
    ipcNamespace: `holdfast-${crypto.randomUUID()}`,
    ...(hasShell && { tracePropagationTargets: [] }),
    // The SDK keeps them for some seconds: what was logged without consent must not be sent after it.
    beforeSendLog: (log) => (isOn() ? (given.beforeSendLog ?? same)(log) : null),
    beforeSendMetric: (metric) => (isOn() ? (given.beforeSendMetric ?? same)(metric) : null),
    // Only Holdfast keeps them. The SDK would write all of them to disk with each one, and put them on events twice.
    beforeBreadcrumb(breadcrumb, hint) {
      const kept = (given.beforeBreadcrumb ?? same)(breadcrumb, hint);
      if (kept) onBreadcrumb(kept);
      return null;
    },
  };
}

const same = <T>(value: T): T => value;

export const functions: MainSdk = {
  captureException: Sentry.captureException,
  captureMessage: Sentry.captureMessage,
  captureFeedback: Sentry.captureFeedback,
  addBreadcrumb: Sentry.addBreadcrumb,
  ...ofScope(Sentry.getIsolationScope),
  withScope: Sentry.withScope,
  startSpan: Sentry.startSpan,
  logger: Sentry.logger,
  metrics: Sentry.metrics,
  continueTrace: ({ 'sentry-trace': sentryTrace, baggage }, callback) =>
    Sentry.continueTrace({ sentryTrace, baggage }, () => {
      // The SDK knows the trace on spans alone: an error outside of them would have its own.
      Sentry.getCurrentScope().setPropagationContext(propagationContextFromHeaders(sentryTrace, baggage));
      return callback();
    }),
};

/** Captures a page's event. @param dynamicSamplingContext its envelope's trace, if there is one */
export function captureFromPage(
  event: Event,
  attachments: Attachment[],
  profile: object | undefined,
  dynamicSamplingContext: Record<string, string> | undefined,
): void {
  // For the server a profile belongs to the transaction in the same envelope, which the SDK sends in the same call.
  const end = Sentry.getClient()?.on('beforeEnvelope', ([, items]) => {
    if (profile && items[0]?.[0].type === 'transaction') items.push([{ type: 'profile' }, profile] as never);
  });
  Sentry.captureEvent(
    { ...event, ...(dynamicSamplingContext && { sdkProcessingMetadata: { dynamicSamplingContext } }) },
    { attachments },
  );
  end?.();
}

/** Main and pages have one user: the last writer wins. */
export function setPageUser(user: User | null): void {
  // Not `null`: the SDK turns that into a user of undefined values, which would hide the other scope's.
  Sentry.getCurrentScope().setUser({});
  Sentry.getIsolationScope().setUser(user);
}

/** Returns the user as on events, for items to which the SDK does not add it. */
export function userNow(): User | undefined {
  const { user } = getCombinedScopeData(Sentry.getIsolationScope(), Sentry.getCurrentScope());
  return Object.values(user).some((value) => value !== undefined) ? user : undefined;
}

/** Begins a session, or forgets the current one without sending it. */
export function keepSession(isKept: boolean): void {
  if (isKept) Sentry.startSession();
  else Sentry.getIsolationScope().setSession();
}

/** Forgets user, tags and contexts, including the SDK's file of them for the next start. */
export function forgetScopes(initialScope: Sentry.ElectronMainOptions['initialScope']): void {
  const session = Sentry.getIsolationScope().getSession();
  for (const scope of [Sentry.getGlobalScope(), Sentry.getIsolationScope(), Sentry.getCurrentScope()])
    scope.clear();
  Sentry.getCurrentScope().update(initialScope);
  Sentry.getIsolationScope().setSession(session);
  const remove = () => removeScopeFiles(app.getPath('userData'), session === undefined);
  remove();
  // The SDK writes the cleared scope to disk too, after 500 ms; on a busy machine that may end after the first of these.
  for (const ms of [1_000, 2_000]) setTimeout(remove, ms).unref();
}
