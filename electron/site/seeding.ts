/** Puts the worker and the build's files into the session, from the disk. */
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  type ProtocolRequest,
  type ProtocolResponse,
  type Session,
  type WebContents,
  WebContentsView,
} from 'electron';
import type { AnswerTable } from '../shared/answers.ts';
import { SITE_PATHS, SIZES_HEADER, type SiteLookup } from '../shared/site.ts';

/** How long nothing may happen, in ms. */
const LIMIT_MS = 10_000;
/** How long a build's own service worker may take, in ms. */
const OWN_MS = 20_000;
const ERR_FAILED = -2;
/** The most bytes in a pack of several files. */
const PACK_BYTES = 4_000_000;

export interface SeedingOptions {
  session: Session;
  origin: string;
  /** The folder of the build. */
  folder: string;
  table: AnswerTable;
  lookUp: SiteLookup;
  /** The worker's code, and its address. */
  code: string;
  script: string;
  /** Runs in the hidden page. */
  page: string;
  /** Called with the share that is done, 0 to 1. */
  onProgress(share: number): void;
}

export type Seeded = 'new' | 'present';

export class Seeding {
  readonly #options: SeedingOptions;
  /** Files by their sums. */
  readonly #files: ReadonlyMap<string, string>;
  #running: Promise<Seeded> | undefined;
  #late: NodeJS.Timeout | undefined;
  #given = 0;
  /** Whether the build's own service worker is in place, and not the shell's. */
  hasOwn = false;

  constructor(options: SeedingOptions) {
    this.#options = options;
    this.#files = new Map(Object.entries(options.table.files).map(([file, sum]) => [sum, file]));
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when no seeding is under way. */
  async idle(): Promise<void> {
    await this.#running?.catch(() => undefined);
  }

  /**
   * Main answers the origin's scheme meanwhile: other requests of the session fail. Once at a time.
   * @returns whether anything was missing
   */
  run(): Promise<Seeded> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<Seeded> {
    const { session, origin } = this.#options;
    const scheme = new URL(origin).protocol.slice(0, -1);
    this.#given = 0;
    const isMain = session.protocol.interceptStreamProtocol(scheme, (request, respond) => {
      // The worker asks again afterwards.
      if (request.url === origin + SITE_PATHS.heal)
        void this.idle().then(() => respond({ error: ERR_FAILED }));
      else respond(this.#answer(request));
    });
    if (!isMain) throw new Error(`${scheme} is answered by somebody else.`);
    try {
      return await this.#once().catch(async () => {
        // What Chromium keeps of the origin may be damaged on the disk.
        await session.clearStorageData({ origin, storages: ['serviceworkers', 'cachestorage'] });
        return await this.#once();
      });
    } finally {
      session.protocol.uninterceptProtocol(scheme);
    }
  }

  async #once(): Promise<Seeded> {
    const { session, origin, table, script, page } = this.#options;
    const view = new WebContentsView({ webPreferences: { session, sandbox: true, contextIsolation: true } });
    const { webContents: contents } = view;
    const run = (call: string) => contents.executeJavaScript(`${page}\nholdfastSeed.${call}`);
    this.#wait(contents);
    try {
      if (table.worker !== undefined) {
        await contents.loadURL(origin + table.base);
        this.hasOwn = await run(`ownWorker(${OWN_MS})`);
        if (this.hasOwn) return 'new';
      }
      await contents.loadURL(origin + SITE_PATHS.seed);
      return await run(`seed(${JSON.stringify([...this.#files.keys()])}, ${JSON.stringify(script)})`);
    } finally {
      clearTimeout(this.#late);
      if (!contents.isDestroyed()) contents.close();
    }
  }

  /** The call in the page rejects when the page is closed. */
  #wait(contents: WebContents): void {
    clearTimeout(this.#late);
    this.#late = setTimeout(() => !contents.isDestroyed() && contents.close(), LIMIT_MS);
  }

  #answer({ url, method, headers, uploadData }: ProtocolRequest): ProtocolResponse {
    const { origin, script, code, table, lookUp } = this.#options;
    if (new URL(url).origin !== origin) return { error: ERR_FAILED };
    const path = url.slice(origin.length);
    if (path === SITE_PATHS.seed) return text('text/html', '<!doctype html>');
    if (path.startsWith(script))
      return text('text/javascript', code, {
        'service-worker-allowed': '/',
        'cache-control': 'max-age=86400',
      });
    if (path === SITE_PATHS.pack && method === 'POST') {
      this.#late?.refresh();
      const wanted = Buffer.concat((uploadData ?? []).map(({ bytes }) => bytes)).toString();
      return this.#pack(JSON.parse(wanted));
    }
    // A build with a worker of its own starts as if its server answered.
    const { pathname, search } = new URL(url);
    const isDocument = (headers.Accept ?? headers.accept)?.includes('text/html') === true;
    const found = table.worker === undefined ? undefined : lookUp(pathname, search, isDocument);
    if (!found) return { error: ERR_FAILED };
    if (found.status === 302)
      return { statusCode: 302, headers: { location: origin + found.location }, data: Readable.from([]) };
    return { statusCode: found.status, headers: { ...found.headers }, data: this.#read(found.file) };
  }

  /** As many of these files as are small together, and at least one. */
  #pack(sums: readonly string[]): ProtocolResponse {
    const files: string[] = [];
    const sizes: number[] = [];
    let bytes = 0;
    for (const sum of sums) {
      const file = this.#files.get(sum);
      if (file === undefined) return { error: ERR_FAILED };
      const { size } = statSync(join(this.#options.folder, file));
      bytes += size;
      if (files.length > 0 && bytes > PACK_BYTES) break;
      files.push(file);
      sizes.push(size);
    }
    this.#given += files.length;
    this.#options.onProgress(this.#given / this.#files.size);
    return {
      statusCode: 200,
      headers: { [SIZES_HEADER]: sizes.join() },
      data: Readable.from(this.#contents(files)),
    };
  }

  async *#contents(files: readonly string[]): AsyncGenerator<Buffer> {
    for (const file of files) for await (const part of this.#read(file)) yield part;
  }

  #read(file: string) {
    return createReadStream(join(this.#options.folder, file));
  }
}

const text = (type: string, body: string, more: Record<string, string> = {}): ProtocolResponse => ({
  statusCode: 200,
  headers: { 'content-type': `${type}; charset=utf-8`, ...more },
  data: Readable.from([Buffer.from(body)]),
});
