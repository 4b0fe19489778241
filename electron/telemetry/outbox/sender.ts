/** Sends what the store holds: one loop and one timer. What to send and when is decided in policy.ts. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from './clock.ts';
import { stampSentAt } from './envelope.ts';
import type { Entry } from './ledger.ts';
import { formatLimits, type Limits, parseLimits } from './limits.ts';
import { LIMITS_FILE } from './listing.ts';
import { type Pace, Pauses } from './pauses.ts';
import {
  type Answer,
  type Choice,
  choose,
  FIRST_BULK_LANE,
  judge,
  timeLimit,
  type Verdict,
} from './policy.ts';
import type { SenderState } from './state.ts';
import type { Store } from './store.ts';

/** Bodies above this many bytes are compressed, as Sentry's own transports do. */
const GZIP_THRESHOLD = 32 * 1024;
const compress = promisify(gzip);
/** Why requests end when sending is no longer wanted. */
const STOPPED = new Error('Sending was stopped.');

/** One HTTP POST. */
export interface Post {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** Aborts when the time limit is reached or sending is no longer wanted. */
  signal: AbortSignal;
}

/** Makes a POST without following redirects; rejects when no HTTP answer came. */
export type Request = (post: Post) => Promise<Answer>;

export interface SenderOptions {
  store: Store;
  clock: Clock;
  /** In [0, 1). */
  random: () => number;
  request: Request;
  /** Requests at the same time, once one has succeeded. */
  concurrency: number;
  pace: Pace;
  isUserActive: () => boolean;
  onReject: (entry: Entry) => void;
  /** The server's limits have changed: until when categories are limited, in milliseconds since the epoch. */
  onLimits: (until: Limits) => void;
}

export class Sender {
  readonly #options: SenderOptions;
  readonly #pauses: Pauses<Entry>;
  readonly #inFlight = new Map<Entry, AbortController>();
  #target: { url: string; headers: Readonly<Record<string, string>> } | undefined;
  #wanted = false;
  #limitsLoaded = false;
  #cancelTimer: (() => void) | undefined;
  #lastAnswer: SenderState['lastAnswer'];
  #onQuiet: (() => void)[] = [];

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#pauses = new Pauses(options.pace, options.clock.steady());
    void this.#loadLimits();
  }

  /** Where to send to. */
  connect(url: string, headers: Readonly<Record<string, string>>): void {
    this.#target = { url, headers: { ...headers, 'Content-Type': 'application/x-sentry-envelope' } };
    this.poke();
  }

  /** Whether to send at all. Without, requests under way are aborted and their envelopes kept. */
  want(wanted: boolean): void {
    this.#wanted = wanted;
    if (!wanted) for (const controller of this.#inFlight.values()) controller.abort(STOPPED);
    this.poke();
  }

  /** Forgets pauses and starts again within two seconds: the network, the machine or a consent is back. */
  wake(): void {
    const { clock, random } = this.#options;
    this.#pauses.wake(clock.steady(), random());
    this.poke();
  }

  /** Something new waits. Sends nothing before it returns. */
  poke(): void {
    this.#pumpAt(this.#options.clock.steady());
  }

  /** Resolves when no error or feedback is being sent or could be now. */
  async whenQuiet(): Promise<void> {
    if (this.#hasUrgentWork()) await new Promise<void>((resolve) => this.#onQuiet.push(resolve));
  }

  /** For the diagnostics page. */
  state(): SenderState {
    const { clock } = this.#options;
    const [wall, steady] = [clock.wall(), clock.steady()];
    const choice = this.#choose(steady);
    const at = Math.max('send' in choice ? steady : choice.at, this.#pauses.notBefore);
    return {
      inFlight: this.#inFlight.size,
      nextAttempt: this.#canSend && Number.isFinite(at) ? wall + at - steady : undefined,
      lastAnswer: this.#lastAnswer,
      limits: this.#limits(),
    };
  }

  /** The limits that have not passed, in milliseconds since the epoch. */
  #limits(): Limits {
    const { clock } = this.#options;
    const [wall, steady] = [clock.wall(), clock.steady()];
    const limits = Object.entries(this.#pauses.limits).filter(([, until]) => until > steady);
    return Object.fromEntries(limits.map(([category, until]) => [category, wall + until - steady]));
  }

  #tellLimits(): void {
    const limits = this.#limits();
    if (Object.keys(limits).length > 0) this.#options.onLimits(limits);
  }

  get #canSend(): boolean {
    return this.#wanted && this.#limitsLoaded && this.#target !== undefined;
  }

  #choose(now: number): Choice<Entry> {
    const { store, isUserActive } = this.#options;
    const isInFlight = (entry: Entry) => this.#inFlight.has(entry);
    return choose(store.waiting(), this.#pauses.holds(now, isInFlight, isUserActive()));
  }

  #pumpAt(steady: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (!Number.isFinite(steady)) return;
    const { clock } = this.#options;
    this.#cancelTimer = clock.after(Math.max(0, Math.ceil(steady - clock.steady())), () => this.#pump());
  }

  #pump(): void {
    const { clock, concurrency } = this.#options;
    let next = Number.POSITIVE_INFINITY;
    while (this.#canSend && this.#inFlight.size < (this.#pauses.probing ? 1 : concurrency)) {
      const now = clock.steady();
      next = this.#pauses.notBefore;
      if (now < next) break;
      const choice = this.#choose(now);
      if ('at' in choice) {
        next = choice.at;
        break;
      }
      next = Number.POSITIVE_INFINITY;
      void this.#send(choice.send);
    }
    this.#pumpAt(next);
    if (this.#onQuiet.length > 0 && !this.#hasUrgentWork()) {
      for (const resolve of this.#onQuiet.splice(0)) resolve();
    }
  }

  #hasUrgentWork(): boolean {
    for (const entry of this.#inFlight.keys()) if (entry.lane < FIRST_BULK_LANE) return true;
    const now = this.#options.clock.steady();
    if (!this.#canSend || now < this.#pauses.notBefore) return false;
    const choice = this.#choose(now);
    return 'send' in choice && choice.send.lane < FIRST_BULK_LANE;
  }

  async #send(entry: Entry): Promise<void> {
    const { store, clock, random } = this.#options;
    const started = clock.steady();
    const controller = new AbortController();
    this.#inFlight.set(entry, controller);
    this.#pauses.charge(entry.size, started);
    try {
      // Leaves the loop that chose the entry first: what follows may start that loop again.
      await Promise.resolve();
      if (!store.claim(entry)) {
        // Another instance has it, or the folder cannot be written.
        if (store.hasTrouble) this.#pauses.failed(started, clock.steady(), random());
        this.#pauses.hold(entry, clock.steady(), random());
        return;
      }
      const body = await this.#bodyOf(entry);
      if (body) this.#settle(entry, await this.#post(body, controller), started);
      else {
        store.release(entry);
        this.#pauses.hold(entry, clock.steady(), random());
      }
    } catch (error) {
      store.release(entry);
      if (error === STOPPED) return;
      this.#answered('unreachable', { error: error instanceof Error ? error.message : String(error) });
      this.#pauses.failed(started, clock.steady(), random());
      // It may be this envelope that breaks the connection: another is tried next.
      this.#pauses.hold(entry, clock.steady(), random());
    } finally {
      this.#inFlight.delete(entry);
      this.#pump();
    }
  }

  async #bodyOf(entry: Entry): Promise<Uint8Array | undefined> {
    const { store, clock } = this.#options;
    const stored = await store.read(entry);
    if (!stored) return undefined;
    try {
      return stampSentAt(stored, new Date(clock.wall()));
    } catch {
      store.quarantine(entry);
      return undefined;
    }
  }

  async #post(plain: Uint8Array, controller: AbortController): Promise<Answer> {
    const { request, clock } = this.#options;
    const target = this.#target;
    if (!target) throw new Error('The outbox has no address to send to.');
    const zipped = plain.length > GZIP_THRESHOLD;
    const body = zipped ? await compress(plain) : plain;
    const headers = zipped ? { ...target.headers, 'content-encoding': 'gzip' } : target.headers;
    const { signal } = controller;
    signal.throwIfAborted();
    const limit = timeLimit(body.length);
    const timedOut = () => controller.abort(new Error(`No answer within ${Math.round(limit / 1_000)} s.`));
    const cancel = clock.after(limit, timedOut);
    // The race holds for a request that does not listen to its signal, too.
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      return await Promise.race([request({ url: target.url, headers, body, signal }), aborted]);
    } finally {
      cancel();
    }
  }

  #settle(entry: Entry, answer: Answer, started: number): void {
    const { store, clock, random, onReject } = this.#options;
    const now = clock.steady();
    const verdict = judge(answer);
    this.#answered(verdict, { status: answer.status });
    if (verdict !== 'unreachable' && this.#pauses.learn(answer, clock.wall(), now)) {
      store.writeOwn(LIMITS_FILE, formatLimits(this.#pauses.limits, clock.wall(), now));
      this.#tellLimits();
    }
    switch (verdict) {
      case 'accepted':
        store.counters.sent += 1;
        store.remove(entry);
        this.#pauses.succeeded();
        break;
      case 'rejected':
        store.counters.rejected += 1;
        store.remove(entry);
        this.#pauses.succeeded();
        onReject(entry);
        break;
      case 'limited':
      case 'failed':
      case 'unreachable':
        store.release(entry);
        this.#pauses.failed(started, now, random());
        this.#pauses.hold(entry, now, random());
        break;
      default:
        verdict satisfies never;
    }
  }

  #answered(verdict: Verdict, details: { status?: number; error?: string }): void {
    this.#lastAnswer = { at: this.#options.clock.wall(), verdict, ...details };
  }

  async #loadLimits(): Promise<void> {
    const { clock, store } = this.#options;
    const text = await store.readOwn(LIMITS_FILE);
    this.#pauses.limits = parseLimits(text ?? '', clock.wall(), clock.steady());
    this.#limitsLoaded = true;
    this.#tellLimits();
    this.poke();
  }
}
