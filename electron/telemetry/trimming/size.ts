/** Limits breadcrumbs and events in bytes, by https://docs.sentry.io/concepts/data-management/size-limits/. */
import { gzipSync } from 'node:zlib';
import { type Breadcrumb, type Event, normalize } from '@sentry/core';
import { isObject } from '../../shared/isObject.ts';
import { LIMITS } from '../../shared/limitValues/limits.ts';

/** What a part is cut to each time it is the largest: characters of a text, entries of a list or an object. */
const ROUNDS = [
  { text: 8192, entries: 500 },
  { text: 1024, entries: 100 },
  { text: 256, entries: 50 },
  { text: 100, entries: 10 },
] as const;

const BY_AGE: ReadonlySet<string> = new Set(['breadcrumbs', 'spans']);
/** An event's required parts, which are shortened but never removed. */
const LASTING: ReadonlySet<string> = new Set(['event_id', 'type', 'timestamp', 'exception', 'contexts']);
const NOTE = 1000;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Returns a breadcrumb as plain JSON within its limits. @param now seconds since the epoch, for one without a time */
export function boundBreadcrumb(breadcrumb: Breadcrumb, now: number): Breadcrumb {
  const { timestamp, message, ...others } = breadcrumb;
  const bound: Breadcrumb & Record<string, unknown> = {
    timestamp: Number.isFinite(timestamp) ? timestamp : now,
  };
  // Fields of later SDKs may be anything.
  for (const [name, value] of Object.entries(normalize(others, 4, 50) as object)) {
    const isText = ['type', 'category', 'level'].includes(name);
    if (value !== '[undefined]') bound[name] = isText ? clipText(String(value), 100) : value;
  }
  if (typeof bound.data !== 'object') delete bound.data;
  // A logged message can be any value. The SDK's own scopes cut it there.
  if (message !== undefined) bound.message = clipText(String(normalize(message, 1)), 2048);
  shrink(bound, () => bytesOf(bound) <= LIMITS.breadcrumbBytes.value, new Set(['timestamp']));
  return bound;
}

/** Cuts an event, largest part first, to Sentry's limits. Its context `cut` lists the cut parts. Returns their number. */
export function boundEvent(event: Event): number {
  if (fits(event, 0)) return 0;
  const before = bytesOf(event);
  const rounds = shrink(event as Record<string, unknown>, () => fits(event, NOTE), LASTING);
  const parts = [...rounds].map(([part, times]) => `${part} (${times})`).join(', ');
  noteCut(event, parts, { bytes_before: before });
  return rounds.size;
}

/** Cuts the largest part until all of it fits. Returns how often each was cut. @param lasting is never removed */
function shrink(whole: Record<string, unknown>, fits: () => boolean, lasting: ReadonlySet<string>) {
  const rounds = new Map<string, number>();
  while (!fits()) {
    const isLeft = (part: string) =>
      BY_AGE.has(part) || (rounds.get(part) ?? 0) < ROUNDS.length + (lasting.has(part) ? 0 : 1);
    const sizes = Object.entries(whole)
      .filter(([part]) => isLeft(part))
      .map(([part, value]) => ({ part, bytes: bytesOf(value) }));
    const part = sizes.sort((a, b) => b.bytes - a.bytes)[0]?.part;
    if (part === undefined) break;
    const times = rounds.get(part) ?? 0;
    rounds.set(part, times + 1);
    const [value, round] = [whole[part], ROUNDS[times]];
    if (BY_AGE.has(part) && Array.isArray(value) && value.length > 0)
      whole[part] = value.slice(Math.ceil(value.length / 2));
    else if (round) whole[part] = clip(value, round);
    else delete whole[part];
  }
  return rounds;
}

/** Adds to the event's context `cut` what it lacks. */
export function noteCut(event: Event, parts: string, more: object = {}): void {
  // A text or a list would become an object with a key for each of its parts, which is larger.
  const contexts = isObject(event.contexts) ? event.contexts : {};
  const said = isObject(contexts.cut) ? contexts.cut : {};
  const all = [said.parts, parts].filter((one) => one !== undefined).join(', ');
  event.contexts = { ...contexts, cut: { ...said, ...more, parts: all } } as Event['contexts'];
}

/** Cuts each text and list of a log, metric or span to what a reader needs. */
export const cutDetail = <T extends object>(detail: T) => clip(detail, ROUNDS[1]) as T;

/** Whether JSON has more than `most` of these characters. Reading and checking each value costs more than its bytes. */
export function hasMore(json: Uint8Array, characters: string, most: number): boolean {
  const counted = new Uint8Array(256);
  for (const character of Buffer.from(characters)) counted[character] = 1;
  let count = 0;
  for (const byte of json) {
    count += counted[byte] ?? 0;
    if (count > most) return true;
  }
  return false;
}

function fits(event: Event, reserve: number): boolean {
  const json = JSON.stringify(event);
  const bytes = Buffer.byteLength(json) + reserve;
  if (bytes > LIMITS.eventBytes.value) return false;
  const { value } = LIMITS.eventCompressedBytes;
  return bytes <= value || gzipSync(json).length + reserve <= value;
}

/** Shortens all texts, lists (keeping their newest end) and objects in a value. */
function clip(value: unknown, round: (typeof ROUNDS)[number]): unknown {
  if (typeof value === 'string') return clipText(value, round.text);
  if (Array.isArray(value)) return value.slice(-round.entries).map((one) => clip(one, round));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).slice(0, round.entries);
  return Object.fromEntries(
    entries.map(([name, one]) => [clipText(name, round.text), clip(one, round)] as const),
  );
}

const clipText = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text);
