/** Sends what the store holds: one loop and one timer. What to send and when is decided in outbox.policy.ts and throttle.ts. */
import { bytesWithoutDetails, stampSentAt } from './envelope.ts';
import {
  type Choice,
  choose,
  classifyResponse,
  FIRST_BULK_PRIORITY,
  type ResponseClass,
} from './outbox.policy.ts';
import { type Answer, type Request, upload } from './post.ts';
import type { EnvelopeStore } from './store.ts';
import type { StoredEnvelope } from './storeIndex.ts';
import { RateLimiter, type RateLimiterOptions, Throttle } from './throttle.ts';

/** Requests at the same time, once one has succeeded. */
const CONCURRENCY = 4;
/** The reason of a request that was aborted because sending was turned off. */
const STOPPED = new Error('Sending was stopped.');

export interface SenderOptions extends RateLimiterOptions {
  store: EnvelopeStore;
  /** In [0, 1). */
  random: () => number;
  request: Request;
  isUserActive: () => boolean;
  onReject: (one: StoredEnvelope) => void;
}

export class Sender {
  readonly #options: SenderOptions;
  readonly #throttle: Throttle;
  readonly #limits: RateLimiter;
  readonly #inFlight = new Map<StoredEnvelope, { controller: AbortController; ended: Promise<void> }>();
  #target: { url: string; id: string; headers: Readonly<Record<string, string>> } | undefined;
  #wanted = false;
  #limitsLoaded = false;
  #cancelTimer: (() => void) | undefined;
  /** Or the error that came in its place. */
  #lastAnswer: { at: number; responseClass: ResponseClass; status?: number; error?: string } | undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#limits = new RateLimiter(options);
    this.#throttle = new Throttle(options.clock, options.random);
  }

  /** Where to send to. What was stored for another server stays where it is. */
  connect(url: string, id: string, headers: Readonly<Record<string, string>> | undefined): void {
    this.#target = { url, id, headers: { ...headers, 'Content-Type': 'application/x-sentry-envelope' } };
    void this.#limits.load(id).then(() => {
      this.#limitsLoaded = true;
      this.poke();
    });
  }

  /** Turns sending on or off. Off aborts the requests in flight and keeps their envelopes. */
  want(wanted: boolean): void {
    this.#wanted = wanted;
    if (!wanted) for (const { controller } of this.#inFlight.values()) controller.abort(STOPPED);
    this.poke();
  }

  /** Clears the backoff and sends again within two seconds: the network, the machine or the consent is back. */
  wake(): void {
    for (const one of this.#options.store.waiting()) {
      one.failures = 0;
      one.heldUntil = 0;
    }
    this.#throttle.wake();
    this.poke();
  }

  /** Schedules a pass over what waits; never sends before it returns. */
  poke(): void {
    this.#pumpAt(this.#options.clock.steady());
  }

  /** Resolves when no error or feedback is being sent or could be. */
  async whenQuiet(): Promise<void> {
    this.#pump();
    for (;;) {
      const urgent = [...this.#inFlight].filter(([{ priority }]) => priority < FIRST_BULK_PRIORITY);
      if (urgent.length === 0) return;
      await Promise.all(urgent.map(([, { ended }]) => ended));
    }
  }

  state() {
    const { clock } = this.#options;
    const [wall, steady] = [clock.wall(), clock.steady()];
    const choice = this.#choose(steady);
    const at = Math.max('send' in choice ? steady : choice.at, this.#throttle.notBefore);
    return {
      inFlight: this.#inFlight.size,
      /** When the next request may be made; absent when nothing waits or sending is not wanted. */
      nextAttempt: this.#canSend && Number.isFinite(at) ? wall + at - steady : undefined,
      lastAnswer: this.#lastAnswer,
      limits: this.#limits.state(),
    };
  }

  get #canSend(): boolean {
    return this.#wanted && this.#limitsLoaded && this.#target !== undefined;
  }

  #choose(now: number): Choice<StoredEnvelope> {
    const sendable = this.#options.store
      .waiting()
      .filter((one) => one.target === this.#target?.id && !this.#inFlight.has(one));
    return choose(sendable, now, ({ priority, categories, heldUntil }) => {
      const bulkAt = priority < FIRST_BULK_PRIORITY ? 0 : this.#throttle.bulkAt;
      return Math.max(heldUntil, bulkAt, this.#limits.limitedUntil(categories));
    });
  }

  #pumpAt(steady: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (!Number.isFinite(steady)) return;
    const { clock } = this.#options;
    this.#cancelTimer = clock.after(Math.max(0, Math.ceil(steady - clock.steady())), () => this.#pump());
  }

  #pump(): void {
    const { clock } = this.#options;
    let next = Number.POSITIVE_INFINITY;
    while (this.#canSend && this.#inFlight.size < (this.#throttle.probing ? 1 : CONCURRENCY)) {
      const now = clock.steady();
      next = this.#throttle.notBefore;
      if (now < next) break;
      const choice = this.#choose(now);
      if ('at' in choice) {
        next = choice.at;
        break;
      }
      next = Number.POSITIVE_INFINITY;
      const controller = new AbortController();
      this.#inFlight.set(choice.send, { controller, ended: this.#send(choice.send, controller) });
    }
    this.#pumpAt(next);
  }

  async #send(one: StoredEnvelope, controller: AbortController): Promise<void> {
    const { clock, isUserActive } = this.#options;
    const started = clock.steady();
    if (one.priority >= FIRST_BULK_PRIORITY && isUserActive()) this.#throttle.pace(one.size);
    try {
      // Leaves the loop that chose the envelope first: what follows may start that loop again.
      await Promise.resolve();
      const body = await this.#bodyOf(one);
      if (!body || !this.#target) this.#throttle.hold(one);
      else this.#settle(one, await upload(this.#target, body, controller, this.#options), started);
    } catch (error) {
      if (error === STOPPED) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#lastAnswer = { at: clock.wall(), responseClass: 'unreachable', error: message };
      this.#failed(one, started);
    } finally {
      this.#inFlight.delete(one);
      this.#pump();
    }
  }

  async #bodyOf(one: StoredEnvelope): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { store, clock } = this.#options;
    const stored = await store.read(one);
    if (!stored) return undefined;
    try {
      const taken = one.isTooLarge ? bytesWithoutDetails(stored) : stored;
      if (taken) return stampSentAt(taken, new Date(clock.wall()));
      this.#putAside(one);
    } catch {
      store.quarantine(one);
    }
    return undefined;
  }

  #settle(one: StoredEnvelope, answer: Answer, started: number): void {
    const { store, clock, onReject } = this.#options;
    const responseClass = classifyResponse(answer, this.#target?.url.startsWith('https:') ?? false);
    this.#lastAnswer = { at: clock.wall(), responseClass, status: answer.status };
    if (responseClass !== 'unreachable') {
      this.#limits.learn(answer);
      store.compareClock(Date.parse(answer.headers.date ?? ''));
    }
    switch (responseClass) {
      case 'accepted':
        store.counters.sent += 1;
        store.remove(one);
        this.#throttle.succeeded();
        break;
      case 'rejected':
        store.counters.rejected += 1;
        store.remove(one);
        this.#throttle.succeeded();
        onReject(one);
        break;
      case 'tooLarge':
        this.#throttle.succeeded();
        if (one.isTooLarge) this.#putAside(one);
        one.isTooLarge = true;
        break;
      case 'denied':
        this.#throttle.failed(started, true);
        break;
      case 'limited':
      case 'failed':
      case 'unreachable':
        this.#failed(one, started);
        break;
      default:
        responseClass satisfies never;
    }
  }

  /** The user may have noted its id, so it is kept for inspection. */
  #putAside(one: StoredEnvelope): void {
    const { store, onReject } = this.#options;
    this.#throttle.hold(one);
    store.counters.rejected += 1;
    store.quarantine(one);
    onReject(one);
  }

  /** Backs off, and longer with this envelope: if it is what breaks the connection, the others get through. */
  #failed(one: StoredEnvelope, started: number): void {
    this.#throttle.failed(started);
    this.#throttle.hold(one);
  }
}
