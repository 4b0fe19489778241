/** What pages send beside reports: logs, metrics, spans in no transaction, such as those of web vitals, and profiles. */
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
const digits = v.pipe(v.string(), v.regex(/^\d{1,20}$/));
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
/** Of a transaction, or a part of one that goes on. Samples and stacks are numbers: they are not redacted. */
export const PROFILE = v.looseObject({
  profile: v.object({
    frames: v.array(v.looseObject({})),
    // Not each by a schema: a page can send 950,000.
    stacks: v.array(v.custom<number[]>((one) => Array.isArray(one) && one.every(Number.isFinite))),
    samples: v.array(
      v.object({
        stack_id: number,
        thread_id: digits,
        timestamp: v.optional(number),
        elapsed_since_start_ns: v.optional(digits),
      }),
    ),
    thread_metadata: v.optional(v.record(digits, v.object({ name: word }))),
  }),
});

export type DetailType = 'log' | 'trace_metric';
export type Details = ReturnType<typeof createDetails>;

/** @param now milliseconds since the epoch */
export function createDetails(
  { release, environment, publicKey }: Pick<TelemetrySettings, 'release' | 'environment' | 'publicKey'>,
  counters: LimitCounters,
  now: () => number,
) {
  /** Those of pages that are not sent yet: each comes by itself, and a file for each would keep the disk busy. */
  const waiting: Record<DetailType, object[]> = { log: [], trace_metric: [] };
  let timer: NodeJS.Timeout | undefined;
  const hour = createPeriod(HOUR_MS, LIMITS.detailsPerHour.value);
  const profiles = createPeriod(HOUR_MS, LIMITS.profilesPerHour.value);
  const text = (value: string) => ({ value, type: 'string' });
  const own = {
    'sentry.release': text(release),
    'sentry.environment': text(environment),
    'sentry.sdk.name': text('sentry.javascript.electron'),
    'electron.process': text('renderer'),
  };

  /** Sends an envelope with one item through the pipeline, like those of the SDK. */
  const sendItem = (header: object, itemHeader: object, payload: object) =>
    void getClient()?.sendEnvelope([header, [[itemHeader, payload]]] as unknown as Envelope);
  const allow = (count: number) => {
    const allowed = hour.take(count, now());
    counters.add('detailsPerHour', 'dropped', count - allowed);
    return allowed;
  };

  /** Sends the logs and metrics that wait, of pages and of main. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    // The SDK has collected those of main.
    getClient()?.emit('flush');
    for (const type of ['log', 'trace_metric'] as const) {
      const items = waiting[type].splice(0);
      const content_type = `application/vnd.sentry.items.${type.replace('_', '-')}+json`;
      if (items.length > 0)
        sendItem({}, { type, item_count: items.length, content_type }, { version: 2, items });
    }
  }

  return {
    /** Sends a page's log or metric with others, in some seconds. */
    add(type: DetailType, { attributes, ...said }: v.InferOutput<typeof LOG_OR_METRIC>) {
      waiting[type].push(cutDetail({ ...said, attributes: { ...attributes, ...own } }));
      if (waiting[type].length >= MAX_WAITING) flush();
      else timer ??= setTimeout(flush, WAIT_MS).unref();
    },
    flush,
    /** Sends a page's span. */
    span({ data, ...span }: v.InferOutput<typeof SPAN>, trace: Record<string, string>) {
      const said = cutDetail({ ...span, data: { ...Object(data), release, environment } });
      sendItem({ trace: { ...trace, release, environment, public_key: publicKey } }, { type: 'span' }, said);
    },
    /**
     * A page's profile, or nothing beyond the limits, which are kept before it is read.
     * @throws if it is none
     */
    profile(json: Buffer): object | undefined {
      const isSmall = json.length <= LIMITS.profileBytes.value;
      const limit = !isSmall ? 'profileBytes' : isManifold(json) ? 'profileParts' : 'profilesPerHour';
      if (limit === 'profilesPerHour' && profiles.take(1, now()) > 0)
        return { ...v.parse(PROFILE, JSON.parse(json.toString())), release, environment };
      counters.add(limit, 'dropped');
      return undefined;
    },
    /** Sends a part of a profile that goes on. */
    profileChunk: (chunk: object) => sendItem({}, { type: 'profile_chunk', platform: 'javascript' }, chunk),
    /** Holds logs, metrics and spans of both processes to their limit. Returns whether anything of an envelope is left. */
    limit: ([, items]: Envelope): boolean =>
      (items as [{ type: string; item_count?: number }, { items?: object[] }][]).every(
        ([header, payload]) => {
          if (!['log', 'trace_metric', 'span'].includes(header.type)) return true;
          if (!Array.isArray(payload.items)) return allow(1) > 0;
          payload.items = payload.items.slice(0, allow(payload.items.length)).map(cutDetail);
          header.item_count = payload.items.length;
          return header.item_count > 0;
        },
      ),
  };
}

/** Whether it has too many objects and lists: reading and checking each costs more than the bytes do. */
function isManifold(json: Buffer): boolean {
  let parts = 0;
  for (const byte of json) if (byte === 0x7b || byte === 0x5b) parts += 1;
  return parts > LIMITS.profileParts.value;
}
