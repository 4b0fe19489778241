import { EventEmitter } from 'node:events';
import { get as httpGet, type ClientRequest as NodeRequest } from 'node:http';
import type { ClientRequest, ClientRequestConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchUnfollowed } from '../../../electron/webapp/fetchUnfollowed.ts';
import { type Origin, startOrigin } from './data/origin.ts';

/**
 * `net.request` as Electron documents it, with Node's network: with `redirect: 'manual'` a redirect is an event, and
 * a request that is neither followed nor aborted in it fails.
 */
class Request extends EventEmitter {
  readonly #node: NodeRequest;
  #aborted = false;

  constructor({ url = '', headers = {} }: ClientRequestConstructorOptions) {
    super();
    this.#node = httpGet(url, { headers }, (response) => {
      const { statusCode = 0, headers } = response;
      if (statusCode < 300 || statusCode > 399 || !headers.location) {
        this.emit('response', Object.assign(response, { headers }));
        return;
      }
      this.emit('redirect', statusCode, 'GET', new URL(headers.location, url).href, headers);
      if (!this.#aborted) this.emit('error', new Error('Redirect was cancelled'));
      response.resume();
    });
    this.#node.on('error', (error) => this.emit('error', error));
  }

  abort() {
    this.#aborted = true;
    this.#node.destroy();
  }

  end() {
    // Node's `get` has ended it.
  }
}

let origin: Origin;
let asked: ClientRequestConstructorOptions[];
beforeEach(async () => {
  asked = [];
  origin = await startOrigin((_, response) => response.end('body'));
});
afterEach(() => origin.close());

const ask = (path: string, signal = new AbortController().signal) =>
  fetchUnfollowed(
    (options) => {
      asked.push(options);
      return new Request(options) as unknown as ClientRequest;
    },
    origin.url + path,
    { headers: { accept: 'image/*' }, signal },
  );

describe('a request through Electron that follows no redirect', () => {
  it('gives status, headers and body', async () => {
    origin.answer = (_, response) =>
      response.writeHead(203, { etag: '"1"', 'set-cookie': ['a=1', 'b=2'] }).end('body');
    const response = await ask('/a');
    expect(response.status).toBe(203);
    expect(response.headers.get('etag')).toBe('"1"');
    expect(await response.text()).toBe('body');
    expect(asked).toEqual([
      { url: `${origin.url}/a`, headers: { accept: 'image/*' }, redirect: 'manual', cache: 'no-store' },
    ]);
  });

  it('gives 304, which has no body', async () => {
    origin.answer = (_, response) => response.writeHead(304).end();
    const response = await ask('/a');
    expect(response.status).toBe(304);
    expect(response.body).toBeNull();
  });

  it('rejects a status that no answer may have, and hands on no reason phrase', async () => {
    origin.answer = (_, response) => response.writeHead(600).end();
    await expect(ask('/a')).rejects.toThrow('net::ERR_INVALID_HTTP_RESPONSE');
    origin.answer = (_, response) => response.writeHead(451, 'N\u00f6 way').end();
    expect(await ask('/a')).toMatchObject({ status: 451, statusText: '' });
  });

  it('rejects when the server cannot be reached, or is given up', async () => {
    origin.answer = (_, response) => response.destroy();
    await expect(ask('/a')).rejects.toThrow('socket hang up');
    origin.answer = () => undefined;
    await expect(ask('/a', AbortSignal.timeout(10))).rejects.toThrow('timeout');
    await expect(ask('/a', AbortSignal.abort(new Error('given up')))).rejects.toThrow('given up');
    expect(origin.total()).toBe(2);
  });

  it('rejects an answer with a header that cannot be', async () => {
    const message = Object.assign(new EventEmitter(), { statusCode: 200, headers: { 'x-odd': 'a\nb' } });
    const request = Object.assign(new EventEmitter(), {
      abort: () => undefined,
      end: () => request.emit('response', message),
    });
    const init = { headers: {}, signal: new AbortController().signal };
    const answer = fetchUnfollowed(() => request as unknown as ClientRequest, origin.url, init);
    await expect(answer).rejects.toThrow('invalid');
  });

  it('ends the body with an error when it is given up in the middle', async () => {
    origin.answer = (_, response) => response.write('bo');
    const controller = new AbortController();
    const response = await ask('/a', controller.signal);
    controller.abort(new Error('given up'));
    await expect(response.text()).rejects.toThrow();
  });
});
