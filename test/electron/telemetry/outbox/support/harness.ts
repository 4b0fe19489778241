/** An outbox with a clock, a disk and a server that a test controls. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Envelope, parseEnvelope } from '@sentry/core';
import { parseName } from '../../../../../electron/telemetry/outbox/name.ts';
import {
  createOutbox,
  type Outbox,
  type OutboxOptions,
} from '../../../../../electron/telemetry/outbox/outbox.ts';
import type { Upload, UploadResponse } from '../../../../../electron/telemetry/outbox/upload.ts';
import { freshFolder, VirtualClock } from './clock.ts';
import { errorEnvelope, idOf } from './envelopes.ts';
import { TestDisk } from './testDisk.ts';

/** What the made-up server does with a request. */
export type Reply = UploadResponse | 'hang' | 'hang for ever' | 'reset';

export const OK: UploadResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  bodyStart: '{}',
};

/** A response with a status and headers. */
export function status(code: number, headers: Record<string, string> = {}, bodyStart = ''): UploadResponse {
  return { status: code, headers, bodyStart };
}

export class Harness {
  readonly clock = new VirtualClock();
  readonly folder = freshFolder();
  readonly disk = new TestDisk(this.folder);
  /** How the server replies; gets the envelope's id, and the envelope. */
  reply: (id: string, envelope: Envelope) => Reply = () => OK;
  /** What reached the server: id, time, the reply, the envelope, and where it was at that moment. */
  readonly requests: {
    id: string;
    at: number;
    reply: Reply;
    envelope: Envelope;
    wasOnDisk: boolean;
    wasInMemory: boolean;
  }[] = [];
  outbox: Outbox;
  #transport: ReturnType<Outbox['transport']>;
  readonly #options: Partial<OutboxOptions>;

  constructor(options: Partial<OutboxOptions> = {}) {
    this.#options = options;
    [this.outbox, this.#transport] = this.#open();
  }

  /** Passes an envelope to the transport, as the SDK does. */
  send(envelope: Envelope): PromiseLike<unknown> {
    return this.#transport.send(envelope);
  }

  flush(timeout?: number): PromiseLike<boolean> {
    return this.#transport.flush(timeout);
  }

  /** Ends the run like a kill, and starts another on the same folder. */
  restart(options: Partial<OutboxOptions> = {}, url = this.#url): void {
    this.#isCurrent = {};
    this.#url = url;
    this.outbox.close();
    [this.outbox, this.#transport] = this.#open(options);
  }

  /** Names of the files in the folder, sorted. */
  names(): string[] {
    return this.#list('').filter((name) => name !== 'quarantine');
  }

  quarantine(): string[] {
    return this.#list('quarantine');
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

  #list(folder: string): string[] {
    const path = join(this.folder, folder);
    return existsSync(path) ? readdirSync(path).sort() : [];
  }

  #open(options: Partial<OutboxOptions> = {}): [Outbox, ReturnType<Outbox['transport']>] {
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
    return [outbox, outbox.transport({ url: this.#url })];
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
    this.requests.push({ id, at: this.clock.now(), reply, envelope, wasOnDisk, wasInMemory });
    if (reply === 'reset') return Promise.reject(new Error('ECONNRESET'));
    // Like a request that does not notice that it was aborted.
    if (reply === 'hang for ever') return new Promise(() => undefined);
    if (reply !== 'hang') return Promise.resolve(reply);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  }
}

/** The number of the segment in a request with one. */
export const segmentOf = ({ envelope }: Pick<Harness['requests'][number], 'envelope'>) =>
  (envelope[1][0]?.[1] as { segment_id?: number } | undefined)?.segment_id;

/** An outbox that holds this many errors; their ids are `idOf` of 1 and up. */
export async function holding(errors: number, options: Partial<OutboxOptions> = {}): Promise<Harness> {
  const harness = new Harness(options);
  for (let n = 1; n <= errors; n += 1) await harness.send(errorEnvelope(idOf(n)));
  return harness;
}
