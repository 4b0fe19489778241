/** Which lane an envelope waits in, and which of the server's rate-limit categories it falls under. */
import { envelopeItemTypeToDataCategory } from '@sentry/core';

/** Lower is more important: sent sooner, removed later. */
export type Lane = 0 | 1 | 2 | 3;

/** Names of the lanes, by number. */
export const LANES = [
  'crashes and errors',
  'feedback and sessions',
  'transactions and others',
  'replay',
] as const satisfies Record<Lane, string>;

/**
 * Lanes by item type. `check_in` says that a job ran, as a session says that the app did.
 * Logs, metrics, spans, profiles and client reports are statistics, as transactions are: all types
 * that are not named here, those of a later SDK too, wait with them.
 */
const LANE_OF: ReadonlyMap<string, Lane> = new Map(
  Object.entries({
    event: 0,
    raw_security: 0,
    feedback: 1,
    user_report: 1,
    session: 1,
    sessions: 1,
    check_in: 1,
    replay_event: 3,
    replay_recording: 3,
  } as const),
);
const OTHER_LANE: Lane = 2;

/** An item's header, as far as lanes and categories need it. */
export interface ItemHeader {
  type: string;
  attachment_type?: unknown;
}

/** Attachments that make an event by themselves; the server counts them as errors, not as attachments. */
const CRASH_ATTACHMENTS: readonly unknown[] = ['event.minidump', 'event.applecrashreport'];

function isCrash(item: ItemHeader): boolean {
  return item.type === 'attachment' && CRASH_ATTACHMENTS.includes(item.attachment_type);
}

/**
 * The lane of an envelope: that of its most important item. An attachment follows what it is attached to.
 */
export function laneOf(items: readonly ItemHeader[]): Lane {
  if (items.some(isCrash)) return 0;
  const lanes = items
    .filter((item) => item.type !== 'attachment')
    .map((item) => LANE_OF.get(item.type) ?? OTHER_LANE);
  return lanes.length === 0 ? OTHER_LANE : (Math.min(...lanes) as Lane);
}

/** Letters of all categories together in a file name, which may have 255 bytes and needs about 100 for the rest. */
const MAX_LETTERS = 120;

/**
 * The rate-limit categories of an envelope's items, sorted, each once, at least one; `unknown` for what has an odd or
 * long name, or is one too many for a file name. An envelope waits while any of them is limited, so that the server
 * drops no part of it.
 */
export function categoriesOf(items: readonly ItemHeader[]): string[] {
  const categories = items.map((item) => {
    if (isCrash(item)) return 'error';
    // A type such as `constructor` is something else in the SDK's table.
    const found: unknown = envelopeItemTypeToDataCategory(item.type as keyof object);
    const category = typeof found === 'string' ? found : item.type;
    return /^[a-z_]{1,30}$/.test(category) ? category : 'unknown';
  });
  const all = [...new Set(categories)];
  let letters = 0;
  const kept = all.filter((category) => {
    letters += category.length + 1;
    return letters <= MAX_LETTERS;
  });
  return (kept.length === all.length && kept.length > 0 ? kept : [...new Set([...kept, 'unknown'])]).sort();
}
