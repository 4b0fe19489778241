/**
 * Sentry for the app's own code, the same on both sides: functions with the SDK's names that work from the first line
 * on. Calls made before the SDK has loaded are queued, bounded, with their time, and handed over in order.
 */

import type * as Sentry from '@sentry/core';
import type { Breadcrumb, EventHint, Scope, SeverityLevel, Span, StartSpanOptions } from '@sentry/core';

export type EventContext = Partial<
  Pick<Sentry.ScopeContext, 'level' | 'tags' | 'extra' | 'contexts' | 'user' | 'fingerprint'>
>;

export type DoorSpan = Pick<Span, 'setAttribute' | 'setAttributes' | 'setStatus' | 'updateName'>;

export interface Door {
  /** Reports an error. Returns its event id; `undefined` if reports are off or the queue is full. */
  captureException(error: unknown, context?: EventContext): string | undefined;
  /** Reports a message. Returns what `captureException` does. */
  captureMessage(message: string, context?: SeverityLevel | EventContext): string | undefined;
  addBreadcrumb(breadcrumb: Breadcrumb): void;
  /** Sets the user of all later reports; `null` removes it. */
  setUser(user: Sentry.User | null): void;
  setTag(name: string, value: Sentry.Primitive): void;
  /** Runs `callback` in a span that ends when it returns, throws, or its promise settles. Returns its result. */
  startSpan<T>(options: StartSpanOptions, callback: (span: DoorSpan) => T): T;
}

/** The public functions of the SDK, in either process. */
export type Sdk = Pick<
  typeof Sentry,
  'getCurrentScope' | 'addBreadcrumb' | 'setUser' | 'setTag' | 'startSpan' | 'startInactiveSpan'
>;

/** Queue limits. The first captures are kept, since their ids are out; of everything else, the newest. */
export const MAX_WAITING = { capture: 20, breadcrumb: 100, scope: 100, span: 100 } as const;
type Kind = keyof typeof MAX_WAITING;

export interface OwnDoor extends Door {
  /** `captureException` for errors that nobody caught. An error captured again keeps its id and is reported once. */
  capture(error: unknown, context?: EventContext, mechanism?: EventHint['mechanism']): string | undefined;
  /** Hands over the queue, then passes every call on. */
  open(sdk: Sdk): void;
  /** Calls `wanted` when a capture waits for the SDK. */
  onCapture(wanted: () => void): void;
  /** Reports are off: drops the queue and every call until opened. */
  close(): void;
}

const NO_SPAN = spanThat(() => undefined);

/** A call; `at` (ms since the epoch) if it was queued. */
type Act = (sdk: Sdk, at?: number) => void;

/** @param now milliseconds since the epoch */
export function createDoor(now: () => number = Date.now): OwnDoor {
  const { pass, open, close, state, onCapture } = createQueue(now);
  const { capture, captureMessage } = createCaptures(pass);
  return {
    open,
    close,
    onCapture,
    capture,
    captureException: (error, context) => capture(error, context),
    captureMessage,
    addBreadcrumb(breadcrumb) {
      const dated = { timestamp: now() / 1000, ...breadcrumb };
      pass('breadcrumb', (sdk) => sdk.addBreadcrumb(dated));
    },
    setUser: (user) => void pass('scope', (sdk) => sdk.setUser(user)),
    setTag: (name, value) => void pass('scope', (sdk) => sdk.setTag(name, value)),
    startSpan(options, callback) {
      const sdk = state();
      if (sdk === 'closed') return callback(NO_SPAN);
      return sdk === 'waiting' ? startEarly(options, callback, pass, now) : sdk.startSpan(options, callback);
    },
  };
}

function createQueue(now: () => number) {
  let waiting: { kind: Kind; act: Act; at: number }[] = [];
  let state: Sdk | 'waiting' | 'closed' = 'waiting';
  let wanted: (() => void) | undefined;
  return {
    state: () => state,
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
      waiting.push({ kind, act, at: now() });
      if (kind === 'capture') wanted?.();
      return true;
    },
    open(sdk: Sdk) {
      state = sdk;
      const before = waiting;
      waiting = [];
      for (const { act, at } of before) act(sdk, at);
    },
    onCapture(listener: () => void) {
      wanted = listener;
    },
    close() {
      state = 'closed';
      waiting = [];
    },
  };
}

type Pass = ReturnType<typeof createQueue>['pass'];

function createCaptures(pass: Pass): Pick<OwnDoor, 'capture' | 'captureMessage'> {
  const ids = new WeakMap<object, string>();

  function report(
    context: EventContext | undefined,
    act: (scope: ReturnType<Sdk['getCurrentScope']>, hint: EventHint) => void,
  ): string | undefined {
    const id = crypto.randomUUID().replaceAll('-', '');
    const isPassed = pass('capture', (sdk, at) => {
      const captureContext = (scope: Scope) => {
        scope.update(context);
        if (at !== undefined) scope.addEventProcessor((event) => ({ ...event, timestamp: at / 1000 }));
        return scope;
      };
      act(sdk.getCurrentScope(), { event_id: id, captureContext });
    });
    return isPassed ? id : undefined;
  }

  return {
    capture(error, context, mechanism) {
      const key = typeof error === 'object' && error !== null ? error : undefined;
      const known = key && ids.get(key);
      if (known) return known;
      const id = report(context, (scope, hint) =>
        scope.captureException(error, { ...hint, ...(mechanism && { mechanism }) }),
      );
      if (key && id) ids.set(key, id);
      return id;
    },
    captureMessage(message, context) {
      const level = typeof context === 'string' ? context : context?.level;
      const rest = typeof context === 'string' ? undefined : context;
      return report(rest, (scope, hint) => scope.captureMessage(message, level, hint));
    },
  };
}

/** Runs the callback now, and creates its span with the original times once the SDK has loaded. */
function startEarly<T>(
  options: StartSpanOptions,
  callback: (span: DoorSpan) => T,
  pass: Pass,
  now: () => number,
): T {
  const startTime = now() / 1000;
  const calls: ((span: Span) => void)[] = [];
  const span = spanThat((call) => calls.push(call));
  const end = () => {
    const endTime = now() / 1000;
    pass('span', (sdk) => {
      const made = sdk.startInactiveSpan({ ...options, startTime });
      for (const call of calls) call(made);
      made.end(endTime);
    });
  };
  const failed = (error: unknown): never => {
    span.setStatus({ code: 2, message: 'internal_error' });
    throw error;
  };
  let result: T | undefined;
  try {
    result = callback(span);
    return result instanceof Promise ? (result.catch(failed).finally(end) as T) : result;
  } catch (error) {
    return failed(error);
  } finally {
    if (!(result instanceof Promise)) end();
  }
}

/** A stand-in span for callbacks that run before the SDK has loaded. `keep` gets what is set on it. */
function spanThat(keep: (call: (span: Span) => void) => void): DoorSpan {
  const does = (call: (span: Span) => void) => {
    keep(call);
    return span as Span;
  };
  const span: DoorSpan = {
    setAttribute: (...args) => does((made) => made.setAttribute(...args)),
    setAttributes: (...args) => does((made) => made.setAttributes(...args)),
    setStatus: (...args) => does((made) => made.setStatus(...args)),
    updateName: (...args) => does((made) => made.updateName(...args)),
  };
  return span;
}
