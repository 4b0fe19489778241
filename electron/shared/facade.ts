/** The public facade: Sentry for the app's own code, with the SDK's names, the same in main and in pages. */
import type {
  Breadcrumb,
  EventContext,
  FacadeSpan,
  Primitive,
  SeverityLevel,
  StartSpanOptions,
  TraceData,
  User,
} from './reportTypes.ts';

/** These functions do nothing if reports are off. */
export interface Facade {
  /** Reports an error. Returns its event id, or `undefined` if no report will be sent. */
  captureException(error: unknown, context?: EventContext): string | undefined;
  /** Reports a message. Returns the same as `captureException`. */
  captureMessage(message: string, context?: SeverityLevel | EventContext): string | undefined;
  addBreadcrumb(breadcrumb: Breadcrumb): void;
  /** Sets the user of all later reports; `null` removes it. */
  setUser(user: User | null): void;
  setTag(name: string, value: Primitive): void;
  /** Runs `callback` in a span that ends when it returns, throws, or its promise settles. Returns its result. */
  startSpan<T>(options: StartSpanOptions, callback: (span: FacadeSpan) => T): T;
  /** Structured logs, such as `logger.info('saved', { orders: 3 })`. */
  logger: Logger;
  /** Numbers over time, such as `metrics.count('orders', 1)`. */
  metrics: Metrics;
}

/** What main's own code uses in addition. */
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
export function passOn(pass: (call: (to: Pick<Facade, 'logger' | 'metrics'>) => void) => unknown) {
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

/** A stand-in for callbacks that run without the SDK. */
export const NO_SPAN: FacadeSpan = {
  setAttribute: () => NO_SPAN,
  setAttributes: () => NO_SPAN,
  setStatus: () => NO_SPAN,
  updateName: () => NO_SPAN,
};
