/**
 * The replay gate: decides what each page records and which segments leave, by replay id and by one clock.
 * Pages always record in segments. Main sends those of a live replay, and holds those of one that waits for an
 * error, so that a crash of the page takes at most what its recorder had not flushed.
 * All times are in milliseconds; the clock comes in with every call.
 */
import type { LimitName } from '../../shared/limits.ts';
import type { PageReport } from '../../shared/telemetry.ts';
import { type GateOptions, ReplayPage } from './page.policy.ts';
import { GRACE, type Numbered, ReplayBook, type Segment, type SegmentDecision } from './replay.policy.ts';

/** How a report is tied to a replay: its id, and whether what is held of it must be sent now. */
export interface Link {
  replayId?: string;
  release: boolean;
}

export type Power = 'lock' | 'unlock' | 'suspend' | 'resume';

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

  /** What a page tells of itself. */
  hear(window: number, report: PageReport, now: number): void {
    this.#change(now, () => {
      const page = this.#pages.get(window);
      switch (report.what) {
        case 'ready':
          // A start counts as input; a page that loads itself again does not.
          this.#lastInput ??= now;
          return this.#pageOf(window, now).loaded();
        case 'input':
          this.#lastInput = now;
          return page?.input(now);
        case 'started':
          return page?.started(report.replayId, now);
        case 'ended':
          return page?.stopped(report.replayId, report.reason, now);
        case 'checkpoint':
        case 'baggage':
      }
    });
  }

  /** The page of a window is gone: it crashed, or it is being loaded again. Its replay may go on. */
  pageGone(window: number, now: number): void {
    this.#change(now, () => this.#pages.get(window)?.gone());
  }

  windowClosed(window: number, now: number): void {
    this.#change(now, () => {
      this.#pages.get(window)?.end(now);
      this.#pages.delete(window);
    });
  }

  /** A locked or suspended system is idle at once. */
  power(event: Power, now: number): void {
    this.#change(now, () => {
      if (event === 'lock' || event === 'unlock') this.#locked = event === 'lock';
      else this.#suspended = event === 'suspend';
    });
  }

  /** Without consent nothing is recorded, and what is held goes. */
  consent(given: boolean, now: number): void {
    this.#change(now, () => {
      this.#consent = given;
      if (given) return;
      // Also what waits for its time.
      for (const { replay } of this.#pages.values()) if (replay?.live) this.#options.discard(replay.id);
    });
  }

  /** Replays cannot be sent before `until`: recording them would be in vain. */
  rateLimited(until: number, now: number): void {
    this.#change(now, () => {
      this.#limitedUntil = until;
    });
  }

  /** What happens to a segment that a page sent. */
  segment(window: number, segment: Segment, now: number): SegmentDecision {
    this.tick(now);
    if (!this.#consent) return { do: 'drop', why: 'consent' };
    const page = this.#pages.get(window);
    const pausedAt = page?.state === 'paused' ? page.pausedAt : undefined;
    const decision = this.#book.decide(window, segment, pausedAt, now);
    page?.sent();
    const { counters } = this.#options;
    if (decision.do === 'send' && decision.at > now) counters.add('replayFlushMinimum', 'paused');
    if (decision.do !== 'drop') return decision;
    if (isLimit(decision.why)) counters.add(decision.why, 'dropped');
    if (decision.why === 'replayBuffer' || decision.why === 'replayFlushMinimum') page?.beginAgain();
    return decision;
  }

  /** Numbers a segment that was held and is now sent; `start` is when what was held begins. */
  release(replayId: string, start: number): Numbered | undefined {
    const replay = this.#book.get(replayId);
    return replay && this.#book.next(replay, start);
  }

  /**
   * Ties a report to the replay of its window, or without a window to that of the last input.
   * `starts`: a report of this kind, an error, makes a held replay live.
   */
  link(window: number | undefined, starts: boolean, now: number): Link {
    this.tick(now);
    const page = window === undefined ? this.#lastTouched() : this.#pages.get(window);
    const replay = page?.replay;
    if (!page || !replay) return { release: false };
    if (replay.live) return { replayId: replay.id, release: false };
    if (!starts || this.#options.random() >= this.#options.sample.onError) return { release: false };
    page.makeLive(replay);
    return { replayId: replay.id, release: true };
  }

  /** Asks every page that records for what it has, as before the app quits. Returns how many were asked. */
  flush(): number {
    const recording = [...this.#pages.values()].filter(({ state }) => state === 'on');
    for (const page of recording) page.flush();
    return recording.length;
  }

  /** Does what the clock asks for. */
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

  /** When `tick` has something to do next, if nothing else happens. */
  nextTick(): number | undefined {
    const lastInput = this.#lastInput ?? this.#now;
    const due = [...this.#pages.values()].flatMap((page) => page.due(lastInput));
    const ahead = [this.#limitedUntil, ...due].filter((time) => time > this.#now);
    return ahead.length ? Math.min(...ahead) : undefined;
  }

  /** Lets the time that has passed have its effect, then a change, then the change its own. */
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

  /** Of the pages with a replay, the one with the last input. */
  #lastTouched(): ReplayPage | undefined {
    const recorded = [...this.#pages.values()].filter((page) => page.replay);
    return recorded.sort((a, b) => b.lastInput - a.lastInput)[0];
  }
}

function isLimit(why: string): why is LimitName {
  return why.startsWith('replay');
}
