/**
 * Receives what the SDK in a page sends to main on the SDK's own channels. The SDK in main would accept whole scopes,
 * minidumps and any other item, from anybody. Here a page can only send data with known fields: breadcrumbs, tags, a
 * user, events with bounded attachments, logs, metrics, spans, profiles and segments of replays.
 */
import type { Attachment, Breadcrumb, Event, ReplayEvent } from '@sentry/core';
import { getIsolationScope } from '@sentry/electron/main';
import { ipcMain, type WebContents } from 'electron';
import * as v from 'valibot';
import { type Arguments, accepted, NOTHING, refused } from '../../ipc/messages.ts';
import type { Fault } from '../../shared/fault.ts';
import { LIMITS, type LimitCounters } from '../../shared/limits.ts';
import { SDK_NAMESPACE, type TelemetrySettings } from '../../shared/telemetry.ts';
import { WINDOW_TAG } from '../common/breadcrumbs.ts';
import { inTurn } from '../common/turns.ts';
import { type Parts, readEnvelope } from '../outbox/envelope.ts';
import type { ReplaySegments } from '../replay/segments.ts';
import { type Details, type DetailType, LOG_OR_METRIC, SPAN } from './details.ts';
import { captureFromPage, setPageUser } from './sdk.ts';

const CHANNEL = {
  start: `${SDK_NAMESPACE}.start`,
  scope: `${SDK_NAMESPACE}.scope`,
  envelope: `${SDK_NAMESPACE}.envelope`,
  feedback: `${SDK_NAMESPACE}.feedback`,
  log: `${SDK_NAMESPACE}.structured-log`,
  trace_metric: `${SDK_NAMESPACE}.metric`,
} as const;

/** Longest message in characters or bytes: the largest recording of a replay, and room for its event. */
export const MAX_MESSAGE = 25_000_000;
/** Longest value of a tag or user, in characters, as Sentry's server has it for tags; and how many a page may set. */
const MAX_VALUE = 200;
const MAX_VALUES = 50;

const ID = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
const TIME = v.pipe(v.number(), v.finite(), v.minValue(0));
const TEXTS = v.optional(v.array(v.string()));
const FIELDS = v.optional(v.record(v.string(), v.unknown()));
const WORD = v.optional(v.string());
const OBJECTS = v.optional(v.array(v.looseObject({})));
const TRACE = v.looseObject({ frames: OBJECTS });
const THROWN = v.looseObject({ type: WORD, value: WORD, stacktrace: v.optional(TRACE) });

/** The same schema for each of these names. */
function each<T>(schema: T, names: string): Record<string, T> {
  return Object.fromEntries(names.split(' ').map((name) => [name, schema]));
}

/** The fields of an event that a page may set. */
const EVENT = v.object({
  ...each(v.optional(ID), 'event_id'),
  ...each(v.optional(TIME), 'timestamp start_timestamp'),
  ...each(WORD, 'message logger transaction'),
  ...each(FIELDS, 'logentry transaction_info request measurements extra contexts debug_meta'),
  level: v.optional(v.picklist(['fatal', 'error', 'warning', 'log', 'info', 'debug'])),
  exception: v.optional(v.object({ values: v.array(THROWN) })),
  spans: OBJECTS,
  fingerprint: TEXTS,
  breadcrumbs: v.optional(v.array(v.unknown())),
  tags: v.optional(v.unknown()),
  user: v.optional(v.unknown()),
});
const REPLAY = v.object({
  ...each(v.optional(ID), 'event_id'),
  ...each(v.optional(TIME), 'replay_start_timestamp'),
  ...each(TEXTS, 'urls error_ids trace_ids'),
  ...each(FIELDS, 'sdk request contexts'),
  type: v.literal('replay_event'),
  replay_id: ID,
  segment_id: v.pipe(v.number(), v.integer(), v.minValue(0)),
  replay_type: v.picklist(['session', 'buffer']),
  timestamp: TIME,
  platform: WORD,
  tags: v.optional(v.pipe(v.unknown(), v.transform(valuesOf)), {}),
});

const A_SCOPE = v.strictTuple([v.pipe(v.string(), v.maxLength(MAX_MESSAGE))]);
const bytes = v.pipe(
  v.instance(Uint8Array),
  v.check(({ length }) => length <= MAX_MESSAGE),
);
const A_DETAIL = v.strictTuple([LOG_OR_METRIC]);
const DETAILS = v.object({ items: v.array(LOG_OR_METRIC) });
const AN_ENVELOPE = v.strictTuple([v.union([v.pipe(v.string(), v.maxLength(MAX_MESSAGE)), bytes])]);

type Item = Parts['items'][number];

/** What takes the data of pages. */
export interface PageParts {
  /** Whether the user lets reports be made. Otherwise nothing is taken, also not later what is said again. */
  isOn: boolean;
  settings: TelemetrySettings;
  counters: LimitCounters;
  details: Details;
  segments: Pick<ReplaySegments, 'receive'>;
  /** Takes a breadcrumb of the page in a window (`webContents.id`), not yet bounded. */
  addBreadcrumb(window: number, breadcrumb: Breadcrumb): void;
  /** Whether this fault is reported already. */
  isRepeat(fault: Fault): boolean;
}

/** Listens to the SDK in trusted pages. Nothing that a page sends throws in main. */
export function receivePages(isTrustedSender: (sender: WebContents) => boolean, parts: PageParts): void {
  /** The page's latest user and tags, which it sends with each breadcrumb. */
  const said = new Map<string, string>();

  function listen<S extends Arguments>(
    channel: string,
    schema: S,
    take: (window: number, args: v.InferOutput<S>) => unknown,
  ): void {
    ipcMain.on(channel, (event, ...args: unknown[]) => {
      const taken = accepted(channel, event, args, schema, isTrustedSender);
      const { id } = event.sender;
      if (taken) void inTurn(() => guarded(channel, () => take(id, taken)));
    });
  }
  const isNew = (what: string, value: object) => {
    const json = JSON.stringify(value);
    if (json === (said.get(what) ?? '{}')) return false;
    said.set(what, json);
    return true;
  };

  listen(CHANNEL.start, NOTHING, () => said.clear());
  listen(CHANNEL.scope, A_SCOPE, (window, [json]) => {
    const { breadcrumbs, tags, user } = JSON.parse(json) as Record<string, unknown>;
    const last: unknown = Array.isArray(breadcrumbs) ? breadcrumbs.at(-1) : undefined;
    if (typeof last === 'object' && last !== null) parts.addBreadcrumb(window, last);
    // A page that never set a user sends `{}`; after `setUser(null)` it is a user without values (renderer/telemetry/sdk.ts).
    const named = valuesOf(user);
    const isSet = Object.keys(user ?? {}).length > 0;
    if (isNew('user', isSet ? { named } : {}) && parts.isOn)
      setPageUser(Object.keys(named).length > 0 ? named : null);
    const known = valuesOf(tags);
    if (isNew('tags', known) && parts.isOn) getIsolationScope().setTags(known);
  });
  for (const type of ['log', 'trace_metric'] as const)
    listen(CHANNEL[type], A_DETAIL, (_, [one]) => parts.isOn && parts.details.add(type, one));
  const receiveBytes = (window: number, body: string | Uint8Array) =>
    parts.isOn && receive(parts, window, readEnvelope(Buffer.from(body as string)));
  listen(CHANNEL.envelope, AN_ENVELOPE, (window, [body]) => receiveBytes(window, body));
  ipcMain.handle(CHANNEL.feedback, async (event, ...args: unknown[]) => {
    const taken = accepted(CHANNEL.feedback, event, args, AN_ENVELOPE, isTrustedSender);
    const { id } = event.sender;
    const isTaken =
      taken && (await inTurn(() => guarded(CHANNEL.feedback, () => receiveBytes(id, taken[0]))));
    if (!isTaken) throw new Error(`A message on ${CHANNEL.feedback} was refused.`);
    return { statusCode: 200 };
  });
}

/**
 * Takes an envelope of the page in a window.
 * @throws if an item is not what its type says
 */
export function receive(parts: PageParts, window: number, { header, items }: Parts): void {
  const find = (...types: string[]) => items.find((item) => types.includes(item.header.type));
  const { counters, details, segments, settings } = parts;
  const said = Object.entries(valuesOf(header.trace));
  const trace = Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
  const report = find('event', 'transaction', 'feedback');
  const profile = find('profile');
  if (report) {
    const event = eventOf(report, window);
    const attachments = attachmentsOf(items, counters);
    const taken = profile && details.profile(profile.payload);
    const fault = event.contexts?.fault as Fault | undefined;
    if (!(fault && parts.isRepeat(fault))) captureFromPage(event, attachments, taken, trace, settings);
    return;
  }
  const span = find('span');
  if (span) return details.span(v.parse(SPAN, read(span)), trace);
  const chunk = find('profile_chunk');
  if (chunk) {
    const taken = details.profile(chunk.payload);
    return taken && details.profileChunk(taken);
  }
  const many = find('log', 'trace_metric');
  if (many) {
    for (const one of v.parse(DETAILS, read(many)).items) details.add(many.header.type as DetailType, one);
    return;
  }
  const replay = find('replay_event');
  const recording = find('replay_recording')?.payload;
  if (replay && recording)
    return segments.receive({ event: v.parse(REPLAY, read(replay)) as ReplayEvent, recording }, window);
  // Main has the session of the whole app, and counts what is dropped.
  if (!find('session', 'sessions', 'client_report'))
    refused(CHANNEL.envelope, 'it has no item that pages can send');
}

const read = ({ payload }: Item): unknown => JSON.parse(payload.toString());

/** Handles a message, which may have any shape. Returns whether that worked. */
function guarded(channel: string, take: () => unknown): boolean {
  try {
    take();
    return true;
  } catch (error) {
    refused(channel, `it cannot be read (${(error as Error).name})`);
    return false;
  }
}

function eventOf(item: Item, window: number): Event {
  const { type } = item.header;
  const { tags, user, breadcrumbs = [], ...said } = v.parse(EVENT, read(item));
  const known = valuesOf(user);
  return {
    ...(said as Event),
    ...(type !== 'event' && { type: type as 'transaction' }),
    platform: 'javascript',
    breadcrumbs: breadcrumbs.filter((one): one is Breadcrumb => typeof one === 'object' && one !== null),
    tags: { ...valuesOf(tags), 'event.process': 'renderer', [WINDOW_TAG]: window },
    ...(Object.keys(known).length > 0 && { user: known }),
  };
}

/** As many as fit the limit; none that says it is a memory dump, or for a viewer of Sentry's own. */
function attachmentsOf(items: readonly Item[], counters: LimitCounters): Attachment[] {
  let left: number = LIMITS.attachmentBytes.value;
  return items.flatMap(({ header, payload: data }) => {
    const { attachment_type: kind = 'event.attachment', filename, content_type } = header;
    if (header.type !== 'attachment' || kind !== 'event.attachment') return [];
    if (data.length > left) {
      counters.add('attachmentBytes', 'dropped');
      return [];
    }
    left -= data.length;
    const contentType = typeof content_type === 'string' && { contentType: content_type.slice(0, MAX_VALUE) };
    return [{ filename: String(filename).slice(0, MAX_VALUE), data, ...contentType }];
  });
}

/** The plain values of an object, bounded. */
function valuesOf(object: unknown): Record<string, string | number | boolean> {
  const isPlain = ([, value]: [string, unknown]) => ['string', 'number', 'boolean'].includes(typeof value);
  const bounded = <T>(value: T) => (typeof value === 'string' ? value.slice(0, MAX_VALUE) : value);
  const values = Object.entries(object ?? {})
    .filter(isPlain)
    .slice(0, MAX_VALUES);
  return Object.fromEntries(values.map(([name, value]) => [bounded(name), bounded(value)]));
}
