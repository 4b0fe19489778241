/** The replays of this run by id: whose each is, when it began, how far it is sent, and which segments may follow. */
import { LIMITS, type LimitName } from '../../shared/limits.ts';

/** The limits of replays: milliseconds, and of one recording bytes without compression. */
export const REPLAY_LIMITS = {
  idlePause: LIMITS.replayIdlePause.value * 1000,
  idleExpiry: LIMITS.replayIdleExpiry.value * 1000,
  maximum: LIMITS.replayMaximum.value * 1000,
  flushMinimum: LIMITS.replayFlushMinimum.value,
  flushMaximum: LIMITS.replayFlushMaximum.value,
  recording: LIMITS.replayBuffer.value,
};

/** What must be known of a segment. Times in milliseconds; `end` is when the page closed it. */
export interface Segment {
  replayId: string;
  start: number;
  end: number;
  /** Size of the recording, uncompressed. */
  bytes: number;
}

/** What the server is told of a segment that leaves. */
export interface Numbered {
  /** From 0, without a gap, whatever the page counted. */
  number: number;
  /** When the first segment that was sent begins. */
  began: number;
  kind: Replay['kind'];
}

export type SegmentDecision =
  /** `at`: when it may leave, in milliseconds since the epoch. */
  | ({ do: 'send'; at: number } & Numbered)
  | { do: 'hold' }
  | { do: 'drop'; why: 'consent' | 'owner' | 'ended' | LimitName };

export interface Replay {
  readonly id: string;
  /** The window that records it. */
  readonly owner: number;
  /** The SDK's word for how it began: live, or held for an error. */
  readonly kind: 'session' | 'buffer';
  /** Its segments are sent as they come; otherwise they are held for an error. */
  live: boolean;
  readonly startedAt: number;
  /** When the first segment that was sent begins. */
  began?: number;
  /** Segments sent, and so the number of the next one. */
  sent: number;
  /** When the last segment left, or will. */
  leavesAt: number;
  /** Main has asked for the next segment ahead of its time. */
  asked: boolean;
  ended?: { at: number; by?: LimitName };
}

/** How late, in milliseconds, a page may follow a command. */
export const GRACE = 500;
/**
 * How far, in milliseconds, a page may be ahead of the rhythm of its segments. One that goes on so is not heard: what
 * waits is in memory.
 */
const MAX_AHEAD = 20_000;
/** Replay ids remembered, so that an ended one is known when it comes back. */
const MAX_REPLAYS = 200;

export class ReplayBook {
  readonly #replays = new Map<string, Replay>();

  get(replayId: string | undefined): Replay | undefined {
    return replayId === undefined ? undefined : this.#replays.get(replayId);
  }

  open(id: string, owner: number, live: boolean, now: number): Replay {
    const kind = live ? 'session' : 'buffer';
    const replay: Replay = { id, owner, kind, live, startedAt: now, sent: 0, leavesAt: 0, asked: false };
    this.#replays.set(id, replay);
    for (const [old, { ended }] of this.#replays) {
      if (this.#replays.size > MAX_REPLAYS && ended) this.#replays.delete(old);
    }
    return replay;
  }

  /** When a replay must end: a live one at its longest time, a held one at half, so that an error still gets half. */
  due({ began, startedAt }: Replay): number {
    const { maximum } = REPLAY_LIMITS;
    return began === undefined ? startedAt + maximum / 2 : began + maximum - GRACE;
  }

  /** Numbers the next segment that is sent. `start` counts for the first one only. */
  next(replay: Replay, start: number): Numbered {
    replay.began ??= start;
    return { number: replay.sent++, began: replay.began, kind: replay.kind };
  }

  /** What happens to a segment. `pausedAt`: since when its page should not be recording. */
  decide(window: number, segment: Segment, pausedAt: number | undefined, now: number): SegmentDecision {
    const { start, end, bytes } = segment;
    const { maximum, recording } = REPLAY_LIMITS;
    const drop = (why: 'owner' | 'ended' | LimitName): SegmentDecision => ({ do: 'drop', why });
    const replay = this.#replays.get(segment.replayId);
    if (replay?.owner !== window) return drop('owner');
    if (bytes > recording) return drop('replayBuffer');

    const { ended } = replay;
    const began = replay.began ?? Math.min(start, now);
    // `end < began`: the clock was set back, and the times of this replay mean nothing any more.
    if (end - began > maximum || end < began) return drop('replayMaximum');
    if (ended && end > ended.at + GRACE) return drop(ended.by ?? 'ended');
    if (!ended && pausedAt !== undefined && end > pausedAt + GRACE) return drop('replayIdlePause');
    if (!replay.live) return ended ? drop('ended') : { do: 'hold' };
    const at = leavingAt(replay, now);
    if (at > now + MAX_AHEAD) return drop('replayFlushMinimum');
    replay.leavesAt = at;
    replay.asked = false;
    return { do: 'send', at, ...this.next(replay, began) };
  }
}

/** When the next segment may leave: at once if main has asked for it, else in its time after the one before. */
function leavingAt({ asked, ended, leavesAt }: Replay, now: number): number {
  return asked || ended ? now : Math.max(now, leavesAt + REPLAY_LIMITS.flushMinimum);
}
