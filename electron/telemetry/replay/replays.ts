/** This run's replays by id: owner, start, progress, and which segments may still be sent. */
import { type LimitName, REPLAY_LIMITS } from '../../shared/limits.ts';

/** A segment as the gate sees it. Times in milliseconds; `end` is when the page closed it. */
export interface Segment {
  replayId: string;
  start: number;
  end: number;
  bytes: number;
}

export interface Numbered {
  /** From 0 without gaps, whatever the page counted. */
  number: number;
  began: number;
  kind: Replay['kind'];
}

export type SegmentDecision =
  /** `at`: when it may be sent, in milliseconds since the epoch. */
  | ({ do: 'send'; at: number } & Numbered)
  | { do: 'hold' }
  | { do: 'drop'; why: 'consent' | 'owner' | 'ended' | LimitName };

export interface Replay {
  readonly id: string;
  readonly owner: number;
  /** The SDK's names: sent from its start, or held for an error. Undefined if the app's own SDK decides. */
  readonly kind: 'session' | 'buffer' | undefined;
  /** Segments are sent as they arrive; otherwise main holds them for an error. */
  live: boolean;
  readonly startedAt: number;
  began?: number;
  sent: number;
  /** When the last segment was sent, or will be. */
  leavesAt: number;
  /** Main asked for a flush, so the next segment need not wait. */
  asked: boolean;
  ended?: { at: number; by?: LimitName };
}

/** Milliseconds that a page may take to follow a command. */
export const GRACE = 500;
/** Longest wait of an early segment, in ms. They wait in memory, so a page that keeps sending early loses them. */
const MAX_AHEAD = 20_000;
/** How many replay ids to remember, to recognise an ended one that comes back. */
const MAX_REPLAYS = 200;

export class ReplayBook {
  readonly #replays = new Map<string, Replay>();

  get(replayId: string | undefined): Replay | undefined {
    return replayId === undefined ? undefined : this.#replays.get(replayId);
  }

  /** @param isAdopted whether the app's own SDK records it: it is sent as it arrives, with its own kind */
  open(id: string, owner: number, live: boolean, now: number, isAdopted = false): Replay {
    const kind = isAdopted ? undefined : live ? 'session' : 'buffer';
    const replay: Replay = { id, owner, kind, live, startedAt: now, sent: 0, leavesAt: 0, asked: false };
    this.#replays.set(id, replay);
    for (const [old, { ended }] of this.#replays) {
      if (this.#replays.size > MAX_REPLAYS && ended) this.#replays.delete(old);
    }
    return replay;
  }

  /** When a replay must end: a live one at the maximum, a held one at half of it, which leaves an error the other half. */
  due({ began, startedAt }: Replay): number {
    const { maximum } = REPLAY_LIMITS;
    return began === undefined ? startedAt + maximum / 2 : began + maximum - GRACE;
  }

  /** Numbers the next sent segment. `start` matters only for the first one. */
  next(replay: Replay, start: number): Numbered {
    replay.began ??= start;
    return { number: replay.sent++, began: replay.began, kind: replay.kind };
  }

  /** Decides what happens to a segment. `pausedAt`: since when its page should have stopped recording. */
  decide(window: number, segment: Segment, pausedAt: number | undefined, now: number): SegmentDecision {
    const { start, end, bytes } = segment;
    const { flushMinimum, maximum, recording } = REPLAY_LIMITS;
    const drop = (why: 'owner' | 'ended' | LimitName): SegmentDecision => ({ do: 'drop', why });
    const replay = this.#replays.get(segment.replayId);
    if (replay?.owner !== window) return drop('owner');
    if (bytes > recording) return drop('replayBuffer');

    const { ended } = replay;
    const began = replay.began ?? Math.min(start, now);
    // `end < began`: the clock was set back, so this replay's times are meaningless.
    if (end - began > maximum || end < began) return drop('replayMaximum');
    if (ended && end > ended.at + GRACE) return drop(ended.by ?? 'ended');
    if (!ended && pausedAt !== undefined && end > pausedAt + GRACE) return drop('replayIdlePause');
    if (!replay.live) return ended ? drop('ended') : { do: 'hold' };
    // Right away if main asked for it.
    const at = replay.asked || ended ? now : Math.max(now, replay.leavesAt + flushMinimum);
    if (at > now + MAX_AHEAD) return drop('replayFlushMinimum');
    replay.leavesAt = at;
    replay.asked = false;
    return { do: 'send', at, ...this.next(replay, began) };
  }
}
