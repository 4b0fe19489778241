/** Logs, metrics, and spans that are in no transaction, such as those of web vitals: many small things. */
import {
  _INTERNAL_captureSerializedLog,
  _INTERNAL_captureSerializedMetric,
  createEnvelope,
  type Envelope,
  type SerializedLog,
  type SerializedMetric,
  type SpanEnvelope,
  type SpanItem,
} from '@sentry/core';
import { getClient } from '@sentry/electron/main';
import * as v from 'valibot';
import { LIMITS, type LimitCounters } from '../../shared/limits.ts';
import type { TelemetrySettings } from '../../shared/telemetry.ts';
import { cutDetail } from '../common/size.ts';

const HOUR_MS = 3_600_000;
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

/** Adds a page's log or metric to those of main, which the SDK collects for some seconds. */
export function captureDetail(
  type: 'log' | 'metric',
  { attributes, ...said }: v.InferOutput<typeof LOG_OR_METRIC>,
  { release, environment }: TelemetrySettings,
): void {
  const client = getClient();
  if (!client) return;
  const own = {
    'sentry.release': release,
    'sentry.environment': environment,
    'sentry.sdk.name': 'sentry.javascript.electron',
    'electron.process': 'renderer',
  };
  const texts = Object.entries(own).map(([name, value]) => [name, { value, type: 'string' }]);
  const detail = cutDetail({ ...said, attributes: { ...attributes, ...Object.fromEntries(texts) } });
  // The event makes the SDK send them later.
  if (type === 'log') {
    _INTERNAL_captureSerializedLog(client, detail as SerializedLog);
    client.emit('afterCaptureLog', { level: 'info', message: said.body ?? '' });
  } else {
    _INTERNAL_captureSerializedMetric(client, detail as SerializedMetric);
    client.emit('afterCaptureMetric', { name: said.name ?? '', type: 'counter', value: 1 });
  }
}

/** Sends a page's span. */
export function captureSpan(
  { data, ...span }: v.InferOutput<typeof SPAN>,
  trace: Record<string, string>,
  { release, environment, publicKey }: TelemetrySettings,
): void {
  const header = { trace: { ...trace, release, environment, public_key: publicKey } };
  const said: unknown = cutDetail({ ...span, data: { ...Object(data), release, environment } });
  const item = [{ type: 'span' }, said] as SpanItem;
  void getClient()?.sendEnvelope(createEnvelope<SpanEnvelope>(header as SpanEnvelope[0], [item]));
}

const DETAILS: ReadonlySet<string> = new Set(['log', 'trace_metric', 'span']);

/** Holds those of both processes to their limit. The function returns whether anything of an envelope is left. */
export function createDetailLimit(counters: LimitCounters, now: () => number) {
  let start = 0;
  let taken = 0;
  const allow = (count: number) => {
    if (!(now() >= start && now() < start + HOUR_MS)) [start, taken] = [now(), 0];
    const allowed = Math.min(count, LIMITS.detailsPerHour.value - taken);
    taken += allowed;
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
