/** Replay envelopes on their way through main: redacted and measured, then sent, held or dropped as the gate decides. */
import type { ReplayEvent, User } from '@sentry/core';
import { type LimitCounters, REPLAY_LIMITS } from '../../shared/limits.ts';
import { type Breadcrumbs, WINDOW_TAG } from '../common/breadcrumbs.ts';
import type { ReplayGate } from './gate.ts';
import { numbered, type RedactedRecording } from './recording.ts';
import type { Numbered } from './replays.ts';

interface SegmentsOptions {
  gate: ReplayGate;
  breadcrumbs: Pick<Breadcrumbs, 'read'>;
  /** What every item of both processes has in common. */
  identity: { release: string; environment: string; dist?: string | undefined; user: () => User | undefined };
  redactRecording: (recording: Uint8Array) => Promise<RedactedRecording>;
  counters: LimitCounters;
  now: () => number;
  onError: (error: Error) => void;
}

export interface RecordedSegment {
  event: ReplayEvent;
  recording: Uint8Array;
}

/** Maximum number of error ids in one segment: the SDK's limit. */
const MAX_ERRORS = 100;
/** How many replays may have error ids waiting for a segment; a crashed one may never send another. */
const MAX_WAITING = 20;

export class ReplaySegments {
  /** Sends a segment; set by the transport. */
  forward: (segment: RecordedSegment) => void = () => undefined;
  readonly #options: SegmentsOptions;
  readonly #hold = new ReplayHold<RecordedSegment>(REPLAY_LIMITS.recording);
  readonly #errors = new Map<string, string[]>();
  /** Segments that arrived early and wait, oldest first. */
  readonly #early = new Set<{ replayId: string; timer: NodeJS.Timeout; send: () => void }>();
  /** Keeps segments and checkpoints in order: redaction is asynchronous. */
  #queue: Promise<void> = Promise.resolve();

  constructor(options: SegmentsOptions) {
    this.#options = options;
  }

  receive(segment: RecordedSegment, window: number): void {
    this.#queue = this.#queue.then(() => this.#receive(segment, window)).catch(this.#options.onError);
  }

  /** The next segment of this replay starts with a full snapshot. */
  checkpoint(replayId: string): void {
    this.#queue = this.#queue.then(() => this.#hold.checkpoint(replayId, this.#options.now()));
  }

  release(replayId: string): void {
    const { start, items } = this.#hold.take(replayId);
    for (const segment of items) {
      const said = this.#options.gate.release(replayId, start);
      if (said) this.#send(segment, said);
    }
  }

  discard(replayId: string): void {
    this.#hold.discard(replayId);
    this.#errors.delete(replayId);
    this.#takeEarly(replayId);
  }

  noteError(replayId: string, eventId: string): void {
    const ids = this.#errors.get(replayId) ?? [];
    this.#errors.set(replayId, [...ids, eventId].slice(-MAX_ERRORS));
    const [oldest] = this.#errors.keys();
    if (this.#errors.size > MAX_WAITING && oldest) this.#errors.delete(oldest);
  }

  /** Resolves when every segment received so far has been sent, held or dropped. For quitting: nothing keeps waiting. */
  async settled(): Promise<void> {
    await this.#queue;
    for (const send of this.#takeEarly()) send();
  }

  async #receive(segment: RecordedSegment, window: number): Promise<void> {
    const { counters, gate, now } = this.#options;
    const { event } = segment;
    this.#describe(event, window);
    const replayId = event.replay_id;
    const { bytes, data } = await this.#options.redactRecording(segment.recording);
    segment.recording = data;
    const measured = {
      replayId,
      start: (event.replay_start_timestamp ?? event.timestamp ?? 0) * 1000,
      end: (event.timestamp ?? 0) * 1000,
      bytes,
    };
    const decision = gate.segment(window, measured, now());
    if (decision.do === 'send')
      this.#sendIn(decision.at - now(), replayId, () => this.#send(segment, decision));
    if (decision.do === 'hold') {
      const gone = this.#hold.add(replayId, segment, data.length, measured.start);
      counters.add('replayBuffer', 'dropped', gone);
    }
  }

  /** Sends after `delay` (ms). Without a delay, waiting segments of the same replay go first. */
  #sendIn(delay: number, replayId: string, send: () => void): void {
    if (delay <= 0) {
      for (const before of this.#takeEarly(replayId)) before();
      return send();
    }
    const timer = setTimeout(() => {
      this.#early.delete(one);
      send();
    }, delay);
    const one = { replayId, timer, send };
    this.#early.add(one);
  }

  /** Removes and returns waiting segments, of one replay or of all. */
  #takeEarly(replayId?: string): (() => void)[] {
    const taken = [...this.#early].filter((one) => replayId === undefined || one.replayId === replayId);
    for (const one of taken) {
      clearTimeout(one.timer);
      this.#early.delete(one);
    }
    return taken.map(({ send }) => send);
  }

  /** Fills in what the SDK leaves out or takes from only one scope. */
  #describe(event: ReplayEvent, window: number): void {
    const { identity, breadcrumbs } = this.#options;
    const { release, environment, dist } = identity;
    Object.assign(event, {
      release,
      environment,
      dist,
      breadcrumbs: breadcrumbs.read({ until: event.timestamp }),
      user: identity.user(),
      tags: { ...event.tags, [WINDOW_TAG]: window },
    });
  }

  #send({ event, recording }: RecordedSegment, { number, began, kind }: Numbered): void {
    Object.assign(event, {
      segment_id: number,
      replay_start_timestamp: began / 1000,
      replay_type: kind ?? event.replay_type,
      error_ids: this.#errors.get(event.replay_id) ?? [],
    });
    this.#errors.delete(event.replay_id);
    this.forward({ event, recording: numbered(recording, number) });
  }
}

interface Cycle<T> {
  start: number;
  bytes: number;
  items: T[];
}

export class ReplayHold<T> {
  /** By replay. A replay without cycles lost a part; nothing more of it is held until its next checkpoint. */
  readonly #cycles = new Map<string, Cycle<T>[]>();
  readonly #max: number;

  /** `max`: maximum compressed bytes held of one replay. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Holds a segment. Over the limit whole checkpoints go, oldest first: a part needs its snapshot. Returns how many went. */
  add(replayId: string, item: T, bytes: number, start: number): number {
    const cycles = this.#cycles.get(replayId) ?? [{ start, bytes: 0, items: [] }];
    this.#cycles.set(replayId, cycles);
    const last = cycles.at(-1);
    if (!last) return 1;
    last.items.push(item);
    last.bytes += bytes;
    let gone = 0;
    while (cycles.reduce((sum, cycle) => sum + cycle.bytes, 0) > this.#max)
      gone += cycles.shift()?.items.length ?? 0;
    return gone;
  }

  /** The replay continues from `now` (ms) with a full snapshot; everything before the previous one is dropped. */
  checkpoint(replayId: string, now: number): void {
    const cycles = this.#cycles.get(replayId);
    // A replay that is not held has no checkpoints.
    if (cycles) this.#cycles.set(replayId, [...cycles.slice(-1), { start: now, bytes: 0, items: [] }]);
  }

  take(replayId: string): { start: number; items: T[] } {
    const cycles = this.#cycles.get(replayId) ?? [];
    this.discard(replayId);
    return { start: cycles[0]?.start ?? 0, items: cycles.flatMap(({ items }) => items) };
  }

  discard(replayId: string): void {
    this.#cycles.delete(replayId);
  }
}
