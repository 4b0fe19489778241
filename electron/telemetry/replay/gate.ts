/**
 * Decides what each page records and which segments are sent, by replay id and with one clock, in milliseconds. Main
 * holds what waits for an error: a crash of a page loses only what the recorder had not flushed.
 */
import { type LimitName, REPLAY_LIMITS } from '../../shared/limits.ts';
import type { PageReport } from '../../shared/telemetryMessages.ts';
import { GRACE, type Numbered, ReplayBook, type Segment, type SegmentDecision } from './replays.ts';
import { type GateOptions, ReplayPage } from './windowReplay.ts';

/** A report's replay; `release`: its held segments must be sent now. */
export interface ReplayLink {
  replayId?: string;
  release: boolean;
}

export const POWER_EVENTS = ['lock-screen', 'unlock-screen', 'suspend', 'resume'] as const;
export type Power = (typeof POWER_EVENTS)[number];

export class ReplayGate {
  readonly #options: GateOptions;
  readonly #book = new ReplayBook();
  readonly #pages = new Map<number, ReplayPage>();
  #consent = false;
  #locked = false;
  #suspended = false;
  #limitedUntil = 0;
  #lastInput: number | undefined;
  #now = 0;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  hear(window: number, report: PageReport, now: number): void {
    this.#change(now, () => {
      const page = this.#pages.get(window);
      switch (report.what) {
        case 'ready':
          // The first load counts as input; a reload does not.
          this.#lastInput ??= now;
          return this.#pageOf(window, now).loaded();
        case 'input':
          this.#lastInput = now;
          return page?.input(now);
        case 'started':
          return page?.started(report.replayId, now);
        case 'ended':
          return page?.stopped(report.replayId, report.reason, now);
        case 'crowded':
          return this.#options.counters.add(report.by, 'paused');
        case 'checkpoint':
      }
    });
  }

  /** The page crashed or is being reloaded. Its replay may continue. */
  pageGone(window: number, now: number): void {
    this.#change(now, () => this.#pages.get(window)?.gone());
  }

  windowClosed(window: number, now: number): void {
    this.#change(now, () => {
      this.#pages.get(window)?.end(now);
      this.#pages.delete(window);
    });
  }

  /** A locked or suspended system counts as idle right away. */
  power(event: Power, now: number): void {
    this.#change(now, () => {
      if (event === 'suspend' || event === 'resume') this.#suspended = event === 'suspend';
      else this.#locked = event === 'lock-screen';
    });
  }

  /** Without consent nothing is recorded, and main drops what it holds. */
  consent(given: boolean, now: number): void {
    this.#change(now, () => {
      this.#consent = given;
      if (given) return;
      // Including early segments of live replays that are still waiting.
      for (const { replay } of this.#pages.values()) if (replay?.live) this.#options.discard(replay.id);
    });
  }

  /** The server rejects replays until then, so none are recorded. */
  rateLimited(until: number, now: number): void {
    this.#change(now, () => {
      this.#limitedUntil = until;
    });
  }

  segment(window: number, segment: Segment, now: number): SegmentDecision {
    this.tick(now);
    if (!this.#consent) return { do: 'drop', why: 'consent' };
    this.#adopt(window, segment.replayId, now);
    const page = this.#pages.get(window);
    const pausedAt = page?.state === 'paused' ? page.pausedAt : undefined;
    const decision = this.#book.decide(window, segment, pausedAt, now);
    page?.sent();
    const { counters } = this.#options;
    if (decision.do === 'send' && decision.at > now) counters.add('replayFlushMinimum', 'paused');
    if (decision.do !== 'drop') return decision;
    if (isLimit(decision.why)) counters.add(decision.why, 'dropped');
    // Part of the recording is lost, so the rest needs a new full snapshot.
    if (decision.why === 'replayBuffer' || decision.why === 'replayFlushMinimum') page?.ask('checkpoint');
    return decision;
  }

  /** Numbers a held segment that is now sent. `start`: when the held part begins. */
  release(replayId: string, start: number): Numbered | undefined {
    const replay = this.#book.get(replayId);
    return replay && this.#book.next(replay, start);
  }

  /**
   * Links a report to its window's replay, or to that with the latest input. `starts`: the id of an error's report, which
   * sends a held replay, or what is recorded next. `named`: the replay that the report itself names.
   */
  link(window: number | undefined, starts: string | undefined, now: number, named?: string): ReplayLink {
    this.tick(now);
    if (window !== undefined && named !== undefined) this.#adopt(window, named, now);
    const page = window === undefined ? this.#lastTouched() : this.#pages.get(window);
    const replay = page?.replay;
    if (replay?.live) return { replayId: replay.id, release: false };
    const { random, sample } = this.#options;
    if (!this.#consent || starts === undefined || random() >= sample.onError) return { release: false };
    if (!page || !replay) {
      if (window !== undefined) this.#pageOf(window, now).beginLive(starts);
      return { release: false };
    }
    page.makeLive(replay);
    return { replayId: replay.id, release: true };
  }

  /** Asks every recording page to flush, for instance before quitting. Returns how many were asked. */
  flush(): number {
    return [...this.#pages.values()].filter((page) => page.ask('flush')).length;
  }

  tick(now: number): void {
    if (now < this.#now - GRACE) {
      for (const page of this.#pages.values()) page.clockSetBack(now);
      this.#lastInput = now;
      this.#limitedUntil = 0;
    }
    this.#now = now;
    const idle = now - (this.#lastInput ?? now);
    const may = this.#consent && now >= this.#limitedUntil;
    for (const page of this.#pages.values()) {
      page.follow({ now, idle, away: this.#locked || this.#suspended, may });
    }
  }

  /** When `tick` is next due, if nothing else happens. */
  nextTick(): number | undefined {
    const lastInput = this.#lastInput ?? this.#now;
    const due = [...this.#pages.values()].flatMap((page) => page.due(lastInput));
    const ahead = [this.#limitedUntil, ...due].filter((time) => time > this.#now);
    return ahead.length ? Math.min(...ahead) : undefined;
  }

  /** Applies the passed time, then the change, then its consequences. */
  #change(now: number, change: () => void): void {
    this.tick(now);
    change();
    this.tick(now);
  }

  #pageOf(window: number, now: number): ReplayPage {
    const page = this.#pages.get(window) ?? new ReplayPage(window, this.#options, this.#book, now);
    this.#pages.set(window, page);
    return page;
  }

  /** A page that accepts no commands has the app's own SDK: its replays are limited like any other. */
  #adopt(window: number, replayId: string, now: number): void {
    if (!this.#consent || this.#book.get(replayId) || this.#pages.get(window)?.isReady) return;
    const idle = now - (this.#lastInput ?? now);
    if (this.#locked || this.#suspended || idle >= REPLAY_LIMITS.idlePause) return;
    this.#change(now, () => this.#pageOf(window, now).adopt(replayId, now));
  }

  #lastTouched(): ReplayPage | undefined {
    const recorded = [...this.#pages.values()].filter((page) => page.replay);
    return recorded.sort((a, b) => b.lastInput - a.lastInput)[0];
  }
}

function isLimit(why: string): why is LimitName {
  return why.startsWith('replay');
}
