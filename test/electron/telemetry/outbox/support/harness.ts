/** An outbox with a clock, a disk and a server that a test controls. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Envelope, parseEnvelope, type Transport } from '@sentry/core';
import { vi } from 'vitest';
import { parseName } from '../../../../../electron/telemetry/outbox/name.ts';
import { createOutbox, type OutboxOptions } from '../../../../../electron/telemetry/outbox/outbox.ts';
import type { Upload, UploadResponse } from '../../../../../electron/telemetry/outbox/upload.ts';
import { testFolder } from '../../../testFolder.ts';
import { errorEnvelope, idOf } from './envelopes.ts';
import { TestDisk } from './testDisk.ts';

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** 2026-03-01, far from every special date. */
const START = Date.UTC(2026, 2, 1);

/** The path of an outbox that does not exist yet, removed after the test. */
export const freshFolder = (): string => join(testFolder(), 'outbox');

export class VirtualClock {
  constructor() {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
      now: START,
    });
  }

  jump(ms: number): void {
    vi.setSystemTime(Date.now() + ms);
  }

  /** Lets time pass, running what falls due, each followed by whatever it started. */
  async advance(ms: number): Promise<void> {
    await settle();
    const over = vi.fn();
    setTimeout(over, ms);
    while (over.mock.calls.length === 0) {
      vi.advanceTimersToNextTimer();
      await settle();
    }
    // Runs what is due in the last moment, and what that starts at once.
    for (let turn = 0; turn < 5; turn += 1) {
      vi.advanceTimersByTime(0);
      await settle();
    }
  }
}

/** Lets promises and finished file work run. */
export async function settle(turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export type Reply = UploadResponse | 'hang' | 'hang for ever' | 'reset';

export const status = (code: number, headers: Record<string, string> = {}, bodyStart = '') =>
  ({ status: code, headers, bodyStart }) satisfies UploadResponse;

export const OK = status(200, { 'content-type': 'application/json' }, '{}');

export class Harness {
  readonly clock = new VirtualClock();
  readonly folder = freshFolder();
  readonly disk = new TestDisk(this.folder);
  reply: (id: string, envelope: Envelope) => Reply = () => OK;
  /** What reached the server: id, time, the reply, the envelope, and where it was at that moment. */
  readonly requests: (Record<'wasOnDisk' | 'wasInMemory', boolean> & {
    id: string;
    at: number;
    reply: Reply;
    envelope: Envelope;
  })[] = [];
  outbox: ReturnType<typeof createOutbox>;
  #transport: Transport;
  readonly #options: Partial<OutboxOptions>;

  constructor(options: Partial<OutboxOptions> = {}) {
    this.#options = options;
    [this.outbox, this.#transport] = this.#open();
  }

  send = (envelope: Envelope): PromiseLike<unknown> => this.#transport.send(envelope);
  flush = (timeout?: number) => this.#transport.flush(timeout);

  /** Ends the run like a kill, and starts another on the same folder. */
  restart(options: Partial<OutboxOptions> = {}, url = this.#url): void {
    this.#isCurrent = {};
    this.#url = url;
    this.outbox.close();
    [this.outbox, this.#transport] = this.#open(options);
  }

  names = () => this.#list('').filter((name) => name !== 'quarantine');
  quarantine = () => this.#list('quarantine');
  ids = () => this.names().map((name) => parseName(name)?.id ?? '');

  sentIds = () => this.requests.map(({ id }) => id);

  #isCurrent = {};
  #url = 'http://server.test/api/1/envelope/?sentry_key=k&sentry_version=7';

  #list(folder: string): string[] {
    const path = join(this.folder, folder);
    return existsSync(path) ? readdirSync(path).sort() : [];
  }

  #open(options: Partial<OutboxOptions> = {}) {
    const run = this.#isCurrent;
    const outbox = createOutbox({
      mode: 'on',
      request: (upload) => this.#respond(upload, run),
      disk: this.disk,
      onLimits: () => undefined,
      random: () => 0.5,
      ...this.#options,
      ...options,
    });
    return [outbox, outbox.transport({ url: this.#url })] as const;
  }

  #respond({ body, headers, signal }: Upload, run: object): Promise<UploadResponse> {
    // A killed process sends nothing.
    if (run !== this.#isCurrent) return new Promise(() => undefined);
    if (headers['content-encoding'])
      throw new Error('The harness reads plain bodies only: make them smaller.');
    const envelope = parseEnvelope(body);
    const session = envelope[1][0]?.[1] as { sid?: string } | undefined;
    const id = String(envelope[0].event_id ?? session?.sid);
    const reply = this.reply(id, envelope);
    const wasOnDisk = this.names().some((name) => name.includes(id));
    const wasInMemory = this.outbox.state().inMemory > 0;
    this.requests.push({ id, at: Date.now(), reply, envelope, wasOnDisk, wasInMemory });
    if (reply === 'reset') return Promise.reject(new Error('ECONNRESET'));
    // Like a request that does not notice that it was aborted.
    if (reply === 'hang for ever') return new Promise(() => undefined);
    if (reply !== 'hang') return Promise.resolve(reply);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  }
}

export const segmentOf = ({ envelope }: Pick<Harness['requests'][number], 'envelope'>) =>
  (envelope[1][0]?.[1] as { segment_id?: number } | undefined)?.segment_id;

/** An outbox that holds this many errors; their ids are `idOf` of 1 and up. */
export async function holding(errors: number, options: Partial<OutboxOptions> = {}): Promise<Harness> {
  const harness = new Harness(options);
  for (let n = 1; n <= errors; n += 1) await harness.send(errorEnvelope(idOf(n)));
  return harness;
}
