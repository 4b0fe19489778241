/** Sends stored envelopes: one loop and one timer. outbox.policy.ts decides what to send and when. */
import type { RateLimits } from '@sentry/core';
import { steadyTime, wallAt } from '../../shared/clock.ts';
import type { StoredEnvelope } from './disk.ts';
import { readEnvelope, withoutDetails, writeEnvelope } from './envelope.ts';
import { choose, classifyResponse, type NextEnvelope, partOf, type ResponseClass } from './outbox.policy.ts';
import { Pauses } from './pauses.ts';
import type { EnvelopeStore } from './store.ts';
import { type Request, type Upload, type UploadResponse, upload } from './upload.ts';

/** Simultaneous requests, once one has succeeded. */
const CONCURRENCY = 4;
/** Flushing waits for errors, feedback and sessions: for priorities below this one. */
const FIRST_UNHURRIED = 2;
const STOPPED = new Error('Sending was stopped.');

/** The server's address, and what was made for it (`targetOf`). */
export type Server = Pick<Upload, 'url' | 'headers'> & { target: string };

interface SenderOptions {
  store: EnvelopeStore;
  request: Request;
  random: () => number;
  onLimits: (until: RateLimits) => void;
}

export class Sender {
  readonly #options: SenderOptions;
  readonly #pauses: Pauses;
  readonly #inFlight = new Map<StoredEnvelope, { controller: AbortController; ended: Promise<void> }>();
  #server: Server | undefined;
  #isWanted = false;
  #timer: NodeJS.Timeout | undefined;
  #lastAnswer: { at: number; responseClass: ResponseClass; status?: number; error?: string } | undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#pauses = new Pauses(options.random);
  }

  /** From now on sends to this server. Envelopes for another one stay where they are. */
  connect(server: Server): void {
    this.#server = server;
    this.poke();
  }

  /** Turns sending on or off. Off aborts pending requests and keeps their envelopes. */
  want(isWanted: boolean): void {
    this.#isWanted = isWanted;
    if (!isWanted) for (const { controller } of this.#inFlight.values()) controller.abort(STOPPED);
    this.poke();
  }

  /** Retries soon: the network, the machine or the consent is back. */
  wake(): void {
    this.#pauses.wake(this.#options.store.waiting());
    this.poke();
  }

  /** Looks for something to send, after the caller has returned. */
  poke(): void {
    this.#wait(0);
  }

  /** Resolves when no error or feedback is being sent or can be. */
  async whenQuiet(): Promise<void> {
    this.#pump();
    for (;;) {
      const urgent = [...this.#inFlight].filter(([{ priority }]) => priority < FIRST_UNHURRIED);
      if (urgent.length === 0) return;
      await Promise.all(urgent.map(([, { ended }]) => ended));
    }
  }

  state() {
    const now = steadyTime();
    const choice = this.#choose(now);
    const at = 'send' in choice ? now : choice.at;
    return {
      inFlight: this.#inFlight.size,
      /** When the next request may be sent; absent if nothing waits or sending is off. */
      nextAttempt: this.#isWanted && Number.isFinite(at) ? wallAt(at) : undefined,
      lastAnswer: this.#lastAnswer,
    };
  }

  #choose(now: number): NextEnvelope<StoredEnvelope> {
    return choose(this.#sendable(), now, this.#pauses.untils());
  }

  *#sendable(): Generator<StoredEnvelope, void> {
    // The parts of a replay arrive in order.
    const replays = new Set([...this.#inFlight.keys()].map(partOf));
    for (const one of this.#options.store.waiting()) {
      const isSending = this.#inFlight.has(one) || (partOf(one) !== undefined && replays.has(partOf(one)));
      if (one.target === this.#server?.target && !isSending) yield one;
    }
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    if (Number.isFinite(ms)) this.#timer = setTimeout(() => this.#pump(), Math.max(0, Math.ceil(ms))).unref();
  }

  #pump(): void {
    let next = Number.POSITIVE_INFINITY;
    while (this.#isWanted && this.#inFlight.size < (this.#pauses.isProbing ? 1 : CONCURRENCY)) {
      const choice = this.#choose(steadyTime());
      if ('at' in choice) {
        next = choice.at;
        break;
      }
      // One that failed is tried again alone, after all others: parts of a replay follow each other.
      if (choice.send.failedAt !== undefined && this.#inFlight.size > 0) break;
      const controller = new AbortController();
      this.#inFlight.set(choice.send, { controller, ended: this.#send(choice.send, controller) });
    }
    this.#wait(next - steadyTime());
  }

  async #send(one: StoredEnvelope, controller: AbortController): Promise<void> {
    const { onLimits, request } = this.#options;
    try {
      const body = await this.#bodyOf(one);
      if (!body || !this.#server) this.#pauses.hold(one);
      else this.#settle(one, await upload(this.#server, body, controller, request));
      onLimits(this.#pauses.limits);
    } catch (error) {
      if (error === STOPPED) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#lastAnswer = { at: Date.now(), responseClass: 'unreachable', error: message };
      this.#pauses.failed(one);
    } finally {
      this.#inFlight.delete(one);
      this.#pump();
    }
  }

  /** `undefined` if it cannot be sent now, or was quarantined. */
  async #bodyOf(one: StoredEnvelope): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { store } = this.#options;
    const stored = await store.read(one);
    if (!stored) return undefined;
    try {
      const whole = readEnvelope(stored);
      const parts = one.isTooLarge ? withoutDetails(whole) : whole;
      // The server compares it with its own clock.
      const sent_at = new Date().toISOString();
      if (parts) return writeEnvelope({ ...parts, header: { ...parts.header, sent_at } });
      this.#putAside(one);
    } catch {
      // Damaged: not an envelope.
      store.quarantine(one);
    }
    return undefined;
  }

  #settle(one: StoredEnvelope, response: UploadResponse): void {
    const { store } = this.#options;
    const responseClass = classifyResponse(response, this.#server?.url.startsWith('https:') ?? false);
    this.#lastAnswer = { at: Date.now(), responseClass, status: response.status };
    if (responseClass === 'unreachable') return this.#pauses.failed(one);
    this.#pauses.learn(response);
    if (responseClass === 'failed') return this.#pauses.failed(one);
    if (responseClass === 'denied') return this.#pauses.denied();
    this.#pauses.succeeded();
    if (responseClass === 'tooLarge') {
      if (one.isTooLarge) this.#putAside(one);
      one.isTooLarge = true;
      return;
    }
    if (responseClass === 'accepted') store.counters.sent += 1;
    else store.lose('rejected');
    store.remove(one);
  }

  /** The user may have noted its id, so an engineer must be able to find it. */
  #putAside(one: StoredEnvelope): void {
    const { store } = this.#options;
    store.lose('rejected');
    // The disk may keep it where it is; then it must not be sent again at once.
    this.#pauses.hold(one);
    store.quarantine(one);
  }
}
