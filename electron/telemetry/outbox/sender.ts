/** Sends stored envelopes: one loop and one timer. outbox.policy.ts decides what to send and when. */
import type { RateLimits } from '@sentry/core';
import { steadyTime, wallAt } from '../../shared/clock.ts';
import type { StoredEnvelope } from './disk.ts';
import { readEnvelope, withoutDetails, writeEnvelope } from './envelope.ts';
import { choose, classifyResponse, partOf, type ResponseClass } from './outbox.policy.ts';
import { createPauses } from './pauses.ts';
import type { EnvelopeStore } from './store.ts';
import { type Request, type Upload, type UploadResponse, upload } from './upload.ts';

/** Simultaneous requests, once one has succeeded. */
const CONCURRENCY = 4;
const STOPPED = new Error('Sending was stopped.');

interface SenderOptions {
  store: EnvelopeStore;
  request: Request;
  random: () => number;
  onLimits: (until: RateLimits) => void;
}

export function createSender({ store, request, random, onLimits }: SenderOptions) {
  const pauses = createPauses(random);
  const inFlight = new Map<StoredEnvelope, { controller: AbortController; ended: Promise<void> }>();
  /** Its address, and what was made for it (`targetOf`). */
  let server: (Pick<Upload, 'url' | 'headers'> & { target: string }) | undefined;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let lastAnswer: { at: number; responseClass: ResponseClass; status?: number; error?: string } | undefined;

  function wait(ms: number): void {
    clearTimeout(timer);
    if (Number.isFinite(ms)) timer = setTimeout(pump, Math.max(0, Math.ceil(ms))).unref();
  }
  /** Looks for something to send, after the caller has returned. */
  const poke = () => wait(0);

  function* sendable(): Generator<StoredEnvelope, void> {
    // The parts of a replay arrive in order.
    const replays = new Set([...inFlight.keys()].map(partOf));
    for (const one of store.waiting()) {
      const isSending = inFlight.has(one) || (partOf(one) !== undefined && replays.has(partOf(one)));
      if (one.target === server?.target && !isSending) yield one;
    }
  }
  const next = (now: number) => choose(sendable(), now, pauses.untils());

  function pump(): void {
    let at = Number.POSITIVE_INFINITY;
    while (isWanted && inFlight.size < (pauses.isProbing ? 1 : CONCURRENCY)) {
      const choice = next(steadyTime());
      if ('at' in choice) {
        at = choice.at;
        break;
      }
      // One that failed is tried again alone, after all others: parts of a replay follow each other.
      if (choice.send.failedAt !== undefined && inFlight.size > 0) break;
      const controller = new AbortController();
      inFlight.set(choice.send, { controller, ended: send(choice.send, controller) });
    }
    wait(at - steadyTime());
  }

  async function send(one: StoredEnvelope, controller: AbortController): Promise<void> {
    try {
      const body = await bodyOf(one);
      if (!body || !server) pauses.hold(one);
      else settle(one, await upload(server, body, controller, request));
      onLimits(pauses.limits);
    } catch (error) {
      if (error === STOPPED) return;
      lastAnswer = { at: Date.now(), responseClass: 'unreachable', error: (error as Error).message };
      pauses.failed(one);
    } finally {
      inFlight.delete(one);
      pump();
    }
  }

  /** `undefined` if it cannot be sent now, or was quarantined. */
  async function bodyOf(one: StoredEnvelope): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const stored = await store.read(one);
    if (!stored) return undefined;
    try {
      const whole = readEnvelope(stored);
      const parts = one.isTooLarge ? withoutDetails(whole) : whole;
      // The server compares it with its own clock.
      const sent_at = new Date().toISOString();
      if (parts) return writeEnvelope({ ...parts, header: { ...parts.header, sent_at } });
      putAside(one);
    } catch {
      // Damaged: not an envelope.
      store.quarantine(one);
    }
    return undefined;
  }

  function settle(one: StoredEnvelope, response: UploadResponse): void {
    const responseClass = classifyResponse(response, server?.url.startsWith('https:') ?? false);
    lastAnswer = { at: Date.now(), responseClass, status: response.status };
    if (responseClass === 'unreachable') return pauses.failed(one);
    pauses.learn(response);
    if (responseClass === 'failed') return pauses.failed(one);
    if (responseClass === 'denied') return pauses.denied();
    pauses.succeeded();
    if (responseClass === 'tooLarge') {
      if (one.isTooLarge) putAside(one);
      one.isTooLarge = true;
      return;
    }
    if (responseClass === 'accepted') store.counters.sent += 1;
    else store.lose('rejected');
    store.remove(one);
  }

  /** The user may have noted its id, so an engineer must be able to find it. */
  function putAside(one: StoredEnvelope): void {
    store.lose('rejected');
    // The disk may keep it where it is; then it must not be sent again at once.
    pauses.hold(one);
    store.quarantine(one);
  }

  return {
    poke,
    /** From now on sends to this server. Envelopes for another one stay where they are. */
    connect(to: NonNullable<typeof server>) {
      server = to;
      poke();
    },
    /** Turns sending on or off. Off aborts pending requests and keeps their envelopes. */
    want(wanted: boolean) {
      isWanted = wanted;
      if (!isWanted) for (const { controller } of inFlight.values()) controller.abort(STOPPED);
      poke();
    },
    wake() {
      pauses.wake(store.waiting());
      poke();
    },
    /** Resolves when no error, feedback or session is being sent or can be. */
    async whenQuiet() {
      pump();
      for (;;) {
        const urgent = [...inFlight].filter(([{ priority }]) => priority < 2);
        if (urgent.length === 0) return;
        await Promise.all(urgent.map(([, { ended }]) => ended));
      }
    },
    state() {
      const now = steadyTime();
      const choice = next(now);
      const at = 'send' in choice ? now : choice.at;
      return {
        inFlight: inFlight.size,
        /** When the next request may be sent; absent if nothing waits or sending is off. */
        nextAttempt: isWanted && Number.isFinite(at) ? wallAt(at) : undefined,
        lastAnswer,
      };
    },
  };
}
