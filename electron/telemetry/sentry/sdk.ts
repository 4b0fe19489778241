/** The SDK in main. It only captures; breadcrumbs, pages, limits and storage are Holdfast's. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Breadcrumb, Event, Integration, User } from '@sentry/core';
import {
  captureEvent,
  childProcessIntegration,
  type ElectronMainOptions,
  getCurrentScope,
  getGlobalScope,
  getIsolationScope,
  type IPCMode,
  init,
  startSession,
} from '@sentry/electron/main';
import { app } from 'electron';
import { LIMITS } from '../../shared/limits.ts';
import type { TelemetrySettings } from '../../shared/telemetry.ts';
import type { MakeTransport } from './transport.ts';

interface SdkOptions {
  dsn: string;
  release: string;
  environment: string;
  sentry?: Partial<ElectronMainOptions>;
}

interface SdkParts {
  /** Comes before the app's own integrations. */
  own: Integration;
  transport: MakeTransport;
  onBreadcrumb: (breadcrumb: Breadcrumb) => void;
}

/**
 * Left out: a bundled main has no preload script beside it; uncaught errors of main are faults (recovery/mainErrors.ts),
 * which are reported once. What makes a capture wait is left out in syncIntegrations.ts.
 */
const UNWANTED: ReadonlySet<string> = new Set([
  'PreloadInjection',
  'OnUncaughtException',
  'OnUnhandledRejection',
]);
/** Milliseconds within which the SDK has written its scope file; its own delay is 500. */
const SCOPE_WRITTEN_MS = 1_000;
/** None: pages.ts listens to the pages. */
const NO_IPC = 0 as IPCMode;

/** Starts the SDK, and Crashpad with it. Call it before Electron is ready, so that no window is missed. */
export function startSdk(options: SdkOptions, parts: SdkParts): void {
  const { dsn, release, environment, sentry = {} } = options;
  init({
    ...sentry,
    sendDefaultPii: false,
    dsn,
    release,
    environment,
    maxBreadcrumbs: LIMITS.breadcrumbs.value,
    ipcMode: NO_IPC,
    integrations: withOwn(parts.own, sentry.integrations),
    transport: parts.transport,
    // requests.ts adds the trace headers.
    tracePropagationTargets: [],
    // Kept by Holdfast alone. The SDK would write all of them to disk with each one, and put them on events twice.
    beforeBreadcrumb(breadcrumb) {
      parts.onBreadcrumb(breadcrumb);
      return null;
    },
  });
}

function withOwn(own: Integration, added: ElectronMainOptions['integrations']) {
  return (defaults: Integration[]) => {
    const wanted = [
      own,
      ...defaults
        .filter(({ name }) => !UNWANTED.has(name))
        // No events: a process that is gone is a fault, or has a minidump.
        .map((one) => (one.name === 'ChildProcess' ? childProcessIntegration({ events: false }) : one)),
    ];
    return typeof added === 'function' ? added(wanted) : [...wanted, ...(added ?? [])];
  };
}

/** Captures a page's event. `trace` is the trace context from the page's SDK. */
export function captureFromPage(
  event: Event,
  trace: Record<string, string>,
  settings: TelemetrySettings,
): void {
  const { release, environment, publicKey } = settings;
  const dynamicSamplingContext = { ...trace, release, environment, public_key: publicKey };
  captureEvent({
    ...event,
    ...(trace.trace_id && { sdkProcessingMetadata: { dynamicSamplingContext } }),
  });
}

/** Main and pages have one user: the last writer wins. */
export function setPageUser(user: User | null): void {
  // Not `null`: the SDK makes that a user of undefined values, which would hide the other scope's.
  getCurrentScope().setUser({});
  getIsolationScope().setUser(user);
}

export function setPageTags(tags: Record<string, string | number | boolean>): void {
  getIsolationScope().setTags(tags);
}

/** The user as on events, for items that the SDK does not put it on. */
export function userNow(): User | undefined {
  const scopes = [getGlobalScope(), getIsolationScope(), getCurrentScope()];
  const known = scopes.flatMap((scope) => Object.entries(scope.getUser() ?? {}));
  const user = Object.fromEntries(known.filter(([, value]) => value !== undefined));
  return Object.keys(user).length > 0 ? user : undefined;
}

/** Begins a session, or forgets the current one without sending it. */
export function keepSession(isKept: boolean): void {
  if (isKept) startSession();
  else getIsolationScope().setSession();
}

/** Forgets user, tags and contexts, also in the file that the SDK keeps of them for the next start. */
export function forgetScopes(options: Partial<ElectronMainOptions> = {}): void {
  const session = getIsolationScope().getSession();
  for (const scope of [getGlobalScope(), getIsolationScope(), getCurrentScope()]) scope.clear();
  getCurrentScope().update(options.initialScope);
  getIsolationScope().setSession(session);
  const remove = () => removeScopeFiles(session === undefined);
  remove();
  // The SDK writes the cleared scope to disk too; on a busy machine its write may end after the first of these.
  const removeTwice = () => {
    remove();
    setTimeout(remove, SCOPE_WRITTEN_MS).unref();
  };
  setTimeout(removeTwice, SCOPE_WRITTEN_MS).unref();
}

/** Removes the SDK's files for the next start: the scope, and the session if it is over. */
export function removeScopeFiles(isSessionOver = true): void {
  const folder = join(app.getPath('userData'), 'sentry');
  rmSync(join(folder, 'scope_v3.json'), { force: true });
  if (isSessionOver) rmSync(join(folder, 'session.json'), { force: true });
}
