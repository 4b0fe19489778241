/** The SDK in main. It only captures; Holdfast handles breadcrumbs, pages, limits and storage. */
import {
  type Attachment,
  type Breadcrumb,
  type Event,
  getIntegrationsToSetup,
  type Integration,
  type User,
} from '@sentry/core';
import * as Sentry from '@sentry/electron/main';
import { app } from 'electron';
import { log } from '../../app/log.ts';
import { type MainSdk, ofScope } from '../../shared/facade.ts';
import { LIMITS } from '../../shared/limits.ts';
import { LEFT_OUT, mainIntegrations } from './integrations.ts';
import { removeScopeFiles } from './lastRun.ts';
import type { MakeTransport } from './transport.ts';

interface SdkOptions {
  dsn: string;
  release: string;
  environment: string;
  sentry?: Partial<Sentry.ElectronMainOptions>;
  /** Runs before the app's own integrations. */
  own: Integration;
  transport: MakeTransport;
  onBreadcrumb: (breadcrumb: Breadcrumb) => void;
  /** Whether the user allows reports. */
  isOn: () => boolean;
}

/** Milliseconds after which the SDK has written its scope file; its own delay is 500. */
const SCOPE_WRITTEN_MS = 1_000;

/** Starts the SDK, and Crashpad with it. Call it before Electron is ready, so that no window is missed. */
export function startSdk(options: SdkOptions): void {
  const { dsn, release, environment, sentry = {}, own, transport, onBreadcrumb, isOn } = options;
  Sentry.init({
    ...sentry,
    sendDefaultPii: false,
    dsn,
    release,
    environment,
    maxBreadcrumbs: LIMITS.breadcrumbs.value,
    integrations: (defaults) => {
      const ours = [own, ...mainIntegrations(defaults, app.whenReady())];
      const all = getIntegrationsToSetup({ defaultIntegrations: ours, integrations: sentry.integrations });
      for (const { name } of all)
        if (name in LEFT_OUT && !defaults.some((one) => one.name === name))
          log(`Sentry's integration ${name} is not used: ${LEFT_OUT[name]}.`);
      return all.filter(({ name }) => !(name in LEFT_OUT));
    },
    transport,
    // pages.ts listens to pages. On its own channels the SDK would accept whole scopes, so their name is a secret.
    ipcMode: Sentry.IPCMode.Classic,
    ipcNamespace: `holdfast-${crypto.randomUUID()}`,
    // requests.ts adds the trace headers.
    tracePropagationTargets: [],
    // The SDK keeps them for some seconds: what was logged without consent must not be sent after it.
    beforeSendLog: (log) => (isOn() ? (sentry.beforeSendLog ?? same)(log) : null),
    beforeSendMetric: (metric) => (isOn() ? (sentry.beforeSendMetric ?? same)(metric) : null),
    // Only Holdfast keeps them. The SDK would write all of them to disk with each one, and put them on events twice.
    beforeBreadcrumb(breadcrumb) {
      onBreadcrumb(breadcrumb);
      return null;
    },
  });
}

const same = <T>(value: T): T => value;

/** For the app's own main code. */
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
    Sentry.continueTrace({ sentryTrace, baggage }, callback),
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
  const scopes = [Sentry.getGlobalScope(), Sentry.getIsolationScope(), Sentry.getCurrentScope()];
  const known = scopes.flatMap((scope) => Object.entries(scope.getUser() ?? {}));
  const user = Object.fromEntries(known.filter(([, value]) => value !== undefined));
  return Object.keys(user).length > 0 ? user : undefined;
}

/** Begins a session, or forgets the current one without sending it. */
export function keepSession(isKept: boolean): void {
  if (isKept) Sentry.startSession();
  else Sentry.getIsolationScope().setSession();
}

/** Forgets user, tags and contexts, including the SDK's file of them for the next start. */
export function forgetScopes(options: Partial<Sentry.ElectronMainOptions> = {}): void {
  const session = Sentry.getIsolationScope().getSession();
  for (const scope of [Sentry.getGlobalScope(), Sentry.getIsolationScope(), Sentry.getCurrentScope()])
    scope.clear();
  Sentry.getCurrentScope().update(options.initialScope);
  Sentry.getIsolationScope().setSession(session);
  const remove = () => removeScopeFiles(app.getPath('userData'), session === undefined);
  remove();
  // The SDK writes the cleared scope to disk too; on a busy machine its write may end after the first of these.
  for (const times of [1, 2]) setTimeout(remove, times * SCOPE_WRITTEN_MS).unref();
}
