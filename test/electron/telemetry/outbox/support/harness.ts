/** An outbox with a clock, a disk and a server that a test holds in its hands. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Envelope, parseEnvelope } from '@sentry/core';
import { parseName } from '../../../../../electron/telemetry/outbox/folder.ts';
import { Outbox, type OutboxOptions } from '../../../../../electron/telemetry/outbox/outbox.ts';
import type { Answer, Post } from '../../../../../electron/telemetry/outbox/post.ts';
import { errorEnvelope, idOf } from './envelopes.ts';
import { freshFolder } from './folder.ts';
import { TestFiles } from './testFiles.ts';
import { VirtualClock } from './virtualClock.ts';

/** What the made-up server does with a request. */
export type Reply = Answer | 'hang' | 'reset';

export const OK: Answer = { status: 200, headers: { 'content-type': 'application/json' }, bodyStart: '{}' };

/** An answer with a status and headers. */
export function status(code: number, headers: Record<string, string> = {}, bodyStart = ''): Answer {
  return { status: code, headers, bodyStart };
}

export class Harness {
  readonly clock = new VirtualClock();
  readonly files = new TestFiles();
  readonly folder = freshFolder();
  /** How the server replies; gets the envelope's id. */
  reply: (id: string) => Reply = () => OK;
  /** What reached the server: id, wall clock, the reply, the envelope, and where it was at that moment. */
  readonly requests: {
    id: string;
    at: number;
    reply: Reply;
    envelope: Envelope;
    wasOnDisk: boolean;
    wasInMemory: boolean;
  }[] = [];
  /** What the SDK was told of what was lost. */
  readonly dropped: string[] = [];
  outbox: Outbox;
  #transport: ReturnType<Outbox['transport']>;
  readonly #options: Partial<OutboxOptions>;

  constructor(options: Partial<OutboxOptions> = {}) {
    this.#options = options;
    [this.outbox, this.#transport] = this.#open();
  }

  /** Hands an envelope to the transport, as the SDK does. */
  send(envelope: Envelope): PromiseLike<unknown> {
    return this.#transport.send(envelope);
  }

  flush(timeout?: number): PromiseLike<boolean> {
    return this.#transport.flush(timeout);
  }

  /** Ends the run as a kill would, and starts another on the same folder. */
  restart(options: Partial<OutboxOptions> = {}, url = this.#url): void {
    this.#isCurrent = {};
    this.#url = url;
    this.outbox.close();
    [this.outbox, this.#transport] = this.#open(options);
  }

  /** Names in the folder, the small folders left out; none when there is no folder. */
  names(): string[] {
    return this.files.list(this.folder).filter((name) => !/^(quarantine|limits\.json|clock-\d+)$/.test(name));
  }

  quarantine(): string[] {
    return readdirSync(join(this.folder, 'quarantine'));
  }

  /** Ids of the envelopes in the folder. */
  ids(): string[] {
    return this.names().map((name) => parseName(name)?.id ?? '');
  }

  /** Ids of the server's requests, in order. */
  sentIds(): string[] {
    return this.requests.map(({ id }) => id);
  }

  #isCurrent = {};
  #url = 'http://server.test/api/1/envelope/?sentry_key=k&sentry_version=7';

  #open(options: Partial<OutboxOptions> = {}): [Outbox, ReturnType<Outbox['transport']>] {
    const run = this.#isCurrent;
    const outbox = new Outbox({
      folder: this.folder,
      mode: 'on',
      request: (post) => this.#answer(post, run),
      files: this.files,
      clock: this.clock,
      random: () => 0.5,
      ...this.#options,
      ...options,
    });
    const recordDroppedEvent = (why: string, what: string) => void this.dropped.push(`${why} ${what}`);
    const transport = outbox.transport({ url: this.#url, recordDroppedEvent });
    return [outbox, transport];
  }

  #answer({ body, headers, signal }: Post, run: object): Promise<Answer> {
    // A process that was killed sends nothing.
    if (run !== this.#isCurrent) return new Promise(() => undefined);
    if (headers['content-encoding'])
      throw new Error('The harness reads plain bodies only: make them smaller.');
    const envelope = parseEnvelope(body);
    const session = envelope[1][0]?.[1] as { sid?: string } | undefined;
    const id = String(envelope[0].event_id ?? session?.sid);
    const reply = this.reply(id);
    const wasOnDisk = this.names().some((name) => name.includes(id));
    const wasInMemory = this.outbox.state().inMemory > 0;
    this.requests.push({ id, at: this.clock.wall(), reply, envelope, wasOnDisk, wasInMemory });
    if (reply === 'reset') return Promise.reject(new Error('ECONNRESET'));
    if (reply !== 'hang') return Promise.resolve(reply);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  }
}

/** An outbox that holds as many errors; their ids are `idOf` of 1 and on. */
export async function holding(errors: number, options: Partial<OutboxOptions> = {}): Promise<Harness> {
  const harness = new Harness(options);
  for (let n = 1; n <= errors; n += 1) await harness.send(errorEnvelope(idOf(n)));
  return harness;
}
