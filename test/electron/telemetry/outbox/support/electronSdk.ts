/** The real `@sentry/electron/main`, on Node, with a made-up `electron` module. */
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { type Envelope, parseEnvelope } from '@sentry/core';

type Sdk = typeof import('@sentry/electron/main');

/** What the made-up network does with requests: answers with a status, fails, or says nothing. */
export type Network = number | 'offline' | 'silent';

export interface FakeElectron {
  app: EventEmitter & { exits: number; exit: () => void; whenReady: () => Promise<void> };
  net: { request: (options: unknown) => Writable };
  network: Network;
  /** Envelopes that were answered with 2xx. */
  delivered: Envelope[];
  /** Requests of any outcome. */
  attempts: number;
}

/** A made-up `electron` that keeps its files in `userData`. Ready at once; tells of its GPU after 50 ms. */
export function fakeElectron(userData: string): FakeElectron {
  const none = () => undefined;
  const app = Object.assign(new EventEmitter(), {
    name: 'test',
    exits: 0,
    getName: () => 'test',
    getVersion: () => '1.0.0',
    getAppPath: () => userData,
    getPath: () => userData,
    getAppMetrics: () => [],
    getGPUInfo: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { gpuDevice: [{ active: true, deviceId: 1, vendorId: 2 }] };
    },
    isPackaged: false,
    isReady: () => true,
    whenReady: () => Promise.resolve(),
    commandLine: { appendSwitch: none, hasSwitch: () => false },
    exit: () => {
      app.exits += 1;
    },
  });
  const fake: FakeElectron & Record<string, unknown> = {
    app,
    net: { request: (options) => new FakeRequest(fake, options as Options) },
    network: 200,
    delivered: [],
    attempts: 0,
    ipcMain: Object.assign(new EventEmitter(), { handle: none }),
    protocol: { registerSchemesAsPrivileged: none, handle: none },
    session: {
      fromPartition: none,
      defaultSession: {
        protocol: { handle: none },
        registerPreloadScript: none,
        getPreloadScripts: () => [],
      },
    },
    screen: Object.assign(new EventEmitter(), {
      getPrimaryDisplay: () => ({ size: { width: 1_000, height: 500 }, scaleFactor: 1 }),
    }),
    powerMonitor: new EventEmitter(),
    crashReporter: { start: none },
    webContents: { getAllWebContents: () => [], fromId: none },
    BrowserWindow: { getAllWindows: () => [] },
    autoUpdater: new EventEmitter(),
    dialog: { showErrorBox: none },
    utilityProcess: { fork: none },
  };
  return fake;
}

type Options = { headers?: Record<string, string> } | string;

/** `net.request` as far as the SDK and the outbox use it. */
class FakeRequest extends Writable {
  readonly #electron: FakeElectron;
  readonly #headers = new Map<string, string>();
  readonly #chunks: Buffer[] = [];

  constructor(electron: FakeElectron, options: Options) {
    super();
    this.#electron = electron;
    const { headers = {} } = typeof options === 'string' ? {} : options;
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
  }

  setHeader(name: string, value: string): void {
    this.#headers.set(name.toLowerCase(), value);
  }

  getHeader(name: string): string | undefined {
    return this.#headers.get(name.toLowerCase());
  }

  abort(): void {
    this.emit('abort');
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  override _final(done: () => void): void {
    done();
    const isZipped = this.#headers.get('content-encoding') === 'gzip';
    answer(this.#electron, Buffer.concat(this.#chunks), isZipped).then(
      (statusCode) => {
        const headers = { 'content-type': 'application/json' };
        this.emit('response', Object.assign(Readable.from([Buffer.from('{}')]), { statusCode, headers }));
      },
      (error) => this.emit('error', error),
    );
  }
}

/** The status that the network answers an upload with. */
function answer(electron: FakeElectron, body: Buffer, isZipped: boolean): Promise<number> {
  electron.attempts += 1;
  const { network } = electron;
  if (network === 'silent') return new Promise(() => undefined);
  if (network === 'offline') return Promise.reject(new Error('net::ERR_INTERNET_DISCONNECTED'));
  if (network < 300) electron.delivered.push(parseEnvelope(isZipped ? gunzipSync(body) : body));
  return Promise.resolve(network);
}

/** Loads the SDK with `electron` in place of the real module. */
export function loadSdk(electron: FakeElectron): Sdk {
  const require = createRequire(import.meta.url);
  const path = require.resolve('electron');
  require.cache[path] = Object.assign(Object.create(null), {
    id: path,
    filename: path,
    loaded: true,
    exports: electron,
  });
  Object.defineProperty(process.versions, 'electron', { value: '45.4.1', configurable: true });
  return require('@sentry/electron/main') as Sdk;
}
