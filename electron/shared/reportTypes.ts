/**
 * The types of reports for an app's own code: a subset of the Sentry SDK's, with the same names, so that the app need
 * not install it. The compiler checks them where values are passed to the SDK.
 */

export type Primitive = number | string | boolean | bigint | symbol | null | undefined;
export type SeverityLevel = 'fatal' | 'error' | 'warning' | 'log' | 'info' | 'debug';
type Tags = Record<string, Primitive>;
type Attributes = Record<string, unknown>;

export interface Breadcrumb {
  type?: string;
  level?: SeverityLevel;
  /** What it is or where it comes from, separated by dots, such as `ui.click`. */
  category?: string;
  message?: string;
  data?: Record<string, unknown>;
  /** Seconds since 1970; now if absent. */
  timestamp?: number;
}

export interface User {
  id?: string | number;
  email?: string;
  username?: string;
  ip_address?: string | null;
  /** The app's own fields. */
  [field: string]: unknown;
}

export interface EventContext {
  level?: SeverityLevel;
  tags?: Tags;
  extra?: Record<string, unknown>;
  contexts?: Record<string, Attributes | undefined>;
  user?: User;
  fingerprint?: string[];
}

export interface Feedback {
  message: string;
  name?: string;
  email?: string;
  url?: string;
  source?: string;
  /** The report that the feedback is about. */
  associatedEventId?: string;
  tags?: Tags;
}

export interface Attachment {
  filename: string;
  data: string | Uint8Array;
  contentType?: string;
}

type Item<T> = T | null | undefined;
type SpanAttribute = string | number | boolean | Item<string>[] | Item<number>[] | Item<boolean>[];
type SpanAttributes = Record<string, SpanAttribute | undefined>;

export interface StartSpanOptions {
  name: string;
  /** Its category, such as `db.query`. */
  op?: string;
  attributes?: SpanAttributes;
  /** Seconds since 1970; now if absent. */
  startTime?: number | Date;
  /** Starts a span only inside of another one. */
  onlyIfParent?: boolean;
  /** Sends the span as its own transaction. */
  forceTransaction?: boolean;
}

export interface FacadeSpan {
  setAttribute(key: string, value: SpanAttribute | undefined): FacadeSpan;
  setAttributes(attributes: SpanAttributes): FacadeSpan;
  /** Code 1 is success, 2 a failure. */
  setStatus(status: { code: 0 | 1 | 2; message?: string }): FacadeSpan;
  updateName(name: string): FacadeSpan;
}

interface StackFrame {
  filename?: string;
  function?: string;
  module?: string;
  lineno?: number;
  colno?: number;
  abs_path?: string;
  context_line?: string;
  in_app?: boolean;
}

interface Event extends EventContext {
  event_id?: string;
  message?: string;
  /** Seconds since 1970. */
  timestamp?: number;
  platform?: string;
  logger?: string;
  release?: string;
  dist?: string;
  environment?: string;
  request?: { url?: string; method?: string; data?: unknown; headers?: Record<string, string> };
  transaction?: string;
  exception?: {
    values?: { type?: string; value?: string; module?: string; stacktrace?: { frames?: StackFrame[] } }[];
  };
  breadcrumbs?: Breadcrumb[];
}

interface ErrorEvent extends Event {
  type: undefined;
}

interface TransactionEvent extends Event {
  type: 'transaction';
  /** Seconds since 1970. */
  start_timestamp?: number;
}

interface EventHint {
  /** The thrown value. */
  originalException?: unknown;
}

interface SpanJSON {
  data: SpanAttributes;
  description?: string;
  op?: string;
  span_id: string;
  parent_span_id?: string;
  trace_id: string;
  start_timestamp: number;
  timestamp?: number;
  status?: string;
}

interface Log {
  level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';
  message: string;
  attributes?: Attributes;
}

interface Metric {
  name: string;
  value: number;
  type: 'counter' | 'gauge' | 'distribution';
  unit?: string;
  attributes?: Attributes;
}

interface SamplingContext {
  name: string;
  attributes?: SpanAttributes;
  parentSampled?: boolean;
}

/** One of the SDK's integrations. */
interface Integration {
  name: string;
}

type Patterns = (string | RegExp)[];
type MaybeLater<T> = T | PromiseLike<T>;

/** The SDK options that an app may change. Holdfast sets the rest: where reports go, who asks the user, and the limits. */
export interface SentryOptions {
  dist?: string;
  attachStacktrace?: boolean;
  /** Share of errors to report, 0 to 1. */
  sampleRate?: number;
  /** Share of page loads and navigations to trace, 0 to 1. */
  tracesSampleRate?: number;
  tracesSampler?(context: SamplingContext): number | boolean;
  initialScope?: EventContext;
  integrations?: Integration[] | ((defaults: Integration[]) => Integration[]);
  /** Longest text in a report, in characters. */
  maxValueLength?: number;
  normalizeDepth?: number;
  normalizeMaxBreadth?: number;
  ignoreErrors?: Patterns;
  ignoreTransactions?: Patterns;
  ignoreSpans?: Patterns;
  allowUrls?: Patterns;
  denyUrls?: Patterns;
  enableLogs?: boolean;
  enableMetrics?: boolean;
  /** Returning `null` drops it, here and below. */
  beforeSend?(event: ErrorEvent, hint: EventHint): MaybeLater<ErrorEvent | null>;
  beforeSendTransaction?(event: TransactionEvent, hint: EventHint): MaybeLater<TransactionEvent | null>;
  beforeSendSpan?(span: SpanJSON): SpanJSON;
  beforeSendLog?(log: Log): Log | null;
  beforeSendMetric?(metric: Metric): Metric | null;
  beforeBreadcrumb?(breadcrumb: Breadcrumb): Breadcrumb | null;
}
