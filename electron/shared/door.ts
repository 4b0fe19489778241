/**
 * The app's own way into Sentry, the same on both sides: functions with the SDK's names, there from the first line
 * on. What is called before the SDK is there waits, bounded, with its time, and is handed over in order.
 */

import type {
  Breadcrumb,
  EventHint,
  Primitive,
  Scope,
  ScopeContext,
  SeverityLevel,
  Span,
  StartSpanOptions,
  User,
} from '@sentry/core';

/** What one report says beside what was captured. */
export type EventContext = Partial<
  Pick<ScopeContext, 'level' | 'tags' | 'extra' | 'contexts' | 'user' | 'fingerprint'>
>;

/** What a callback may do with its span. */
export type DoorSpan = Pick<Span, 'setAttribute' | 'setAttributes' | 'setStatus' | 'updateName'>;

export interface Door {
  /** Reports an error. Returns the id of its event; `undefined` when reports are off, or too many wait. */
  captureException(error: unknown, context?: EventContext): string | undefined;
  /** Reports a message. Returns as `captureException`. */
  captureMessage(message: string, context?: SeverityLevel | EventContext): string | undefined;
  addBreadcrumb(breadcrumb: Breadcrumb): void;
  /** Whose reports these are from now on; `null`: nobody's. */
  setUser(user: User | null): void;
  setTag(name: string, value: Primitive): void;
  /** Runs `callback` in a span that ends with it, or with its promise. Returns or throws what it does. */
  startSpan<T>(options: StartSpanOptions, callback: (span: DoorSpan) => T): T;
}

/** The SDK of a side, by its public functions. */
export interface Sdk {
  getCurrentScope(): Pick<Scope, 'captureException' | 'captureMessage'>;
  addBreadcrumb(breadcrumb: Breadcrumb): void;
  setUser(user: User | null): void;
  setTag(name: string, value: Primitive): void;
  startSpan<T>(options: StartSpanOptions, callback: (span: Span) => T): T;
  startInactiveSpan(options: StartSpanOptions): Span;
}

/** Of each kind this much waits: of what is captured the first, of all else the newest. */
export const MAX_WAITING = { capture: 20, breadcrumb: 100, scope: 100, span: 100 } as const;
type Kind = keyof typeof MAX_WAITING;

export interface OwnDoor extends Door {
  /** As `captureException`, for what nobody caught. The same error has the same id, however often it is met. */
  capture(error: unknown, context?: EventContext, mechanism?: EventHint['mechanism']): string | undefined;
  /** Hands over what waits, then passes all on. */
  open(sdk: Sdk): void;
  /** Reports are off: forgets what waits, and whatever comes, until it is opened. */
  close(): void;
}

const NO_SPAN = spanThat(() => undefined);

/** @param now milliseconds since the epoch */
export function createDoor(now: () => number = Date.now): OwnDoor {
  const ids = new WeakMap<object, string>();
  let waiting: { kind: Kind; act: (sdk: Sdk, at?: number) => void; at: number }[] = [];
  let sdk: Sdk | undefined;
  let isClosed = false;

  /** Does it, or lets it wait. Returns whether it will ever be done. */
  function pass(kind: Kind, act: (sdk: Sdk, at?: number) => void): boolean {
    if (sdk) act(sdk);
    if (sdk || isClosed) return !isClosed;
    const same = waiting.filter((one) => one.kind === kind);
    const isFull = same.length >= MAX_WAITING[kind];
    if (isFull && kind === 'capture') return false;
    if (isFull) waiting.splice(waiting.indexOf(same[0] as (typeof waiting)[0]), 1);
    waiting.push({ kind, act, at: now() });
    return true;
  }

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

  function capture(
    error: unknown,
    context?: EventContext,
    mechanism?: EventHint['mechanism'],
  ): string | undefined {
    const key = typeof error === 'object' && error !== null ? error : undefined;
    const known = key && ids.get(key);
    if (known) return known;
    const id = report(context, (scope, hint) =>
      scope.captureException(error, { ...hint, ...(mechanism && { mechanism }) }),
    );
    if (key && id) ids.set(key, id);
    return id;
  }

  /** Runs the callback now. Its span is made when the SDK is there, with the times that it had. */
  function startEarly<T>(options: StartSpanOptions, callback: (span: DoorSpan) => T): T {
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
    return endingWith(() => callback(span), span, end);
  }

  return {
    capture,
    captureException: (error, context) => capture(error, context),
    captureMessage(message, context) {
      const level = typeof context === 'string' ? context : context?.level;
      const rest = typeof context === 'string' ? undefined : context;
      return report(rest, (scope, hint) => scope.captureMessage(message, level, hint));
    },
    addBreadcrumb(breadcrumb) {
      const dated = { timestamp: now() / 1000, ...breadcrumb };
      pass('breadcrumb', (sdk) => sdk.addBreadcrumb(dated));
    },
    setUser: (user) => void pass('scope', (sdk) => sdk.setUser(user)),
    setTag: (name, value) => void pass('scope', (sdk) => sdk.setTag(name, value)),
    startSpan(options, callback) {
      if (sdk) return sdk.startSpan(options, callback);
      return isClosed ? callback(NO_SPAN) : startEarly(options, callback);
    },
    open(to) {
      sdk = to;
      isClosed = false;
      const before = waiting;
      waiting = [];
      for (const { act, at } of before) act(to, at);
    },
    close() {
      sdk = undefined;
      isClosed = true;
      waiting = [];
    },
  };
}

/** Runs what a span is for, and ends the span with it or with its promise; in an error, if it fails. */
function endingWith<T>(run: () => T, span: DoorSpan, end: () => void): T {
  const failed = (error: unknown): never => {
    span.setStatus({ code: 2, message: 'internal_error' });
    end();
    throw error;
  };
  let result: T;
  try {
    result = run();
  } catch (error) {
    return failed(error);
  }
  if (!(result instanceof Promise)) {
    end();
    return result;
  }
  const ended = result.then((value) => {
    end();
    return value;
  }, failed);
  return ended as T;
}

/** A span for a callback that runs before the SDK is there: what is set on it is given to `keep`. */
function spanThat(keep: (call: (span: Span) => void) => void): DoorSpan {
  const span: DoorSpan = {
    setAttribute: (...args) => does((made) => made.setAttribute(...args)),
    setAttributes: (...args) => does((made) => made.setAttributes(...args)),
    setStatus: (...args) => does((made) => made.setStatus(...args)),
    updateName: (...args) => does((made) => made.updateName(...args)),
  };
  const does = (call: (span: Span) => void) => {
    keep(call);
    return span as Span;
  };
  return span;
}
