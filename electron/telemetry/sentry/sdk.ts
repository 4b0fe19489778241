/** The SDK in main, by its options: it captures. Breadcrumbs, pages, limits and storing are Holdfast's. */
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
 * A bundle must not look for a preload script beside itself; screenshots show what replays mask; what nobody caught in
 * main is a fault (recovery/mainErrors.ts), which is reported once.
 */
const UNWANTED: ReadonlySet<string> = new Set([
  'PreloadInjection',
  'Screenshots',
  'OnUncaughtException',
  'OnUnhandledRejection',
]);
/** Milliseconds after which the SDK has written its scope file: its own delay is 500. */
const SCOPE_WRITTEN_MS = 1_000;
/** No channel of the SDK's own: pages.ts listens to pages. */
const NO_IPC = 0 as IPCMode;

/** Starts the SDK, and Crashpad with it. Before Electron is ready: it listens to each window from its creation on. */
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
    // The SDK's scopes hold no breadcrumbs: it would write all of them to disk with each, and put them on events twice.
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
        // A process that is gone is a fault, or the SDK's minidump tells of it.
        .map((one) => (one.name === 'ChildProcess' ? childProcessIntegration({ events: false }) : one)),
    ];
    return typeof added === 'function' ? added(wanted) : [...wanted, ...(added ?? [])];
  };
}

/** Captures what a page has made an event of. `trace` is what the page's SDK said of its trace. */
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
  // Not `null`: that is a user of undefined values, which would hide the one below.
  getCurrentScope().setUser({});
  getIsolationScope().setUser(user);
}

export function setPageTags(tags: Record<string, string | number | boolean>): void {
  getIsolationScope().setTags(tags);
}

/** The user as events have it, for what the SDK does not put it on. */
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
  // Forgetting is a change too, which the SDK writes down.
  setTimeout(remove, SCOPE_WRITTEN_MS).unref();
}

/** Removes what the SDK keeps for the next start: the scope, and the session if that is to end here. */
export function removeScopeFiles(isSessionOver = true): void {
  const folder = join(app.getPath('userData'), 'sentry');
  rmSync(join(folder, 'scope_v3.json'), { force: true });
  if (isSessionOver) rmSync(join(folder, 'session.json'), { force: true });
}
