/** The facade in a page, from its first line on: calls before the SDK has loaded wait in a bounded queue, with their time. */
import type * as Sentry from '@sentry/core';
import type { EventHint, Scope } from '@sentry/core';
import {
  apply,
  type Call,
  type Facade,
  type FacadeScope,
  logsAndMetrics,
  NO_SPAN,
  ofScope,
  standIn,
} from '../../electron/shared/facade.ts';
import type { EventContext } from '../../electron/shared/reportTypes.ts';

export type Sdk = Pick<
  typeof Sentry,
  'getCurrentScope' | 'addBreadcrumb' | 'captureFeedback' | 'startSpan' | 'withScope'
> &
  ReturnType<typeof ofScope> &
  Pick<Facade, 'logger' | 'metrics'>;

/** Queue limits. Keeps the first captures, because their ids are already in use; of everything else, the newest. */
export const MAX_WAITING = { capture: 20, breadcrumb: 100, scope: 100, detail: 100 } as const;
type Kind = keyof typeof MAX_WAITING;

export interface PageFacade extends Facade {
  /** `captureException` for uncaught errors. An error captured again keeps its id and is reported once. */
  capture(error: unknown, context?: EventContext, mechanism?: EventHint['mechanism']): string | undefined;
  /** Records that an SDK has captured this error by itself. */
  know(error: unknown, id: string | undefined): void;
  idOf(error: unknown): string | undefined;
  /** Whether the SDK has loaded, whose own handlers then capture uncaught errors. */
  isOpen(): boolean;
  open(sdk: Sdk): void;
  /** Reports are off: drops the queue, and every call until opened. */
  close(): void;
}

/** @param at ms since the epoch, if it was queued */
type Act = (sdk: Sdk, at?: number) => void;

export function createFacade(now: () => number = Date.now): PageFacade {
  const { pass, withCalls, open, close, sdk } = createQueue(now);
  const captures = createCaptures(pass);
  const later = standIn<FacadeScope>((call) => pass('scope', (sdk) => apply(sdk, call)));
  return {
    open,
    close,
    isOpen: () => sdk() !== undefined,
    ...captures,
    captureException: (error, context) => captures.capture(error, context),
    addBreadcrumb(breadcrumb) {
      const dated = { timestamp: now() / 1000, ...breadcrumb };
      pass('breadcrumb', (sdk) => sdk.addBreadcrumb(dated));
    },
    ...ofScope(() => later),
    withScope(callback) {
      const loaded = sdk();
      return loaded ? loaded.withScope(callback as never) : withCalls(callback);
    },
    startSpan(options, callback) {
      const loaded = sdk();
      return loaded ? loaded.startSpan(options, callback) : callback(NO_SPAN);
    },
    ...logsAndMetrics((call) => pass('detail', call)),
  };
}

/** This page's facade, created by its first script, which is a separate bundle. */
export const facade: PageFacade = globalThis.holdfastTelemetry ?? createFacade();
globalThis.holdfastTelemetry = facade;

function createQueue(now: () => number) {
  let waiting: { kind: Kind; act: Act; at: number }[] = [];
  let state: Sdk | 'waiting' | 'closed' = 'waiting';
  /** What `withScope` has set for the captures inside it. */
  let calls: Call[] = [];
  return {
    sdk: () => (typeof state === 'string' ? undefined : state),
    /** Runs the callback of a `withScope` from before the SDK has loaded. */
    withCalls<T>(callback: (scope: FacadeScope) => T): T {
      const outer = calls;
      calls = [...outer];
      try {
        return callback(standIn((call) => calls.push(call)));
      } finally {
        calls = outer;
      }
    },
    /** Runs or queues a call. Returns false if it is dropped. */
    pass(kind: Kind, act: Act): boolean {
      if (state === 'closed') return false;
      if (state !== 'waiting') {
        act(state);
        return true;
      }
      const same = waiting.filter((one) => one.kind === kind);
      if (same.length >= MAX_WAITING[kind]) {
        if (kind === 'capture') return false;
        waiting = waiting.filter((one) => one !== same[0]);
      }
      const set = [...calls];
      const scoped: Act = (sdk, at) =>
        sdk.withScope((scope) => {
          for (const call of set) apply(scope, call);
          act(sdk, at);
        });
      waiting.push({ kind, act: kind === 'capture' && set.length > 0 ? scoped : act, at: now() });
      return true;
    },
    open(sdk: Sdk) {
      state = sdk;
      const before = waiting;
      waiting = [];
      for (const { act, at } of before) act(sdk, at);
    },
    close() {
      state = 'closed';
      waiting = [];
    },
  };
}

function createCaptures(pass: ReturnType<typeof createQueue>['pass']) {
  const ids = new WeakMap<object, string>();

  function report(context: EventContext | undefined, act: (sdk: Sdk, hint: EventHint) => void) {
    const id = crypto.randomUUID().replaceAll('-', '');
    const isPassed = pass('capture', (sdk, at) => {
      const captureContext = (scope: Scope) => {
        scope.update(context);
        if (at !== undefined) scope.addEventProcessor((event) => ({ ...event, timestamp: at / 1000 }));
        return scope;
      };
      act(sdk, { event_id: id, captureContext });
    });
    return isPassed ? id : undefined;
  }

  let last: { error: unknown; id: string } | undefined;
  const isObject = (error: unknown): error is object => typeof error === 'object' && error !== null;
  const idOf = (error: unknown) =>
    isObject(error) ? ids.get(error) : last?.error === error ? last?.id : undefined;
  const know = (error: unknown, id: string | undefined) => {
    if (isObject(error) && id) ids.set(error, id);
    else if (id) last = { error, id };
  };
  const capture: PageFacade['capture'] = (error, context, mechanism) => {
    const known = isObject(error) ? idOf(error) : undefined;
    if (known) return known;
    const id = report(context, (sdk, hint) =>
      // Without it the SDK would give a value that has no stack that of this call.
      sdk
        .getCurrentScope()
        .captureException(error, { ...hint, ...(mechanism && { mechanism, syntheticException: null }) }),
    );
    know(error, id);
    return id;
  };
  const captureMessage: PageFacade['captureMessage'] = (message, context) => {
    const level = typeof context === 'string' ? context : context?.level;
    const rest = typeof context === 'string' ? undefined : context;
    return report(rest, (sdk, hint) => sdk.getCurrentScope().captureMessage(message, level, hint));
  };
  const captureFeedback: PageFacade['captureFeedback'] = (feedback, more) =>
    report(undefined, (sdk, hint) => sdk.captureFeedback(feedback, { ...more, ...hint }));
  return { capture, captureMessage, captureFeedback, idOf, know };
}
