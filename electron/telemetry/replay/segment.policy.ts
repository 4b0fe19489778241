/** A replay as main knows it, and which of its segments may be sent. Pure; times in milliseconds. */
import { type LimitName, REPLAY_LIMITS } from '../../shared/limitValues/limits.ts';

/** A segment as the gate sees it. `end` is when the page closed it. */
export interface Segment {
  replayId: string;
  start: number;
  end: number;
  bytes: number;
}

export type SegmentDecision =
  /** `at`: when it may be sent, in milliseconds since the epoch. */
  | ({ do: 'send'; at: number } & Numbered)
  | { do: 'hold' }
  | { do: 'drop'; why: 'consent' | 'owner' | 'ended' | LimitName };

export interface Replay {
  readonly id: string;
  /** The window (`webContents.id`) whose page records it. */
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
  ended?: { at: number; by: LimitName | undefined };
}

/** Milliseconds that a page may take to follow a command. */
export const GRACE = 500;
/** Longest wait of an early segment, in ms. They wait in memory, so a page that keeps sending early loses them. */
const MAX_AHEAD = 20_000;

/** When a replay must end: a live one at the maximum, a held one at half of it, which leaves an error the other half. */
export function endOf({ began, startedAt }: Replay): number {
  const { maximum } = REPLAY_LIMITS;
  return began === undefined ? startedAt + maximum / 2 : began + maximum - GRACE;
}

export type Numbered = ReturnType<typeof nextOf>;

/** Numbers the next sent segment: from 0 without gaps, whatever the page counted. `start` matters only for the first. */
export function nextOf(replay: Replay, start: number) {
  replay.began ??= start;
  return { number: replay.sent++, began: replay.began, kind: replay.kind };
}

/** Decides what happens to a window's segment. `pausedAt`: since when its page should have stopped recording. */
export function decide(
  replay: Replay | undefined,
  window: number,
  { start, end, bytes }: Segment,
  pausedAt: number | undefined,
  now: number,
): SegmentDecision {
  const { flushMinimum, maximum, recording } = REPLAY_LIMITS;
  const drop = (why: 'owner' | 'ended' | LimitName): SegmentDecision => ({ do: 'drop', why });
  if (replay?.owner !== window) return drop('owner');
  if (bytes > recording) return drop('replayBuffer');

  const { ended } = replay;
  const began = replay.began ?? Math.min(start, now);
  // `end < began`: the clock was set back, so this replay's times are meaningless.
  if (end - began > maximum || end < began) return drop('replayMaximum');
  if (ended && end > ended.at + GRACE) return drop(ended.by ?? 'ended');
  if (!ended && pausedAt !== undefined && end > pausedAt + GRACE) return drop('replayIdlePause');
  if (!replay.live) return ended ? drop('ended') : { do: 'hold' };
  const at = replay.asked || ended ? now : Math.max(now, replay.leavesAt + flushMinimum);
  if (at > now + MAX_AHEAD) return drop('replayFlushMinimum');
  replay.leavesAt = at;
  replay.asked = false;
  return { do: 'send', at, ...nextOf(replay, began) };
}
