/** What is held of replays that wait for an error: in memory, by replay id, since the last checkpoint but one. */

interface Cycle<T> {
  start: number;
  bytes: number;
  items: T[];
}

export class ReplayHold<T> {
  readonly #cycles = new Map<string, Cycle<T>[]>();
  /** Replays that lost a part: nothing is held of them until they begin again. */
  readonly #broken = new Set<string>();
  readonly #max: number;

  /** `max`: bytes held of one replay, as they came. */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Holds a segment that begins at `start` (ms). What is too much goes from the old end, by whole checkpoints:
   * a part is worth nothing without the picture that it begins with. Returns the number of segments let go.
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

  /** From `now` (ms) on the replay begins again with a whole picture; what is older than the last one goes. */
  checkpoint(replayId: string, now: number): void {
    const before = this.#cycles.get(replayId)?.slice(-1) ?? [];
    // Of a replay that is not held there is nothing to begin again.
    if (!this.#broken.delete(replayId) && before.length === 0) return;
    this.#cycles.set(replayId, [...before, { start: now, bytes: 0, items: [] }]);
  }

  /** Takes out what is held, oldest first, and when it begins. */
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
