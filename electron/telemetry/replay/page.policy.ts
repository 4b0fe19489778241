/** The recorder of one page as main sees it: what it should do now, and the commands that bring it there. */
import type { LimitName } from '../../shared/limits.ts';
import type { ReplayCommand } from '../../shared/telemetry.ts';
import type { Counters } from '../common/counters.ts';
import { GRACE, REPLAY_LIMITS, type Replay, type ReplayBook } from './replay.policy.ts';

export interface GateOptions {
  /** Shares from 0 to 1: replays that are live from their start, and errors that make a held one live. */
  sample: { session: number; onError: number };
  /** A number from 0 up to 1, as `Math.random`. */
  random: () => number;
  counters: Counters;
  command: (window: number, command: ReplayCommand) => void;
  /** A held replay has ended: what is held of it can go. */
  discard: (replayId: string) => void;
}

/** What holds for every page of the app at a time. */
export interface Situation {
  now: number;
  /** Milliseconds since the last input in the app. */
  idle: number;
  /** The system is locked or suspended. */
  away: boolean;
  /** There is consent, and the server takes replays. */
  may: boolean;
}

/** A held replay begins again this often: of the time before an error, one to two of these are sent. */
export const CHECKPOINT = 60_000;

/** A recorder that failed is started again after this time. */
export const RESTART_DELAY = 60_000;

export class ReplayPage {
  replay: Replay | undefined;
  state: 'off' | 'on' | 'paused' = 'off';
  pausedAt = 0;
  lastInput: number;
  readonly #window: number;
  readonly #options: GateOptions;
  readonly #book: ReplayBook;
  /** Takes commands. */
  #ready = false;
  /** How the present replay, or the next one, was drawn: recorded at all, and live from its start. */
  #sampled = false;
  #live = false;
  /** The last replay ended for want of input: the next one begins with input in this window. */
  #waits = false;
  #notBefore = 0;
  #checkpointAt = 0;
  /** The first input since the last segment. */
  #unsentSince: number | undefined;

  constructor(window: number, options: GateOptions, book: ReplayBook, now: number) {
    this.#window = window;
    this.#options = options;
    this.#book = book;
    this.lastInput = now;
    this.#draw();
  }

  /** The page is loaded, or loaded again, and nothing of it is recording. */
  loaded(): void {
    this.#ready = true;
    this.state = 'off';
    this.#unsentSince = undefined;
  }

  /** The page is gone; its replay may go on when it is loaded again. */
  gone(): void {
    this.#ready = false;
    this.state = 'off';
  }

  input(now: number): void {
    this.lastInput = now;
    this.#waits = false;
    if (this.state === 'on') this.#unsentSince ??= now;
  }

  /** A segment came. */
  sent(): void {
    this.#unsentSince = undefined;
  }

  /** The recorder runs with this replay id. */
  started(replayId: string, now: number): void {
    const known = this.#book.get(replayId);
    if (known && known === this.replay) return;
    // A window made by window.open has a copy of its opener's session; a reload can bring back an ended one.
    if (known) return this.#command({ do: 'renew', live: this.#live });
    if (this.replay) {
      this.end(now);
      this.#command({ do: 'record', live: this.#live });
    }
    this.replay = this.#book.open(replayId, this.#window, this.#live, now);
  }

  /** The recorder stopped by itself. `reason` is the SDK's word. */
  stopped(replayId: string, reason: string, now: number): void {
    if (this.replay?.id !== replayId) return;
    this.end(now);
    this.state = 'off';
    if (reason === 'sessionExpired') this.#waits = now - this.lastInput >= REPLAY_LIMITS.idlePause;
    else this.#notBefore = now + RESTART_DELAY;
    if (reason === 'eventBufferOverflow') this.#options.counters.add('replayBuffer', 'dropped');
  }

  /** The replay that was held is sent from now on. */
  makeLive(replay: Replay): void {
    replay.live = true;
    this.#live = true;
    this.#command({ do: 'record', live: true });
    this.flush();
  }

  flush(): void {
    if (this.state === 'on') this.#command({ do: 'flush' });
  }

  /** A part of the recording is lost: what follows needs a whole picture of the page again. */
  beginAgain(): void {
    if (this.state === 'on') this.#command({ do: 'checkpoint' });
  }

  /** Ends what is due, then takes the page from its state to the one it should have. */
  follow(at: Situation): void {
    this.#endIfDue(at);
    if (!at.may || !this.#sampled) return this.stop(at.now, false);
    if (!this.#ready || this.#waits || at.now < this.#notBefore) return;
    const { idlePause } = REPLAY_LIMITS;
    // After sleep the limit may be long past.
    if (at.idle >= idlePause) this.#pause(at.now - at.idle + idlePause);
    else if (at.away) this.#pause(at.now);
    else this.#record(at.now);
  }

  /** When `follow` may have something to do next. */
  due(lastInput: number): number[] {
    const { idlePause, idleExpiry, flushMaximum } = REPLAY_LIMITS;
    const due = [this.#notBefore, lastInput + idleExpiry];
    if (this.replay) due.push(this.#book.due(this.replay));
    if (this.state !== 'on') return due;
    due.push(lastInput + idlePause);
    if (!this.#live) due.push(this.#checkpointAt);
    if (this.#unsentSince !== undefined) due.push(this.#unsentSince + flushMaximum + GRACE);
    return due;
  }

  /** Ends the replay, and its recorder if it runs. */
  stop(now: number, flush: boolean, by?: LimitName): void {
    if (this.state !== 'off' || this.replay) this.#command({ do: 'stop', flush });
    this.end(now, by);
    this.state = 'off';
  }

  /** Forgets the replay and draws for the next one. */
  end(now: number, by?: LimitName): void {
    if (!this.replay) return;
    this.replay.ended = { at: now, ...(by && { by }) };
    if (!this.replay.live) this.#options.discard(this.replay.id);
    this.replay = undefined;
    this.#unsentSince = undefined;
    this.#draw();
  }

  /** Times that were read from a clock that has been set back mean nothing any more. */
  clockSetBack(now: number): void {
    this.stop(now, false);
    this.lastInput = now;
    this.#notBefore = 0;
  }

  #endIfDue({ now, idle }: Situation): void {
    const { counters } = this.#options;
    const { replay } = this;
    if (idle >= REPLAY_LIMITS.idleExpiry && !this.#waits) {
      if (replay) counters.add('replayIdleExpiry', 'trimmed');
      else this.#draw();
      // What was recorded since the pause was due does not count as recorded in time.
      this.stop(now - idle + REPLAY_LIMITS.idlePause, false, 'replayIdleExpiry');
      this.#waits = true;
    } else if (replay && now >= this.#book.due(replay)) {
      if (replay.live) counters.add('replayMaximum', 'trimmed');
      this.stop(now, replay.live && this.state === 'on', 'replayMaximum');
    }
  }

  #pause(since: number): void {
    if (this.state !== 'on') return;
    this.#command({ do: 'flush' });
    this.#command({ do: 'pause' });
    this.#options.counters.add('replayIdlePause', 'paused');
    this.state = 'paused';
    this.pausedAt = since;
    this.#unsentSince = undefined;
  }

  #record(now: number): void {
    if (this.state !== 'on') {
      this.#command(this.state === 'off' ? { do: 'record', live: this.#live } : { do: 'resume' });
      this.state = 'on';
      this.#checkpointAt = now + CHECKPOINT;
    }
    if (!this.#live && now >= this.#checkpointAt) {
      this.#command({ do: 'checkpoint' });
      this.#checkpointAt = now + CHECKPOINT;
    }
    const { flushMaximum } = REPLAY_LIMITS;
    if (this.#unsentSince !== undefined && now >= this.#unsentSince + flushMaximum + GRACE) {
      this.flush();
      this.#unsentSince = undefined;
    }
  }

  #draw(): void {
    const { sample, random } = this.#options;
    this.#live = random() < sample.session;
    this.#sampled = this.#live || sample.onError > 0;
  }

  #command(command: ReplayCommand): void {
    if (this.replay && command.do === 'flush') this.replay.asked = true;
    if (this.#ready) this.#options.command(this.#window, command);
  }
}
