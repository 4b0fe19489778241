/** File names of stored envelopes: everything the queue needs to know without opening a file. */
import type { Priority } from './envelope.ts';

/** What a stored envelope's file name says. */
export interface EnvelopeName {
  /** When it was captured: milliseconds since the epoch by the wall clock of that moment. */
  time: number;
  priority: Priority;
  /** The first error of its run: the cause of what follows, as often as not. */
  isFirst: boolean;
  /** The rate-limit categories of its items, at least one. */
  categories: readonly string[];
  /** 32 hexadecimal digits: the event's id, or a random one for what has none. */
  id: string;
  /** The first 8 digits of the replay it belongs to. */
  replay: string | undefined;
  /** The server it was made for (`targetOf`). */
  target: string;
  /** Bytes in the file. */
  size: number;
  /** CRC-32 of the file, 8 hexadecimal digits: tells a torn file from a whole one. */
  crc: string;
}

const PATTERN =
  /^(\d{13})-([0-3])(\+?)-([a-z_]+(?:\+[a-z_]+)*)-([0-9a-f]{32})-([0-9a-f]{8}|0)-([0-9a-f]{8})-(\d{1,12})-([0-9a-f]{8})\.envelope$/;
const MAX_TIME = 9_999_999_999_999;

/** `time-priority-categories-id-replay-target-size-crc.envelope`; sorts by time, legal on every file system. */
export function formatName(name: EnvelopeName): string {
  const time = String(Math.min(Math.max(Math.trunc(name.time), 0), MAX_TIME)).padStart(13, '0');
  const priority = `${name.priority}${name.isFirst ? '+' : ''}`;
  const { categories, id, replay = '0', target, size, crc } = name;
  return `${[time, priority, categories.join('+'), id, replay, target, size, crc].join('-')}.envelope`;
}

/** Reads a file name; `undefined` for a name that is not of this version (such files are left alone). */
export function parseName(file: string): EnvelopeName | undefined {
  const match = PATTERN.exec(file);
  if (!match) return undefined;
  const [, time, priority, first, categories = '', id = '', replay, target = '', size, crc = ''] = match;
  return {
    time: Number(time),
    priority: Number(priority) as Priority,
    isFirst: first === '+',
    categories: categories.split('+'),
    id,
    replay: replay === '0' ? undefined : replay,
    target,
    size: Number(size),
    crc,
  };
}
