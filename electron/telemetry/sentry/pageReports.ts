/**
 * Receives what a page's SDK sends to main on the SDK's own channels, where main's SDK would accept whole scopes and minidumps
 * from anybody: here it is data of a trusted page. Lists name what is blocked, never what is allowed.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Attachment, type Breadcrumb, type Event, normalize, type ReplayEvent } from '@sentry/core';
import { getIsolationScope } from '@sentry/electron/main';
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import * as v from 'valibot';
import { type Arguments, type Guard, NOTHING } from '../../common/messages.ts';
import type { Fault } from '../../shared/fault.ts';
import { LIMITS, type LimitCounters } from '../../shared/limitValues/limits.ts';
import { SDK_NAMESPACE, type TelemetrySettings } from '../../shared/telemetryMessages.ts';
import { type OpenEnvelope, type OpenItem, readEnvelope } from '../outbox/envelope.ts';
import type { ReplaySegments } from '../replay/replaySegments.ts';
import { WINDOW_TAG } from '../trimming/breadcrumbs.ts';
import { noteCut } from '../trimming/size.ts';
import { inTurn, inTurns, type Steps } from '../workInTurns/turns.ts';
import { type Details, readValues } from './logsAndSpans.ts';
import { captureFromPage, setPageUser } from './sdk.ts';
import { type Fields, idOf, isPlain, wellFormed } from './wellFormed.ts';

/** Longest message in characters or bytes: the largest recording of a replay, plus room for its event. */
export const MAX_MESSAGE = 25_000_000;
/** How much of a page's envelope is read. A header contains a trace, or a file's name: bytes. */
export const FROM_PAGE = { items: LIMITS.envelopeItems.value, header: 65_536 };
/** Longest value of a tag or user, in characters, as Sentry's server limits tags; and how many a page may set. */
const MAX_VALUE = 200;
const MAX_VALUES = 50;

const REPORTS: ReadonlySet<string> = new Set(['event', 'transaction', 'feedback']);
/** Blocked: main has the session, and counts what is dropped; a recording comes with its event; others are memory or pictures. */
const NOT_PASSED: ReadonlySet<string> = new Set(
  'session sessions client_report replay_recording replay_video unreal_report'.split(' '),
);
/** Blocked attachments: memory, and those that the server reads as parts of the event, bypassing its limits. */
const NOT_ATTACHED = /minidump|applecrashreport|unreal|event\.(?:payload|breadcrumbs)/;

const isBlocked = ({ type, attachment_type: kind }: OpenItem['header']) =>
  type === 'attachment' && NOT_ATTACHED.test(String(kind));

const A_SCOPE = v.strictTuple([v.pipe(v.string(), v.maxLength(MAX_MESSAGE))]);
const A_DETAIL = v.strictTuple([v.looseObject({})]);
const AN_ENVELOPE = v.strictTuple([
  v.pipe(v.union([v.string(), v.instance(Uint8Array)]), v.maxLength(MAX_MESSAGE)),
]);

export interface PageReceiver {
  /** Whether the user allows reports. Otherwise nothing is accepted; repeats are ignored too. */
  readonly isOn: boolean;
  settings: Pick<TelemetrySettings, 'release' | 'environment' | 'publicKey'>;
  counters: LimitCounters;
  details: Details;
  segments: Pick<ReplaySegments, 'receive'>;
  /** Gets a breadcrumb of the page in a window (`webContents.id`), not yet limited. */
  addBreadcrumb(window: number, breadcrumb: Breadcrumb): void;
  isRepeat(fault: Fault): boolean;
}

/** Listens to the SDK in trusted pages. Nothing that a page sends throws in main. */
export function receivePages({ accepted, refused }: Guard, to: PageReceiver): void {
  /** The latest user, tags and extras of each window's page, which it sends with each breadcrumb. */
  const said = new Map<number, Record<string, Fields>>();

  /** Listens on one of the SDK's channels. @param answer of an accepted message, if the page waits for one */
  function listen<S extends Arguments>(
    name: string,
    schema: S,
    take: (window: number, args: v.InferOutput<S>) => unknown,
    isError: (args: v.InferOutput<S>) => boolean = () => false,
    answer?: object,
  ): void {
    const channel = `${SDK_NAMESPACE}.${name}`;
    const handle = (event: IpcMainEvent | IpcMainInvokeEvent, ...args: unknown[]) => {
      const taken = accepted(channel, event, args, schema);
      const { id } = event.sender;
      return taken && inTurn(() => guarded(channel, () => take(id, taken)), isError(taken));
    };
    if (!answer) return void ipcMain.on(channel, handle);
    ipcMain.handle(channel, async (...message) => {
      if (!(await handle(...message))) throw new Error(`A message on ${channel} was refused.`);
      return answer;
    });
  }
  /** Handles a message, which may have any shape. Its answer is true if the message was accepted. */
  async function guarded(channel: string, taking: () => unknown): Promise<boolean> {
    try {
      return (await taking()) !== false;
    } catch (error) {
      refused(channel, `it cannot be read (${(error as Error).name})`);
      return false;
    }
  }
  /** Returns what a page says anew, with `undefined` for what it no longer says. */
  const news = (window: number, what: string, values: Fields): Fields | undefined => {
    const all = said.get(window) ?? {};
    const before = all[what] ?? {};
    said.set(window, { ...all, [what]: values });
    if (!to.isOn || isDeepStrictEqual(values, before)) return undefined;
    return { ...Object.fromEntries(Object.keys(before).map((name) => [name, undefined])), ...values };
  };

  listen('start', NOTHING, (window) => said.delete(window));
  listen('scope', A_SCOPE, (window, [json]) => {
    const { breadcrumbs, extra, tags, user } = readValues(Buffer.from(json), to.counters) as Fields;
    const last: unknown = Array.isArray(breadcrumbs) ? breadcrumbs.at(-1) : undefined;
    if (typeof last === 'object' && last !== null) to.addBreadcrumb(window, last);
    // A page that never set a user sends `{}`; after `setUser(null)` a user without values (renderer/telemetry/pageSdk).
    const named = valuesOf(user);
    const isSet = Object.keys(user ?? {}).length > 0;
    if (news(window, 'user', isSet ? { named } : {}))
      setPageUser(Object.keys(named).length > 0 ? named : null);
    const newTags = news(window, 'tags', valuesOf(tags));
    if (newTags) getIsolationScope().setTags(newTags as Record<string, string>);
    const newExtra = news(window, 'extra', normalize(Object(extra), 3, MAX_VALUES));
    if (newExtra) getIsolationScope().setExtras(newExtra);
  });
  listen('structured-log', A_DETAIL, (_, [one]) => to.isOn && to.details.add('log', one));
  listen('metric', A_DETAIL, (_, [one]) => to.isOn && to.details.add('trace_metric', one));
  const receiveBytes = (window: number, [body]: [string | Uint8Array]) =>
    to.isOn && receive(to, window, readEnvelope(Buffer.from(body as string), FROM_PAGE));
  // The headers of an envelope and of its first item end within these characters.
  const isError = ([body]: [string | Uint8Array]) =>
    Buffer.from(body.slice(0, 2_000) as string).includes('"type":"event"');
  listen('envelope', AN_ENVELOPE, receiveBytes, isError);
  listen('feedback', AN_ENVELOPE, receiveBytes, isError, { statusCode: 200 });
}

/** Accepts an envelope of a page, in turns with main's other work. An odd field costs only itself. */
export function receive(to: PageReceiver, window: number, envelope: OpenEnvelope, isForeign = false) {
  return inTurns(receiveItems(to, window, envelope, isForeign));
}

function* receiveItems(
  to: PageReceiver,
  window: number,
  { header, items, isCut }: OpenEnvelope,
  isForeign: boolean,
): Steps<void> {
  const { counters, details, segments, settings } = to;
  if (isCut) counters.add('envelopeItems', 'trimmed');
  const { release, environment, publicKey } = settings;
  const said = Object.entries(valuesOf(header.trace)).map(([name, value]) => [name, String(value)]);
  const trace = { ...Object.fromEntries(said), release, environment, public_key: publicKey };
  const shared = { sdk: header.sdk, event_id: idOf(header.event_id), ...(header.trace ? { trace } : {}) };
  const attached = items.filter(({ header: { type } }) => type === 'attachment' || type === 'profile');
  const reports = items.filter(({ header: { type } }) => REPORTS.has(type));
  const read = ({ payload }: OpenItem) => readValues(payload, counters);
  for (const item of reports) {
    if (item !== items[0]) yield item.payload.length;
    const event = eventOf(item.header.type, read(item), window, isForeign);
    const fault = event.contexts?.fault as Fault | undefined;
    if (fault && to.isRepeat(fault)) continue;
    const profile = attached.find(({ header }) => header.type === 'profile');
    const taken = profile && details.profile(profile.payload);
    captureFromPage(event, attachmentsOf(attached, counters, event), taken, header.trace ? trace : undefined);
  }
  const replay = items.find((item) => item.header.type === 'replay_event');
  const recording = items.find((item) => item.header.type === 'replay_recording')?.payload;
  if (replay && recording) segments.receive({ event: replayOf(read(replay)), recording }, window);
  for (const item of items) {
    const { type } = item.header;
    if (REPORTS.has(type) || NOT_PASSED.has(type) || type === 'replay_event') continue;
    if (isBlocked(item.header) || (reports.length > 0 && attached.includes(item))) continue;
    if (item !== items[0]) yield item.payload.length;
    details.forward(shared, item);
  }
}

function eventOf(type: string, payload: unknown, window: number, isForeign: boolean): Event {
  // Main sets these for the whole app. The last one would reach into main's SDK.
  const { release, environment, dist, server_name, sdkProcessingMetadata, ...said } = wellFormed(payload);
  return {
    ...said,
    type: (type === 'event' ? undefined : type) as 'transaction',
    platform: said.platform ?? 'javascript',
    breadcrumbs: said.breadcrumbs ?? [],
    tags: { ...valuesOf(said.tags), 'event.process': 'renderer', [WINDOW_TAG]: window },
    // As the SDK for Electron does with events of its own pages, main's SDK names itself.
    ...(said.sdk && !isForeign && { sdk: { integrations: said.sdk.integrations ?? [] } }),
  };
}

/** @throws TypeError without a replay's id or a number */
function replayOf(payload: unknown): ReplayEvent {
  const { release, environment, dist, user, breadcrumbs, ...said } = wellFormed(payload) as ReplayEvent;
  const { replay_id, segment_id: number, timestamp = Date.now() / 1000, replay_type, tags } = said;
  if (replay_id === undefined || !Number.isInteger(number) || number < 0)
    throw new TypeError('A replay has no id, or no number.');
  return {
    ...said,
    timestamp,
    replay_type: replay_type === 'buffer' ? 'buffer' : 'session',
    tags: valuesOf(tags),
  };
}

/** As many as the limit allows, without blocked ones. The event says which others it had. */
function attachmentsOf(items: readonly OpenItem[], counters: LimitCounters, event: Event): Attachment[] {
  let left: number = LIMITS.attachmentBytes.value;
  return items.flatMap(({ header, payload: data }) => {
    if (header.type !== 'attachment' || isBlocked(header)) return [];
    if (data.length > left) {
      counters.add('attachmentBytes', 'dropped');
      noteCut(event, `attachment ${valuesOf(header).filename} (too large)`);
      return [];
    }
    left -= data.length;
    const { attachment_type: attachmentType, filename, content_type: contentType } = valuesOf(header);
    return [{ data, filename, contentType, attachmentType } as unknown as Attachment];
  });
}

function valuesOf(object: unknown): Record<string, string | number | boolean> {
  const bounded = <T>(value: T) => (typeof value === 'string' ? value.slice(0, MAX_VALUE) : value);
  const values = Object.entries(object ?? {}).filter(([, value]) => isPlain(value));
  return Object.fromEntries(values.slice(0, MAX_VALUES).map((entry) => entry.map(bounded)));
}
