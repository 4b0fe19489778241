/** File names of stored envelopes. They are the only index: no file has to be opened to know what is waiting. */

/** Lower is more important: sent sooner, removed later. */
export type Priority = 0 | 1 | 2 | 3;

const PRIORITIES = ['errors', 'feedback', 'others', 'replays'] as const satisfies Record<Priority, string>;
export const REPLAY_PRIORITY = 3;

export type EnvelopeName = NonNullable<ReturnType<typeof parseName>>;

const PATTERN =
  /^(\d{13})-([0-3])(\+?)-([a-z_]+(?:\+[a-z_]+)*)-([0-9a-f]{32})-([0-9a-f]{8}|0)-([0-9a-f]{8})-(\d{1,12})\.envelope$/;

/** `time-priority-categories-id-replay-target-size.envelope`; sorts by time, and is legal on every file system. */
export function formatName(name: EnvelopeName): string {
  const time = String(Math.min(Math.max(name.time, 0), 9_999_999_999_999)).padStart(13, '0');
  const priority = `${name.priority}${name.isFirst ? '+' : ''}`;
  const { categories, id, replay = '0', target, size } = name;
  return `${[time, priority, categories, id, replay, target, size].join('-')}.envelope`;
}

/** Parses a file name; `undefined` for any other, such as a later version's. */
export function parseName(file: string) {
  const match = PATTERN.exec(file);
  if (!match) return undefined;
  const [, time, priority, first, categories = '', id = '', replay, target = '', size] = match;
  return {
    /** When it was captured, in milliseconds since the epoch. */
    time: Number(time),
    priority: Number(priority) as Priority,
    /** Whether it is the first error of its run, which often caused the others. */
    isFirst: first === '+',
    /** The rate-limit categories of its items, at least one, such as `attachment+error`. */
    categories,
    /** 32 hexadecimal digits: the event's id, or a random one for an envelope without an event. */
    id,
    replay: replay === '0' ? undefined : replay,
    target,
    size: Number(size),
  };
}

/** Summarises waiting envelopes by priority: counts, bytes, and the oldest capture in milliseconds since the epoch. */
export function summarize(waiting: Iterable<Pick<EnvelopeName, 'priority' | 'size' | 'time'>>) {
  const all = [...waiting];
  return PRIORITIES.map((name, priority) => {
    const those = all.filter((one) => one.priority === priority);
    return {
      name,
      count: those.length,
      bytes: those.reduce((sum, { size }) => sum + size, 0),
      oldest: those.length > 0 ? Math.min(...those.map(({ time }) => time)) : undefined,
    };
  });
}
