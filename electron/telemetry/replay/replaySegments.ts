/** Replay envelopes on their way through main: redacted and measured, then sent, held or dropped as the gate decides. */
import type { ReplayEvent, User } from '@sentry/core';
import { type LimitCounters, REPLAY_LIMITS } from '../../shared/limitValues/limits.ts';
import { type Breadcrumbs, WINDOW_TAG } from '../trimming/breadcrumbs.ts';
import type { ReplayGate } from './gate.ts';
import { numbered, type redactRecording } from './recording.ts';
import type { Numbered } from './segment.policy.ts';

interface SegmentsOptions {
  gate: ReplayGate;
  breadcrumbs: Pick<Breadcrumbs, 'read'>;
  /** What every item of both processes has in common. */
  identity: { release: string; environment: string; dist?: string | undefined; user: () => User | undefined };
  redactRecording: (recording: Uint8Array) => ReturnType<typeof redactRecording>;
  counters: LimitCounters;
  onError: (error: Error) => void;
}

export interface RecordedSegment {
  event: ReplayEvent;
  recording: Uint8Array;
}

export type ReplaySegments = ReturnType<typeof createSegments>;

export function createSegments(options: SegmentsOptions) {
  const { gate, breadcrumbs, identity, redactRecording, counters, onError } = options;
  const hold = createHold<RecordedSegment>(REPLAY_LIMITS.recording);
  const errors = new Map<string, string[]>();
  /** Segments that arrived early and wait, oldest first. */
  const early = new Set<{ replayId: string; timer: NodeJS.Timeout; send: () => void }>();
  /** Keeps segments and checkpoints in order: redaction is asynchronous. */
  let queue = Promise.resolve();

  async function take(segment: RecordedSegment, window: number): Promise<void> {
    const { event } = segment;
    const { replay_id: replayId, timestamp = 0, replay_start_timestamp: begun = timestamp } = event;
    // The SDK leaves these out, or takes them from only one scope.
    Object.assign(event, identity, {
      breadcrumbs: breadcrumbs.read({ until: event.timestamp }),
      user: identity.user(),
      tags: { ...event.tags, [WINDOW_TAG]: window },
    });
    const { bytes, data } = await redactRecording(segment.recording);
    segment.recording = data;
    const start = begun * 1000;
    const now = Date.now();
    const decision = gate.segment(window, { replayId, start, end: timestamp * 1000, bytes }, now);
    if (decision.do === 'send') sendIn(decision.at - now, replayId, () => send(segment, decision));
    if (decision.do === 'hold')
      counters.add('replayBuffer', 'dropped', hold.add(replayId, segment, data.length, start));
  }
  /** Sends after `delay` (ms). Without a delay, waiting segments of the same replay go first. */
  function sendIn(delay: number, replayId: string, send: () => void): void {
    if (delay <= 0) {
      for (const before of takeEarly(replayId)) before();
      return send();
    }
    const timer = setTimeout(() => {
      early.delete(one);
      send();
    }, delay);
    const one = { replayId, timer, send };
    early.add(one);
  }
  function takeEarly(replayId?: string): (() => void)[] {
    const taken = [...early].filter((one) => replayId === undefined || one.replayId === replayId);
    for (const one of taken) {
      clearTimeout(one.timer);
      early.delete(one);
    }
    return taken.map(({ send }) => send);
  }
  function send({ event, recording }: RecordedSegment, { number, began, kind }: Numbered): void {
    Object.assign(event, {
      segment_id: number,
      replay_start_timestamp: began / 1000,
      replay_type: kind ?? event.replay_type,
      error_ids: errors.get(event.replay_id) ?? [],
    });
    errors.delete(event.replay_id);
    segments.forward({ event, recording: numbered(recording, number) });
  }

  const segments = {
    /** Sends a segment; set by the transport. */
    forward: (_segment: RecordedSegment): void => undefined,
    receive(segment: RecordedSegment, window: number) {
      queue = queue.then(() => take(segment, window)).catch(onError);
    },
    /** The next segment of this replay starts with a full snapshot. */
    checkpoint(replayId: string) {
      queue = queue.then(() => hold.checkpoint(replayId, Date.now()));
    },
    release(replayId: string) {
      const { start, items } = hold.take(replayId);
      for (const segment of items) {
        const said = gate.release(replayId, start);
        if (said) send(segment, said);
      }
    },
    discard(replayId: string) {
      hold.take(replayId);
      errors.delete(replayId);
      takeEarly(replayId);
    },
    noteError(replayId: string, eventId: string) {
      // At most as many as in the SDK.
      errors.set(replayId, [...(errors.get(replayId) ?? []), eventId].slice(-100));
      const [oldest = ''] = errors.keys();
      // A crashed replay may never send another segment.
      if (errors.size > 20) errors.delete(oldest);
    },
    /** Resolves when every segment received so far has been sent, held or dropped. For quitting: nothing keeps waiting. */
    async settled() {
      await queue;
      for (const send of takeEarly()) send();
    },
  };
  return segments;
}

/** Holds the segments of replays that wait for an error. @param max compressed bytes of one replay */
export function createHold<T>(max: number) {
  /** From one full snapshot to the next. A replay without any lost a part; no more of it is held until its next one. */
  const cycles = new Map<string, { start: number; bytes: number; items: T[] }[]>();
  return {
    /** Over the limit whole cycles go, oldest first: a part needs its snapshot. Returns how many segments went. */
    add(replayId: string, item: T, bytes: number, start: number): number {
      const all = cycles.get(replayId) ?? [{ start, bytes: 0, items: [] }];
      cycles.set(replayId, all);
      const last = all.at(-1);
      if (!last) return 1;
      last.items.push(item);
      last.bytes += bytes;
      let gone = 0;
      while (all.reduce((sum, cycle) => sum + cycle.bytes, 0) > max) gone += all.shift()?.items.length ?? 0;
      return gone;
    },
    /** The replay continues from `now` (ms) with a full snapshot; everything before the previous one is dropped. */
    checkpoint(replayId: string, now: number) {
      const all = cycles.get(replayId);
      // A replay that is not held has no checkpoints.
      if (all) cycles.set(replayId, [...all.slice(-1), { start: now, bytes: 0, items: [] }]);
    },
    take(replayId: string): { start: number; items: T[] } {
      const all = cycles.get(replayId) ?? [];
      cycles.delete(replayId);
      return { start: all[0]?.start ?? 0, items: all.flatMap(({ items }) => items) };
    },
  };
}
