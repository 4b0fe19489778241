/** Sends what the store holds: one loop and one timer. What to send and when is decided in send.policy.ts. */
import { bytesWithoutDetails, type Omission, stampSentAt } from './envelope.ts';
import { type Answer, type Request, upload } from './post.ts';
import { ATTACHMENT } from './rateLimits.policy.ts';
import { RateLimiter, type RateLimiterOptions } from './rateLimits.ts';
import {
  type Choice,
  choose,
  classifyResponse,
  FIRST_BULK_PRIORITY,
  type ResponseClass,
} from './send.policy.ts';
import type { SenderState } from './state.ts';
import type { EnvelopeStore } from './store.ts';
import type { StoredEnvelope } from './storeIndex.ts';
import { type Pace, Throttle } from './throttle.ts';

/** The reason of a request that was aborted because sending was turned off. */
const STOPPED = new Error('Sending was stopped.');

export interface SenderOptions extends RateLimiterOptions {
  store: EnvelopeStore;
  /** In [0, 1). */
  random: () => number;
  request: Request;
  /** Requests at the same time, once one has succeeded. */
  concurrency: number;
  pace: Pace;
  isUserActive: () => boolean;
  onReject: (one: StoredEnvelope) => void;
}

export class Sender {
  readonly #options: SenderOptions;
  readonly #throttle: Throttle<StoredEnvelope>;
  readonly #limits: RateLimiter;
  readonly #inFlight = new Map<StoredEnvelope, AbortController>();
  #target: { url: string; id: string; headers: Readonly<Record<string, string>> } | undefined;
  #wanted = false;
  #limitsLoaded = false;
  #cancelTimer: (() => void) | undefined;
  #lastAnswer: SenderState['lastAnswer'];
  #onQuiet: (() => void)[] = [];

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#limits = new RateLimiter(options);
    this.#throttle = new Throttle(options.pace, options.clock.steady());
  }

  /** Where to send to. What was stored for another server stays where it is. */
  connect(url: string, id: string, headers: Readonly<Record<string, string>>): void {
    this.#target = { url, id, headers: { ...headers, 'Content-Type': 'application/x-sentry-envelope' } };
    void this.#limits.load(id).then(() => {
      this.#limitsLoaded = true;
      this.poke();
    });
  }

  /** Turns sending on or off. Off aborts the requests in flight and keeps their envelopes. */
  want(wanted: boolean): void {
    this.#wanted = wanted;
    if (!wanted) for (const controller of this.#inFlight.values()) controller.abort(STOPPED);
    this.poke();
  }

  /** Clears the backoff and sends again within two seconds: the network, the machine or the consent is back. */
  wake(): void {
    const { clock, random } = this.#options;
    this.#throttle.wake(clock.steady(), random());
    this.poke();
  }

  /** Schedules a pass over what waits; never sends before it returns. */
  poke(): void {
    this.#pumpAt(this.#options.clock.steady());
  }

  /** Resolves when no error or feedback is being sent or could be. */
  async whenQuiet(): Promise<void> {
    if (this.#hasUrgentWork()) await new Promise<void>((resolve) => this.#onQuiet.push(resolve));
  }

  state(): SenderState {
    const { clock } = this.#options;
    const [wall, steady] = [clock.wall(), clock.steady()];
    const choice = this.#choose(steady);
    const at = Math.max('send' in choice ? steady : choice.at, this.#throttle.notBefore);
    return {
      inFlight: this.#inFlight.size,
      nextAttempt: this.#canSend && Number.isFinite(at) ? wall + at - steady : undefined,
      lastAnswer: this.#lastAnswer,
      limits: this.#limits.state(),
    };
  }

  get #canSend(): boolean {
    return this.#wanted && this.#limitsLoaded && this.#target !== undefined;
  }

  #choose(now: number): Choice<StoredEnvelope> {
    const { store, isUserActive } = this.#options;
    const id = this.#target?.id;
    const isHeld = (one: StoredEnvelope) => this.#inFlight.has(one) || (one.target ?? id) !== id;
    return choose(store.waiting(), {
      ...this.#throttle.holds(now, isUserActive()),
      heldUntil: (one) => (isHeld(one) ? Number.POSITIVE_INFINITY : this.#throttle.heldUntil(one)),
      limitedUntil: (categories) => this.#limits.limitedUntil(categories),
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
    const { clock, concurrency } = this.#options;
    let next = Number.POSITIVE_INFINITY;
    while (this.#canSend && this.#inFlight.size < (this.#throttle.probing ? 1 : concurrency)) {
      const now = clock.steady();
      next = this.#throttle.notBefore;
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
    for (const one of this.#inFlight.keys()) if (one.priority < FIRST_BULK_PRIORITY) return true;
    const now = this.#options.clock.steady();
    if (!this.#canSend || now < this.#throttle.notBefore) return false;
    const choice = this.#choose(now);
    return 'send' in choice && choice.send.priority < FIRST_BULK_PRIORITY;
  }

  async #send(one: StoredEnvelope): Promise<void> {
    const { clock, random } = this.#options;
    const started = clock.steady();
    const controller = new AbortController();
    this.#inFlight.set(one, controller);
    this.#throttle.charge(one.size, started);
    try {
      // Leaves the loop that chose the envelope first: what follows may start that loop again.
      await Promise.resolve();
      const body = await this.#bodyOf(one);
      if (!body || !this.#target) this.#throttle.hold(one, clock.steady(), random());
      else this.#settle(one, await upload(this.#target, body, controller, this.#options), started);
    } catch (error) {
      if (error === STOPPED) return;
      this.#answered('unreachable', { error: error instanceof Error ? error.message : String(error) });
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
      const omission = this.#omissionFor(one);
      const slim = omission && bytesWithoutDetails(stored, omission);
      if (slim || !one.isTooLarge) return stampSentAt(slim ?? stored, new Date(clock.wall()));
      this.#putAside(one);
    } catch {
      store.quarantine(one);
    }
    return undefined;
  }

  /** What to leave out of an envelope so that the server takes the rest. */
  #omissionFor({ isTooLarge, categories }: StoredEnvelope): Omission | undefined {
    if (isTooLarge) return 'details';
    const isLimited = this.#limits.limitedUntil([ATTACHMENT]) > this.#options.clock.steady();
    return isLimited && categories.includes(ATTACHMENT) ? 'attachments' : undefined;
  }

  #settle(one: StoredEnvelope, answer: Answer, started: number): void {
    const { store, clock, random, onReject } = this.#options;
    const responseClass = classifyResponse(answer, this.#target?.url.startsWith('https:') ?? false);
    this.#answered(responseClass, { status: answer.status });
    if (responseClass !== 'unreachable') {
      this.#limits.learn(answer);
      store.retention.compareClock(Date.parse(answer.headers.date ?? ''));
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
        this.#throttle.denied(started, clock.steady(), random());
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
    const { store, clock, random, onReject } = this.#options;
    this.#throttle.hold(one, clock.steady(), random());
    store.counters.rejected += 1;
    store.quarantine(one);
    onReject(one);
  }

  /** Backs off, and longer with this envelope: if it is what breaks the connection, the others get through. */
  #failed(one: StoredEnvelope, started: number): void {
    const { clock, random } = this.#options;
    this.#throttle.failed(started, clock.steady(), random());
    this.#throttle.hold(one, clock.steady(), random());
  }

  #answered(responseClass: ResponseClass, details: { status?: number; error?: string }): void {
    this.#lastAnswer = { at: this.#options.clock.wall(), responseClass, ...details };
  }
}
