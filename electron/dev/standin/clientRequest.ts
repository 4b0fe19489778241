/** Electron's ClientRequest over Node's own network. */
import http from 'node:http';
import https from 'node:https';
import { PassThrough, Readable, Writable } from 'node:stream';
import zlib from 'node:zlib';
import { nodeError } from './netErrors.ts';
import { partitionOf } from './partitions.ts';
import { notImplemented } from './strict.ts';

type Options = Electron.ClientRequestConstructorOptions;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Chromium's limit. */
const MOST_REDIRECTS = 20;
/** Options of Chromium's network that Node's has not. */
const REFUSED = ['origin', 'host'] as const;
/** Chromium refuses a request that sets one of these (docs/api/client-request.md). */
const RESTRICTED =
  /^(content-length|host|trailer|te|upgrade|cookie2|keep-alive|transfer-encoding)$|^connection: *upgrade$/i;
/** Headers of which Electron keeps the first only. */
const ONCE =
  /^(content-type|content-length|user-agent|referer|host|authorization|proxy-authorization|if-modified-since|if-unmodified-since|from|location|max-forwards|retry-after|etag|last-modified|server|age|expires)$/;

/** Chromium undoes these before anybody sees the body. */
const DECODERS: Readonly<Record<string, () => PassThrough>> = {
  gzip: () => zlib.createGunzip() as unknown as PassThrough,
  deflate: () => zlib.createInflate() as unknown as PassThrough,
  br: () => zlib.createBrotliDecompress() as unknown as PassThrough,
  zstd: () => zlib.createZstdDecompress() as unknown as PassThrough,
};

/** Electron's IncomingMessage: the answer, its body a stream. */
class IncomingMessage extends Readable {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly httpVersion: string;
  readonly httpVersionMajor: number;
  readonly httpVersionMinor: number;
  readonly rawHeaders: string[];
  readonly headers: Record<string, string | string[]> = {};
  private readonly body: PassThrough;

  constructor(response: http.IncomingMessage) {
    super();
    this.statusCode = response.statusCode ?? 0;
    this.statusMessage = response.statusMessage ?? '';
    this.httpVersion = response.httpVersion;
    this.httpVersionMajor = response.httpVersionMajor;
    this.httpVersionMinor = response.httpVersionMinor;
    this.rawHeaders = response.rawHeaders;
    for (const [name, values = []] of Object.entries(response.headersDistinct)) {
      this.headers[name] =
        name === 'set-cookie' ? values : ONCE.test(name) ? (values[0] ?? '') : values.join(', ');
    }
    this.body = (DECODERS[String(response.headers['content-encoding'])] ?? (() => new PassThrough()))();
    response.pipe(this.body);
    this.body.on('data', (chunk) => {
      if (!this.push(chunk)) this.body.pause();
    });
    this.body.on('end', () => this.push(null));
    this.body.on('error', () => this.destroy(new Error('net::ERR_CONTENT_DECODING_FAILED')));
  }
  override _read(): void {
    this.body.resume();
  }
}

export class ClientRequest extends Writable {
  private readonly options: Options;
  private readonly url: string;
  private readonly userAgent: string;
  private readonly headers = new Map<string, { name: string; value: string | string[] }>();
  private readonly parts: Buffer[] = [];
  private chunked: boolean | undefined;
  private current: http.ClientRequest | undefined;
  private response: IncomingMessage | undefined;
  private started = false;
  private aborted = false;
  private follow: (() => void) | undefined;

  /** @param userAgent what Chromium says of itself unless the request does */
  constructor(options: Options | string, userAgent: string) {
    super({ autoDestroy: true });
    this.options = typeof options === 'string' ? { url: options } : { ...options };
    for (const name of REFUSED)
      if (this.options[name] !== undefined) throw notImplemented(`net.request with ${name}`);
    this.url = this.options.url ?? urlOf(this.options);
    this.userAgent = userAgent;
    if (!['follow', 'error', 'manual'].includes(this.options.redirect ?? 'follow'))
      throw new Error('redirect mode should be one of follow, error or manual');
    if (this.options.headers != null && typeof this.options.headers !== 'object')
      throw new TypeError('headers must be an object');
    if (!/^https?:$/.test(new URL(this.url).protocol))
      throw new Error('ClientRequest only supports http: and https: protocols');
    if (this.options.credentials === 'same-origin')
      throw new Error('credentials: same-origin requires origin to be set');
    for (const [name, value] of Object.entries(this.options.headers ?? {})) this.setHeader(name, value);
  }

  get chunkedEncoding(): boolean {
    return this.chunked ?? false;
  }
  set chunkedEncoding(value: boolean) {
    if (this.started) throw new Error('chunkedEncoding can only be set before the request is started');
    if (this.chunked !== undefined) throw new Error('chunkedEncoding can only be set once');
    this.chunked = value;
  }

  setHeader(name: string, value: string | string[]): void {
    if (this.started || this.parts.length > 0) throw new Error("Can't set headers after they are sent");
    if (typeof name !== 'string') throw new TypeError('`name` should be a string in setHeader(name, value)');
    if (value == null) throw new Error(`\`value\` required in setHeader("${name}", value)`);
    if (!isValid(() => http.validateHeaderName(name))) throw new Error(`Invalid header name: '${name}'`);
    if (!isValid(() => http.validateHeaderValue(name, String(value))))
      throw new Error(`Invalid value for header '${name}': '${value}'`);
    this.headers.set(name.toLowerCase(), { name, value });
  }
  getHeader(name: string): string {
    if (name == null) throw new Error('`name` is required for getHeader(name)');
    return this.headers.get(name.toLowerCase())?.value as string;
  }
  removeHeader(name: string): void {
    if (name == null) throw new Error('`name` is required for removeHeader(name)');
    if (this.started || this.parts.length > 0) throw new Error("Can't remove headers after they are sent");
    this.headers.delete(name.toLowerCase());
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    if (!this.chunked) {
      this.parts.push(chunk);
      return callback();
    }
    this.current ??= this.start(this.url, this.method, undefined);
    if (this.current) this.current.write(chunk, callback);
    else callback();
  }
  override _final(callback: () => void): void {
    const body = this.parts.length > 0 ? Buffer.concat(this.parts) : undefined;
    this.current ??= this.start(this.url, this.method, body);
    this.current?.end();
    callback();
  }
  private get method(): string {
    return (this.options.method ?? 'GET').toUpperCase();
  }

  abort(): void {
    if (!this.aborted) process.nextTick(() => this.emit('abort'));
    this.aborted = true;
    this.die();
  }
  followRedirect(): void {
    if (!this.follow) throw new Error('followRedirect() called, but was not waiting for a redirect');
    this.follow();
  }

  /** Ends the request. An error comes as an event even when everything was sent. */
  private die(error?: Error): void {
    if (this.destroyed && error) this.emit('error', error);
    this.destroy(error);
    this.current?.destroy();
    if (this.response && !this.response.readableEnded) {
      this.response.emit('aborted');
      this.response.destroy(error);
    }
  }

  private start(
    url: string,
    method: string,
    body: Buffer | undefined,
    redirects = 0,
  ): http.ClientRequest | undefined {
    this.started = true;
    if (partitionOf(this.options)?.cancels(url, method)) {
      process.nextTick(() => this.die(new Error('net::ERR_BLOCKED_BY_CLIENT')));
      return undefined;
    }
    const own = [...this.headers.values()];
    if (own.some(({ name, value }) => RESTRICTED.test(name) || RESTRICTED.test(`${name}: ${value}`))) {
      process.nextTick(() => this.die(new Error('net::ERR_INVALID_ARGUMENT')));
      return undefined;
    }
    const headers: Record<string, string | string[]> = {
      'User-Agent': this.userAgent,
      'Accept-Encoding': 'gzip, deflate, br, zstd',
    };
    for (const { name, value } of own) {
      const standard = Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase());
      if (standard) delete headers[standard];
      headers[name] = value;
    }
    if (body) headers['Content-Length'] = String(body.length);
    const request = (url.startsWith('https:') ? https : http).request(url, { method, headers, agent: false });
    this.current = request;
    request.on('error', (error) => {
      if (!this.aborted && request === this.current) this.die(nodeError(error));
    });
    request.on('response', (response) => {
      if (request === this.current && !this.aborted) this.answered(response, url, method, body, redirects);
    });
    if (body) request.write(body);
    return request;
  }

  private answered(
    response: http.IncomingMessage,
    url: string,
    method: string,
    body: Buffer | undefined,
    redirects: number,
  ): void {
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (!REDIRECTS.has(status) || location === undefined) {
      this.response = new IncomingMessage(response);
      response.on('error', (error) => {
        if (!this.aborted) this.die(bodyError(error, response));
      });
      this.emit('response', this.response);
      return;
    }
    response.resume();
    const target = URL.parse(location, url)?.href;
    if (!target) return this.die(new Error('net::ERR_INVALID_REDIRECT'));
    const mode = this.options.redirect ?? 'follow';
    if (mode === 'error')
      return this.die(new Error("Attempted to redirect, but redirect policy was 'error'"));
    if (redirects >= MOST_REDIRECTS) return this.die(new Error('net::ERR_TOO_MANY_REDIRECTS'));
    const isGet = (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST');
    const next = isGet ? 'GET' : method;
    let followed = mode === 'follow';
    this.follow = () => {
      followed = true;
    };
    try {
      this.emit('redirect', status, next, target, response.headersDistinct);
    } finally {
      this.follow = undefined;
    }
    if (this.aborted) return;
    // In manual mode, a redirect that nobody follows at once cancels the request.
    if (!followed) return this.die(new Error('Redirect was cancelled'));
    if (!isGet && this.chunked) return this.die(notImplemented('a redirect of a chunked request'));
    this.start(target, next, isGet ? undefined : body, redirects + 1)?.end();
  }
}

/** The address of a request that gives it in parts. */
function urlOf({ protocol = 'http:', hostname = 'localhost', port, path = '/' }: Options): string {
  if (path.includes(' ')) throw new TypeError('Request path contains unescaped characters');
  const { pathname, search, hash } = new URL(path, 'http://localhost');
  return `${protocol}//${hostname}${port ? `:${port}` : ''}${pathname}${search}${hash}`;
}

/** A body that broke off: Chromium tells by its announced length which way. */
function bodyError(error: Error, { headers }: http.IncomingMessage): Error {
  if (error.message !== 'aborted') return nodeError(error);
  const isChunked = headers['transfer-encoding'] === 'chunked';
  const name = isChunked ? 'ERR_INCOMPLETE_CHUNKED_ENCODING' : 'ERR_CONTENT_LENGTH_MISMATCH';
  return new Error(`net::${name}`, { cause: error });
}

function isValid(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    // Node's check has no other way to say no.
    return false;
  }
}
