/** The state machine of one window's recorder: what it should be doing, and the commands that get it there. */
import { type LimitCounters, type LimitName, REPLAY_LIMITS } from '../../shared/limits.ts';
import type { ReplayCommand } from '../../shared/telemetryMessages.ts';
import { GRACE, type Replay, type ReplayBook } from './replays.ts';

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

interface Situation {
  now: number;
  idle: number;
  away: boolean;
  /** The user has agreed, and the server accepts replays. */
  may: boolean;
}

/** Milliseconds between full snapshots of a held replay. An error sends one to two of these intervals. */
export const CHECKPOINT = 30_000;

const MAX_EARLY = 20;

export const RESTART_DELAY = 60_000;

export class ReplayPage {
  replay: Replay | undefined;
  state: 'off' | 'on' | 'paused' = 'off';
  pausedAt = 0;
  lastInput: number;
  readonly #window: number;
  readonly #options: GateOptions;
  readonly #book: ReplayBook;
  /** The page is loaded and accepts commands. */
  isReady = false;
  /** The app's own SDK records: always, and without commands. */
  #isOwn = false;
  /** The sampling decision for the current or next replay: whether it is sent from its start. */
  #live = false;
  /** The last replay expired without input, so the next one starts with input in this window. */
  #waits = false;
  #notBefore = 0;
  /** Errors from before the recorder ran, which want a replay of what follows. */
  #early: string[] = [];
  #checkpointAt = 0;
  #unsentSince: number | undefined;

  constructor(window: number, options: GateOptions, book: ReplayBook, now: number) {
    this.#window = window;
    this.#options = options;
    this.#book = book;
    this.lastInput = now;
    this.#draw();
  }

  loaded(): void {
    this.isReady = true;
    this.#isOwn = false;
    this.state = 'off';
    this.#unsentSince = undefined;
  }

  adopt(replayId: string, now: number): void {
    this.#isOwn = true;
    this.end(now);
    this.#draw();
    this.#waits = false;
    this.replay = this.#book.open(replayId, this.#window, true, now, true);
  }

  gone(): void {
    this.isReady = false;
    this.state = 'off';
  }

  input(now: number): void {
    this.lastInput = now;
    this.#waits = false;
    if (this.state === 'on') this.#unsentSince ??= now;
  }

  sent(): void {
    this.#unsentSince = undefined;
  }

  started(replayId: string, now: number): void {
    const known = this.#book.get(replayId);
    if (known && known === this.replay) return;
    // A reload can bring back an ended replay, and window.open clones its opener's session.
    if (known) return this.#command({ do: 'renew', live: this.#live });
    if (this.replay) {
      this.end(now);
      this.#command({ do: 'record', live: this.#live });
    }
    this.replay = this.#book.open(replayId, this.#window, this.#live, now);
    for (const eventId of this.#early.splice(0)) this.#options.startedBy(replayId, eventId);
  }

  /** The recorder stopped on its own. `reason` comes from the SDK. */
  stopped(replayId: string, reason: string, now: number): void {
    if (this.replay?.id !== replayId) return;
    this.end(now);
    this.state = 'off';
    if (reason === 'sessionExpired') this.#waits = now - this.lastInput >= REPLAY_LIMITS.idlePause;
    else this.#notBefore = now + RESTART_DELAY;
    if (reason === 'eventBufferOverflow') this.#options.counters.add('replayBuffer', 'dropped');
  }

  /** The next replay is sent from its start, because an error came before it. */
  beginLive(eventId: string): void {
    if (this.#early.length < MAX_EARLY) this.#early.push(eventId);
    this.#live = true;
    if (this.state === 'on') this.#command({ do: 'record', live: true });
  }

  makeLive(replay: Replay): void {
    replay.live = true;
    this.#live = true;
    this.#command({ do: 'record', live: true });
    this.ask('flush');
  }

  /** Asks a running recorder to flush, or also for a new full snapshot. Returns whether it runs. */
  ask(what: 'flush' | 'checkpoint'): boolean {
    if (this.state === 'on') this.#command({ do: what });
    return this.state === 'on';
  }

  /** Ends what is due, then moves the recorder to the state it should be in. */
  follow(at: Situation): void {
    this.#endIfDue(at);
    const isSampled = this.#live || this.#options.sample.onError > 0;
    if (!at.may || !isSampled) return this.stop(at.now, false);
    if (!(this.isReady || this.#isOwn) || this.#waits || at.now < this.#notBefore) return;
    const { idlePause } = REPLAY_LIMITS;
    // After sleep the pause may have been due long ago.
    if (at.idle >= idlePause) this.#pause(at.now - at.idle + idlePause);
    else if (at.away) this.#pause(at.now);
    else this.#record(at.now);
  }

  /** Returns when `follow` may next have something to do; past times do not count. */
  due(lastInput: number): number[] {
    const { idlePause, idleExpiry, flushMaximum } = REPLAY_LIMITS;
    const due = [this.#notBefore, lastInput + idlePause, lastInput + idleExpiry, this.#checkpointAt];
    if (this.replay) due.push(this.#book.due(this.replay));
    if (this.#unsentSince !== undefined) due.push(this.#unsentSince + flushMaximum + GRACE);
    return due;
  }

  stop(now: number, flush: boolean, by?: LimitName): void {
    if (this.state !== 'off' || this.replay) this.#command({ do: 'stop', flush });
    this.end(now, by);
    this.state = 'off';
  }

  end(now: number, by?: LimitName): void {
    if (!this.replay) return;
    this.replay.ended = { at: now, ...(by && { by }) };
    if (!this.replay.live) this.#options.discard(this.replay.id);
    this.replay = undefined;
    this.#unsentSince = undefined;
    this.#draw();
  }

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
      // Nothing recorded after the pause was due may be sent.
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
      this.ask('flush');
      this.#unsentSince = undefined;
    }
  }

  #draw(): void {
    const { sample, random } = this.#options;
    this.#live = this.#isOwn || random() < sample.session;
  }

  #command(command: ReplayCommand): void {
    if (this.replay && command.do === 'flush') this.replay.asked = true;
    if (this.isReady) this.#options.command(this.#window, command);
  }
}
