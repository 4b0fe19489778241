/**
 * Decides what each page records and which segments are sent, by replay id and with one clock, in milliseconds. Main
 * holds what waits for an error: a crash of a page loses only what the recorder had not flushed.
 */
import { type LimitCounters, type LimitName, REPLAY_LIMITS } from '../../shared/limitValues/limits.ts';
import type { PageReport, ReplayCommand } from '../../shared/telemetryMessages.ts';
import {
  decide,
  endOf,
  GRACE,
  nextOf,
  type Replay,
  type Segment,
  type SegmentDecision,
} from './segment.policy.ts';

export interface GateOptions {
  /** Sample rates, 0 to 1: replays sent from their start, and errors that send a held one. */
  sample: { session: number; onError: number };
  random: () => number;
  counters: LimitCounters;
  command: (window: number, command: ReplayCommand) => void;
  /** Called when main no longer needs what it holds of this replay. */
  discard: (replayId: string) => void;
  /** Called when a replay begins because of this earlier error. */
  startedBy: (replayId: string, eventId: string) => void;
}

/** What is known of a window's page and of its recorder. */
const newPage = (window: number, lastInput: number, live: boolean) => ({
  window,
  /** It is loaded and accepts commands. */
  isReady: false,
  /** The app's own SDK records: always, and without commands. */
  isOwn: false,
  recorder: 'off' as 'off' | 'on' | 'paused',
  pausedAt: 0,
  lastInput,
  replay: undefined as Replay | undefined,
  /** The sampling decision for the current or next replay: whether it is sent from its start. */
  live,
  /** The last replay expired without input, so the next one starts with input in this window. */
  waits: false,
  notBefore: 0,
  checkpointAt: 0,
  /** Errors from before the recorder ran, which want a replay of what follows. */
  early: [] as string[],
});
type Page = ReturnType<typeof newPage>;

export const POWER_EVENTS = ['lock-screen', 'unlock-screen', 'suspend', 'resume'] as const;
export type Power = (typeof POWER_EVENTS)[number];

/** Between full snapshots of a held replay. An error sends one to two of these intervals. */
export const CHECKPOINT = 30_000;
export const RESTART_DELAY = 60_000;

export type ReplayGate = ReturnType<typeof createGate>;

export function createGate({ sample, random, counters, command, discard, startedBy }: GateOptions) {
  const { idlePause, idleExpiry } = REPLAY_LIMITS;
  const replays = new Map<string, Replay>();
  const pages = new Map<number, Page>();
  let now = 0;
  /** In any window: idle time is the app's. */
  let lastInput: number | undefined;
  let isAllowed = false;
  let limitedUntil = 0;
  const away = { locked: false, suspended: false };

  const idle = () => now - (lastInput ?? now);
  const isAway = () => away.locked || away.suspended;

  function pageOf(window: number): Page {
    const page = pages.get(window) ?? newPage(window, now, random() < sample.session);
    pages.set(window, page);
    return page;
  }
  function tell(page: Page, what: ReplayCommand): void {
    if (page.replay && what.do === 'flush') page.replay.asked = true;
    if (page.isReady) command(page.window, what);
  }
  function ask(page: Page, what: 'flush' | 'checkpoint'): boolean {
    if (page.recorder === 'on') tell(page, { do: what });
    return page.recorder === 'on';
  }
  function draw(page: Page): void {
    page.live = page.isOwn || random() < sample.session;
  }
  function begin(page: Page, id: string): void {
    const { isOwn, live, window: owner } = page;
    const kind = isOwn ? undefined : live ? 'session' : 'buffer';
    page.replay = { id, owner, kind, live, startedAt: now, sent: 0, leavesAt: 0, asked: false };
    replays.set(id, page.replay);
    // An ended one may come back.
    for (const [old, { ended }] of replays) if (replays.size > 200 && ended) replays.delete(old);
  }
  function end(page: Page, at = now, by?: LimitName): void {
    const { replay } = page;
    if (!replay) return;
    replay.ended = { at, by };
    if (!replay.live) discard(replay.id);
    page.replay = undefined;
    draw(page);
  }
  function stop(page: Page, flush = false, at = now, by?: LimitName): void {
    if (page.recorder !== 'off' || page.replay) tell(page, { do: 'stop', flush });
    end(page, at, by);
    page.recorder = 'off';
  }
  function pause(page: Page, since: number): void {
    if (page.recorder !== 'on') return;
    tell(page, { do: 'flush' });
    tell(page, { do: 'pause' });
    counters.add('replayIdlePause', 'paused');
    page.recorder = 'paused';
    page.pausedAt = since;
  }
  function record(page: Page): void {
    if (page.recorder !== 'on') tell(page, { do: page.recorder === 'off' ? 'record' : 'resume' });
    else if (!page.live && now >= page.checkpointAt) tell(page, { do: 'checkpoint' });
    else return;
    page.recorder = 'on';
    page.checkpointAt = now + CHECKPOINT;
  }

  /** Ends what is due, then moves the recorder to the state it should be in. */
  function follow(page: Page): void {
    const { replay } = page;
    // After sleep the pause may have been due long ago; nothing recorded after that may be sent.
    const pauseDue = now - idle() + idlePause;
    if (idle() >= idleExpiry && !page.waits) {
      if (replay) counters.add('replayIdleExpiry', 'trimmed');
      else draw(page);
      stop(page, false, pauseDue, 'replayIdleExpiry');
      page.waits = true;
    } else if (replay && now >= endOf(replay)) {
      if (replay.live) counters.add('replayMaximum', 'trimmed');
      stop(page, replay.live && page.recorder === 'on', now, 'replayMaximum');
    }
    const isSampled = page.live || sample.onError > 0;
    if (!isAllowed || now < limitedUntil || !isSampled) return stop(page);
    if (!(page.isReady || page.isOwn) || page.waits || now < page.notBefore) return;
    if (idle() >= idlePause) pause(page, pauseDue);
    else if (isAway()) pause(page, now);
    else record(page);
  }

  function tick(time: number): void {
    const isSetBack = time < now - GRACE;
    now = time;
    if (isSetBack) {
      for (const page of pages.values()) {
        stop(page);
        page.lastInput = now;
        page.notBefore = 0;
      }
      lastInput = now;
      limitedUntil = 0;
    }
    for (const page of pages.values()) follow(page);
  }
  /** Applies the passed time, then the change, then its consequences. */
  function change(time: number, act: () => void): void {
    tick(time);
    act();
    tick(time);
  }

  function started(page: Page, replayId: string): void {
    const known = replays.get(replayId);
    if (known && known === page.replay) return;
    // A reload can bring back an ended replay, and window.open clones its opener's session.
    if (known) return tell(page, { do: 'renew' });
    end(page);
    begin(page, replayId);
    for (const eventId of page.early.splice(0)) startedBy(replayId, eventId);
  }
  function stopped(page: Page, replayId: string, reason: string): void {
    if (page.replay?.id !== replayId) return;
    end(page);
    page.recorder = 'off';
    if (reason === 'sessionExpired') page.waits = now - page.lastInput >= idlePause;
    else page.notBefore = now + RESTART_DELAY;
    if (reason === 'eventBufferOverflow') counters.add('replayBuffer', 'dropped');
  }
  /** A page that accepts no commands has the app's own SDK: its replays are limited like any other. */
  function adopt(window: number, replayId: string): void {
    if (!isAllowed || replays.has(replayId) || pages.get(window)?.isReady) return;
    if (isAway() || idle() >= idlePause) return;
    const page = pageOf(window);
    page.isOwn = true;
    end(page);
    page.live = true;
    page.waits = false;
    begin(page, replayId);
    tick(now);
  }
  function lastTouched(): Page | undefined {
    const recorded = [...pages.values()].filter((page) => page.replay);
    return recorded.sort((a, b) => b.lastInput - a.lastInput)[0];
  }

  return {
    hear(window: number, report: PageReport, time: number) {
      change(time, () => {
        if (report.what === 'crowded') return counters.add(report.by, 'paused');
        if (report.what === 'ready') {
          // The first load counts as input; a reload does not.
          lastInput ??= now;
          Object.assign(pageOf(window), { isReady: true, isOwn: false, recorder: 'off' });
          return;
        }
        const page = pages.get(window);
        if (report.what === 'input') lastInput = now;
        if (!page) return;
        if (report.what === 'input') Object.assign(page, { lastInput: now, waits: false });
        if (report.what === 'started') started(page, report.replayId);
        if (report.what === 'ended') stopped(page, report.replayId, report.reason);
      });
    },
    /** The page crashed or is being reloaded. Its replay may continue. */
    pageGone: (window: number, time: number) =>
      change(time, () => Object.assign(pages.get(window) ?? {}, { isReady: false, recorder: 'off' })),
    windowClosed(window: number, time: number) {
      change(time, () => {
        const page = pages.get(window);
        if (page) end(page);
        pages.delete(window);
      });
    },
    /** A locked or suspended system counts as idle right away. */
    power(event: Power, time: number) {
      change(time, () => {
        if (event === 'suspend' || event === 'resume') away.suspended = event === 'suspend';
        else away.locked = event === 'lock-screen';
      });
    },
    /** Without consent nothing is recorded, and main drops what it holds. */
    consent(given: boolean, time: number) {
      change(time, () => {
        isAllowed = given;
        // Including early segments of live replays that are still waiting.
        for (const { replay } of pages.values()) if (!given && replay?.live) discard(replay.id);
      });
    },
    /** The server rejects replays until then, so none are recorded. */
    rateLimited(until: number, time: number) {
      change(time, () => {
        limitedUntil = until;
      });
    },
    segment(window: number, segment: Segment, time: number): SegmentDecision {
      tick(time);
      if (!isAllowed) return { do: 'drop', why: 'consent' };
      adopt(window, segment.replayId);
      const page = pages.get(window);
      const pausedAt = page?.recorder === 'paused' ? page.pausedAt : undefined;
      const decision = decide(replays.get(segment.replayId), window, segment, pausedAt, now);
      if (decision.do === 'send' && decision.at > now) counters.add('replayFlushMinimum', 'paused');
      if (decision.do !== 'drop') return decision;
      const { why } = decision;
      if (why !== 'consent' && why !== 'owner' && why !== 'ended') counters.add(why, 'dropped');
      // Part of the recording is lost, so the rest needs a new full snapshot.
      const isLost = why === 'replayBuffer' || why === 'replayFlushMinimum';
      if (page && isLost) ask(page, 'checkpoint');
      return decision;
    },
    /** Undefined for a replay that is not known. */
    isSent: (replayId: string) => replays.get(replayId)?.live,
    /** Numbers a held segment that is now sent. `start`: when the held part begins. */
    release(replayId: string, start: number) {
      const replay = replays.get(replayId);
      return replay && nextOf(replay, start);
    },
    /**
     * Links a report to its window's replay, or to that with the latest input. `starts`: the id of an error's report, which
     * sends a held replay (then `release`), or what is recorded next. `named`: the replay that the report itself names.
     */
    link(
      window: number | undefined,
      starts: string | undefined,
      time: number,
      named?: string,
    ): { replayId?: string; release: boolean } {
      tick(time);
      if (window !== undefined && named !== undefined) adopt(window, named);
      const page = window === undefined ? lastTouched() : pages.get(window);
      const replay = page?.replay;
      if (replay?.live) return { replayId: replay.id, release: false };
      if (!isAllowed || starts === undefined || random() >= sample.onError) return { release: false };
      if (page && replay) {
        replay.live = true;
        page.live = true;
        ask(page, 'flush');
        return { replayId: replay.id, release: true };
      }
      if (window !== undefined) {
        const { early } = Object.assign(pageOf(window), { live: true });
        if (early.length < 20) early.push(starts);
      }
      return { release: false };
    },
    flush: () => [...pages.values()].filter((page) => ask(page, 'flush')).length,
    tick,
    /** When `tick` is next due, if nothing else happens. */
    nextTick(): number | undefined {
      const ofPages = [...pages.values()].flatMap(({ notBefore, checkpointAt, replay }) =>
        replay ? [notBefore, checkpointAt, endOf(replay)] : [notBefore, checkpointAt],
      );
      const ofInput = lastInput === undefined ? [] : [lastInput + idlePause, lastInput + idleExpiry];
      const ahead = [limitedUntil, ...ofInput, ...ofPages].filter((time) => time > now);
      return ahead.length > 0 ? Math.min(...ahead) : undefined;
    },
  };
}
