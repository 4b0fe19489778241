/** The public facade: Sentry for the app's own code, with the SDK's names, the same in main and in pages. */
import type {
  Attachment,
  Breadcrumb,
  EventContext,
  FacadeSpan,
  Feedback,
  Primitive,
  SeverityLevel,
  StartSpanOptions,
  TraceData,
  User,
} from './reportTypes.ts';

/** Main puts the facade on `globalThis` under this key, for the app's own code, which is a separate bundle. */
export const MAIN_KEY = Symbol.for('holdfast.main');

/** These functions do nothing if reports are off. */
export interface Facade {
  /** Reports an error. Returns its event id, or `undefined` if no report will be sent. */
  captureException(error: unknown, context?: EventContext): string | undefined;
  /** Reports a message. Returns the same as `captureException`. */
  captureMessage(message: string, context?: SeverityLevel | EventContext): string | undefined;
  /** Sends a user's feedback. Returns the same as `captureException`. */
  captureFeedback(feedback: Feedback, hint?: { attachments?: Attachment[] }): string | undefined;
  addBreadcrumb(breadcrumb: Breadcrumb): void;
  /** Sets the user of all later reports; `null` removes it. */
  setUser(user: User | null): void;
  setTag(name: string, value: Primitive): void;
  setExtra(name: string, value: unknown): void;
  /** Adds a named group of values to all later reports; `null` removes it. */
  setContext(name: string, context: Record<string, unknown> | null): void;
  /** Sends this with all later reports. */
  addAttachment(attachment: Attachment): void;
  /** Runs `callback` with a scope for the reports made inside it. Returns its result. */
  withScope<T>(callback: (scope: FacadeScope) => T): T;
  /** Runs `callback` in a span that ends when it returns, throws, or its promise settles. Returns its result. */
  startSpan<T>(options: StartSpanOptions, callback: (span: FacadeSpan) => T): T;
  /** Structured logs, such as `logger.info('saved', { orders: 3 })`. */
  logger: Logger;
  /** Numbers over time, such as `metrics.count('orders', 1)`. */
  metrics: Metrics;
}

export interface MainSdk extends Facade {
  /** Runs `callback` in the trace that these headers name. Returns its result. */
  continueTrace<T>(trace: TraceData, callback: () => T): T;
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
const KINDS = ['count', 'gauge', 'distribution'] as const;
type Logger = Record<
  (typeof LEVELS)[number],
  (message: string, attributes?: Record<string, unknown>) => void
>;
type Metrics = Record<
  (typeof KINDS)[number],
  (name: string, value: number, options?: { unit?: string; attributes?: Record<string, unknown> }) => void
>;

/** Makes a logger and metrics that forward each call. */
export function logsAndMetrics(pass: (call: (to: Pick<Facade, 'logger' | 'metrics'>) => void) => unknown) {
  const logger = LEVELS.map((level): [string, Logger['info']] => [
    level,
    (...args) => void pass((to) => to.logger[level](...args)),
  ]);
  const metrics = KINDS.map((kind): [string, Metrics['count']] => [
    kind,
    (...args) => void pass((to) => to.metrics[kind](...args)),
  ]);
  return {
    logger: Object.fromEntries(logger) as Logger,
    metrics: Object.fromEntries(metrics) as Metrics,
  };
}

const OF_SCOPE = ['setUser', 'setTag', 'setExtra', 'setContext', 'addAttachment'] as const;
type OfScope = (typeof OF_SCOPE)[number];

/** What the reports inside of `withScope` contain in addition. */
export type FacadeScope = { [K in OfScope]: (...values: Parameters<Facade[K]>) => FacadeScope } & {
  setLevel(level: SeverityLevel): FacadeScope;
  setFingerprint(fingerprint: string[]): FacadeScope;
  addBreadcrumb(breadcrumb: Breadcrumb): FacadeScope;
};

export function ofScope(scope: () => Record<OfScope, (...args: never[]) => unknown>): Pick<Facade, OfScope> {
  const functions = OF_SCOPE.map((name) => [name, (...args: never[]) => void scope()[name](...args)]);
  return Object.fromEntries(functions);
}

const FUNCTIONS = [
  ...['captureException', 'captureMessage', 'captureFeedback', 'addBreadcrumb', 'startSpan', 'withScope'],
  ...OF_SCOPE,
] as Exclude<keyof Facade, 'logger' | 'metrics'>[];

/** Makes a facade that forwards each call to another. If there is none, callbacks run and other calls do nothing. */
export function forwardTo(other: () => Facade | undefined): Facade {
  const forward =
    (name: (typeof FUNCTIONS)[number]) =>
    (...args: unknown[]) => {
      const to = other() ?? NONE;
      return (to[name] as (...args: unknown[]) => unknown)?.(...args);
    };
  const functions = FUNCTIONS.map((name) => [name, forward(name)]);
  return {
    ...Object.fromEntries(functions),
    ...logsAndMetrics((call) => {
      const to = other();
      if (to) call(to);
    }),
  };
}

/** A stand-in for callbacks that run without the SDK. */
export const NO_SPAN: FacadeSpan = {
  setAttribute: () => NO_SPAN,
  setAttributes: () => NO_SPAN,
  setStatus: () => NO_SPAN,
  updateName: () => NO_SPAN,
};

const SCOPE = [...OF_SCOPE, 'setLevel', 'setFingerprint', 'addBreadcrumb'] as const;
export type ScopeCall = [name: (typeof SCOPE)[number], ...args: never[]];

/** A stand-in for a scope. @param called gets each call of its functions */
export function scopeThat(called: (...call: ScopeCall) => void): FacadeScope {
  const scope = {} as Record<string, unknown>;
  for (const name of SCOPE)
    scope[name] = (...args: never[]) => {
      called(name, ...args);
      return scope;
    };
  return scope as unknown as FacadeScope;
}

/** What a facade does without the SDK. */
const NONE: Partial<Facade> = {
  startSpan: (_options, callback) => callback(NO_SPAN),
  withScope: (callback) => callback(scopeThat(() => undefined)),
};
