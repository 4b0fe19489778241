/** What pages send in addition to reports: logs, metrics, spans, profiles, and items of unknown types. */
import type { Envelope } from '@sentry/core';
import { flush as flushSdk, getClient } from '@sentry/electron/main';
import { isObject } from '../../shared/isObject.ts';
import { LIMITS, type LimitCounters } from '../../shared/limitValues/limits.ts';
import type { TelemetrySettings } from '../../shared/telemetryMessages.ts';
import type { ItemHeader, OpenItem } from '../outbox/envelope.ts';
import { createPeriod } from '../rateLimit/period.ts';
import { cutDetail, hasMore } from '../trimming/size.ts';
import { lookedUp } from './mainInternals.ts';
import type { Fields } from './wellFormed.ts';

const HOUR_MS = 3_600_000;
/** When a page's logs and metrics are sent: this many milliseconds after the first, or once the limit is reached. */
const WAIT_MS = 5_000;
const MAX_WAITING = 100;

type DetailType = 'log' | 'trace_metric';
export type Details = ReturnType<typeof createDetails>;

/** @param now milliseconds since the epoch */
export function createDetails(
  { release, environment }: Pick<TelemetrySettings, 'release' | 'environment'>,
  counters: LimitCounters,
  now: () => number,
) {
  /** Unsent ones from pages: each arrives separately, and a file for each would keep the disk busy. */
  const waiting: Record<DetailType, object[]> = { log: [], trace_metric: [] };
  let timer: NodeJS.Timeout | undefined;
  const hour = createPeriod(HOUR_MS, LIMITS.detailsPerHour.value);
  const profiles = createPeriod(HOUR_MS, LIMITS.profilesPerHour.value);
  const shared = attributes({ 'sentry.release': release, 'sentry.environment': environment });

  const sendItem = (header: object, itemHeader: object, payload: object) =>
    void getClient()?.sendEnvelope([header, [[itemHeader, payload]]] as unknown as Envelope);
  const allow = (count: number) => {
    const allowed = hour.take(count, now());
    counters.add('detailsPerHour', 'dropped', count - allowed);
    return allowed;
  };
  /** A log, a metric or a streamed span with the app's release; further attributes in `more` override. */
  const signed = (said: Fields, more: object = {}) =>
    cutDetail({ ...said, attributes: { ...Object(said.attributes), ...more, ...shared } });

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    // Main's, which the SDK has collected.
    void flushSdk(0);
    for (const type of ['log', 'trace_metric'] as const) {
      const items = waiting[type].splice(0);
      const content_type = `application/vnd.sentry.items.${type.replace('_', '-')}+json`;
      if (items.length > 0)
        sendItem({}, { type, item_count: items.length, content_type }, { version: 2, items });
    }
  }

  function list(payload: Fields): Fields {
    // A single span has its attributes in `data`.
    if (!('items' in payload))
      return cutDetail({ ...payload, data: { ...Object(payload.data), release, environment } });
    const items = Array.isArray(payload.items) ? payload.items.filter(isObject) : [];
    return { ...payload, items: items.map((item) => signed(item)) };
  }

  /** Within its limits, which are checked before parsing; undefined beyond them. */
  function profile(json: Buffer): object | undefined {
    const isSmall = json.length <= LIMITS.profileBytes.value;
    const isManifold = isSmall && hasMore(json, '{[', LIMITS.itemValues.value);
    const limit = !isSmall ? 'profileBytes' : isManifold ? 'itemValues' : 'profilesPerHour';
    const said = limit === 'profilesPerHour' && profiles.take(1, now()) > 0 && JSON.parse(json.toString());
    if (isObject(said)) return { ...said, release, environment };
    counters.add(limit, 'dropped');
    return undefined;
  }

  return {
    /** Sends a log or metric of Holdfast's own SDK in a page together with others, within some seconds. */
    add(type: DetailType, said: Fields) {
      const { name, version } = getClient()?.getSdkMetadata()?.sdk ?? {};
      const { os, device } = lookedUp();
      const own = attributes({
        'sentry.sdk.name': name,
        'sentry.sdk.version': version,
        'electron.process': 'renderer',
        'os.name': os?.name,
        'os.version': os?.version,
        'device.family': device?.family,
      });
      waiting[type].push(signed(said, own));
      if (waiting[type].length >= MAX_WAITING) flush();
      else timer ??= setTimeout(flush, WAIT_MS).unref();
    },
    flush,
    profile,
    /** Forwards an item unchanged, within the limits. An unknown type is redacted as text. */
    forward(header: object, { header: { length, ...itemHeader }, payload }: OpenItem): void {
      const { type } = itemHeader as ItemHeader;
      if (type === 'profile_chunk') {
        const chunk = profile(payload);
        if (chunk) sendItem(header, itemHeader, chunk);
      } else if (LISTS.has(type)) {
        const said = readValues(payload, counters);
        if (!isObject(said)) throw new SyntaxError(`The payload of a ${type} is not an object.`);
        sendItem(header, itemHeader, list(said));
      } else if (payload.length > LIMITS.eventBytes.value) counters.add('eventBytes', 'dropped');
      else if (allow(1) > 0) sendItem(header, { ...itemHeader, length: payload.length }, payload);
    },
    /** Applies the limit on logs, metrics and spans of both processes. Returns whether anything of an envelope remains. */
    limit: ([, items]: Envelope): boolean =>
      (items as [{ type: string; item_count?: number }, { items?: object[] }][]).every(
        ([header, payload]) => {
          if (!LISTS.has(header.type)) return true;
          if (!Array.isArray(payload.items)) return allow(1) > 0;
          payload.items = payload.items.slice(0, allow(payload.items.length)).map(cutDetail);
          header.item_count = payload.items.length;
          return header.item_count > 0;
        },
      ),
  };
}

export class TooLarge extends RangeError {}

/** Parses a page's JSON. @throws TooLarge for too many values: reading each costs more than its bytes */
export function readValues(json: Buffer, counters: LimitCounters): unknown {
  const { value } = LIMITS.itemValues;
  if (!hasMore(json, '{[,', value)) return JSON.parse(json.toString());
  counters.add('itemValues', 'dropped');
  throw new TooLarge(`An item has at most ${value} values.`);
}

const LISTS: ReadonlySet<string> = new Set(['log', 'trace_metric', 'span']);

/** Serialises texts as the SDK serialises attributes; leaves out unknown ones. */
function attributes(texts: Readonly<Record<string, unknown>>): object {
  const known = Object.entries(texts).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(known.map(([name, value]) => [name, { value, type: 'string' }]));
}
