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
  User,
} from './reportTypes.ts';

/** Main puts the facade on `globalThis` under this key, for the app's own code, which is a separate bundle. */
export const MAIN_KEY = Symbol.for('holdfast.main');

/** These functions do nothing if reports are off. */
export interface Facade {
  /** Reports an error. Returns its event id, as the next two do; `undefined` if no report will be sent. */
  captureException(error: unknown, context?: EventContext): string | undefined;
  captureMessage(message: string, context?: SeverityLevel | EventContext): string | undefined;
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
  continueTrace<T>(
    trace: { 'sentry-trace'?: string | undefined; baggage?: string | undefined },
    callback: () => T,
  ): T;
}

type Logger = Record<
  'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
  (message: string, attributes?: Record<string, unknown>) => void
>;
type Metrics = Record<
  'count' | 'gauge' | 'distribution',
  (name: string, value: number, options?: { unit?: string; attributes?: Record<string, unknown> }) => void
>;

export type Call = [name: string, ...args: never[]];
type Callable = Record<string, (...args: never[]) => unknown>;

export const apply = (to: object, [name, ...args]: Call): unknown => (to as Callable)[name]?.(...args);

/** An object whose every function returns it, as those of a scope and of a span do. */
export function standIn<T extends object>(called: (call: Call) => void): T {
  const one: T = new Proxy<T>({} as T, {
    get(_, name) {
      // Otherwise a promise would wait for it, and a text of it be one of its functions.
      if (typeof name !== 'string' || name === 'then') return undefined;
      return (...args: never[]) => {
        called([name, ...args]);
        return one;
      };
    },
  });
  return one;
}

export const logsAndMetrics = (
  pass: (call: (to: Pick<Facade, 'logger' | 'metrics'>) => void) => unknown,
): Pick<Facade, 'logger' | 'metrics'> => ({
  logger: standIn((call) => pass((to) => apply(to.logger, call))),
  metrics: standIn((call) => pass((to) => apply(to.metrics, call))),
});

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

/** Makes a facade that forwards each call to another. If there is none, callbacks run and other calls do nothing. */
export function forwardTo(other: () => Facade | undefined): Facade {
  const own: Partial<Facade> = logsAndMetrics((call) => call(other() ?? NONE));
  return new Proxy({} as Facade, {
    get: (_, name: keyof Facade) =>
      own[name] ?? ((...args: never[]) => apply(other() ?? NONE, [name, ...args])),
  });
}

export const NO_SPAN: FacadeSpan = standIn(() => undefined);

const NONE = {
  startSpan: (_options, callback) => callback(NO_SPAN),
  withScope: (callback) => callback(standIn(() => undefined)),
  logger: standIn(() => undefined),
  metrics: standIn(() => undefined),
} as Facade;
