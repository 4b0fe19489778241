/** Logs, metrics, and spans that are in no transaction, such as those of web vitals: many small things. */
import type { Envelope } from '@sentry/core';
import { getClient } from '@sentry/electron/main';
import * as v from 'valibot';
import { LIMITS, type LimitCounters } from '../../shared/limits.ts';
import type { TelemetrySettings } from '../../shared/telemetry.ts';
import { createPeriod } from '../common/period.ts';
import { cutDetail } from '../common/size.ts';

const HOUR_MS = 3_600_000;
/** When a page's logs and metrics are sent: milliseconds after the first, or as soon as there are so many. */
const WAIT_MS = 5_000;
const MAX_WAITING = 100;
const ID = v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{16,32}$/)));
const number = v.pipe(v.number(), v.finite());
const word = v.optional(v.pipe(v.string(), v.maxLength(200)));
const ATTRIBUTE = v.object({ value: v.unknown(), type: word, unit: word });

/** What a page may say of a log or a metric, as the SDK has serialized it. */
export const LOG_OR_METRIC = v.object({
  timestamp: number,
  trace_id: ID,
  span_id: ID,
  level: word,
  body: v.optional(v.string()),
  severity_number: v.optional(number),
  name: word,
  type: word,
  unit: word,
  value: v.optional(number),
  attributes: v.optional(v.record(v.string(), ATTRIBUTE), {}),
});
export const SPAN = v.looseObject({ trace_id: v.string(), span_id: v.string(), start_timestamp: number });

export type DetailType = 'log' | 'trace_metric';

/** Those of pages that are not sent yet: each comes by itself, and a file for each would keep the disk busy. */
const waiting = { log: [] as object[], trace_metric: [] as object[] };
let timer: NodeJS.Timeout | undefined;

/** Sends a page's log or metric with others, in some seconds. */
export function captureDetail(
  type: DetailType,
  { attributes, ...said }: v.InferOutput<typeof LOG_OR_METRIC>,
  { release, environment }: TelemetrySettings,
): void {
  const own = {
    'sentry.release': release,
    'sentry.environment': environment,
    'sentry.sdk.name': 'sentry.javascript.electron',
    'electron.process': 'renderer',
  };
  const texts = Object.entries(own).map(([name, value]) => [name, { value, type: 'string' }]);
  waiting[type].push(cutDetail({ ...said, attributes: { ...attributes, ...Object.fromEntries(texts) } }));
  if (waiting[type].length >= MAX_WAITING) sendDetails();
  else timer ??= setTimeout(sendDetails, WAIT_MS).unref();
}

/** Sends the logs and metrics that wait, of pages and of main. */
export function sendDetails(): void {
  clearTimeout(timer);
  timer = undefined;
  // The SDK has collected those of main.
  getClient()?.emit('flush');
  for (const type of ['log', 'trace_metric'] as const) {
    const items = waiting[type].splice(0);
    const content_type = `application/vnd.sentry.items.${type.replace('_', '-')}+json`;
    if (items.length > 0) send({}, { type, item_count: items.length, content_type }, { version: 2, items });
  }
}

/** Sends a page's span. */
export function captureSpan(
  { data, ...span }: v.InferOutput<typeof SPAN>,
  trace: Record<string, string>,
  { release, environment, publicKey }: TelemetrySettings,
): void {
  const said = cutDetail({ ...span, data: { ...Object(data), release, environment } });
  send({ trace: { ...trace, release, environment, public_key: publicKey } }, { type: 'span' }, said);
}

/** Sends an envelope with one item through the pipeline, like those of the SDK. */
function send(header: object, itemHeader: object, payload: object): void {
  void getClient()?.sendEnvelope([header, [[itemHeader, payload]]] as unknown as Envelope);
}

const DETAILS: ReadonlySet<string> = new Set(['log', 'trace_metric', 'span']);

/** Holds those of both processes to their limit. The function returns whether anything of an envelope is left. */
export function createDetailLimit(counters: LimitCounters, now: () => number) {
  const hour = createPeriod(HOUR_MS, LIMITS.detailsPerHour.value);
  const allow = (count: number) => {
    const allowed = hour.take(count, now());
    counters.add('detailsPerHour', 'dropped', count - allowed);
    return allowed;
  };
  return ([, items]: Envelope): boolean =>
    (items as [{ type: string; item_count?: number }, { items?: object[] }][]).every(([header, payload]) => {
      if (!DETAILS.has(header.type)) return true;
      if (!Array.isArray(payload.items)) return allow(1) > 0;
      payload.items = payload.items.slice(0, allow(payload.items.length)).map(cutDetail);
      header.item_count = payload.items.length;
      return header.item_count > 0;
    });
}
