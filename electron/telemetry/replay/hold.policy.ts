/** Segments of replays that wait for an error: in memory, back to the last checkpoint but one. */

interface Cycle<T> {
  start: number;
  bytes: number;
  items: T[];
}

export class ReplayHold<T> {
  readonly #cycles = new Map<string, Cycle<T>[]>();
  /** Replays that lost a part; nothing more is held of them until their next checkpoint. */
  readonly #broken = new Set<string>();
  readonly #max: number;

  /** `max`: compressed bytes held of one replay. */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Holds a segment that begins at `start` (ms). Over the limit, whole checkpoints are dropped, oldest first, because a
   * part cannot be played without its full snapshot. Returns how many segments were dropped.
   */
  add(replayId: string, item: T, bytes: number, start: number): number {
    if (this.#broken.has(replayId)) return 1;
    const cycles = this.#cycles.get(replayId) ?? [{ start, bytes: 0, items: [] }];
    this.#cycles.set(replayId, cycles);
    const last = cycles[cycles.length - 1] as Cycle<T>;
    last.items.push(item);
    last.bytes += bytes;
    let gone = 0;
    while (cycles.reduce((sum, cycle) => sum + cycle.bytes, 0) > this.#max) {
      gone += cycles.shift()?.items.length ?? 0;
      if (cycles.length > 0) continue;
      this.#cycles.delete(replayId);
      this.#broken.add(replayId);
    }
    return gone;
  }

  /** The replay continues from `now` (ms) with a full snapshot; everything before the previous one is dropped. */
  checkpoint(replayId: string, now: number): void {
    const before = this.#cycles.get(replayId)?.slice(-1) ?? [];
    // A replay that is not held has no checkpoints.
    if (!this.#broken.delete(replayId) && before.length === 0) return;
    this.#cycles.set(replayId, [...before, { start: now, bytes: 0, items: [] }]);
  }

  /** Removes and returns the held segments, oldest first, and when they begin. */
  take(replayId: string): { start: number; items: T[] } | undefined {
    const cycles = this.#cycles.get(replayId);
    this.discard(replayId);
    const items = cycles?.flatMap((cycle) => cycle.items) ?? [];
    return cycles?.[0] && items.length ? { start: cycles[0].start, items } : undefined;
  }

  /** Forgets a replay. */
  discard(replayId: string): void {
    this.#cycles.delete(replayId);
    this.#broken.delete(replayId);
  }
}
