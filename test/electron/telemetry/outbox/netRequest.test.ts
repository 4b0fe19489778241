import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { netRequest } from '../../../../electron/telemetry/outbox/netRequest.ts';

/** What Electron's documentation says of `ClientRequest`, as far as it is used. */
class ClientRequest extends EventEmitter {
  headers: Record<string, string> = {};
  body = '';
  isAborted = false;
  readonly options: unknown;
  constructor(options: unknown) {
    super();
    this.options = options;
  }
  setHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  end(body: Buffer) {
    this.body = body.toString();
  }
  abort() {
    this.isAborted = true;
    this.emit('abort');
  }
}

const electron = vi.hoisted(() => ({ ready: Promise.resolve(), requests: [] as unknown[] }));
vi.mock('electron', () => ({
  app: { whenReady: () => electron.ready },
  net: {
    request: (options: unknown) => {
      const request = new ClientRequest(options);
      electron.requests.push(request);
      return request;
    },
  },
}));

async function post(signal = new AbortController().signal) {
  const answer = netRequest({
    url: 'https://server.test/x',
    headers: { a: 'b' },
    body: Buffer.from('hello'),
    signal,
  });
  answer.catch(() => undefined);
  await electron.ready;
  await Promise.resolve();
  return { answer, request: electron.requests.at(-1) as ClientRequest };
}

function respond(
  request: ClientRequest,
  statusCode: number,
  headers: Record<string, string | string[]> = {},
) {
  const response = Object.assign(new EventEmitter(), { statusCode, headers });
  request.emit('response', response);
  return response;
}

describe("a request through Electron's network", () => {
  beforeEach(() => {
    electron.requests.length = 0;
    electron.ready = Promise.resolve();
  });

  it('posts the body with its headers, without the default session, and follows no redirect', async () => {
    const { request } = await post();
    expect(request.options).toMatchObject({
      method: 'POST',
      url: 'https://server.test/x',
      redirect: 'manual',
    });
    expect((request.options as { partition?: string }).partition).toBeTruthy();
    expect(request.headers).toEqual({ a: 'b' });
    expect(request.body).toBe('hello');
  });

  it('answers with status, the headers that matter and the start of the body', async () => {
    const { answer, request } = await post();
    const response = respond(request, 429, {
      'content-type': 'application/json',
      'retry-after': ['60', '90'],
      'x-sentry-rate-limits': ['60:error:key', '30:replay:key'],
      date: 'x',
    });
    response.emit('data', Buffer.from('{"a":'));
    response.emit('data', Buffer.from('1}'));
    response.emit('end');
    expect(await answer).toEqual({
      status: 429,
      headers: {
        'content-type': 'application/json',
        'retry-after': '60',
        'x-sentry-rate-limits': '60:error:key, 30:replay:key',
      },
      bodyStart: '{"a":1}',
    });
  });

  it('does not wait for the end of a large page, nor keep it', async () => {
    const { answer, request } = await post();
    respond(request, 200).emit('data', Buffer.alloc(100_000, 'x'));
    expect((await answer).bodyStart).toHaveLength(1024);
  });

  it('answers a redirect with its status', async () => {
    const { answer, request } = await post();
    request.emit('redirect', 302, 'GET', 'http://portal.test/', {});
    request.emit('error', new Error('Redirect was cancelled'));
    expect(await answer).toMatchObject({ status: 302 });
  });

  it.each([
    [
      'a network error',
      (request: ClientRequest) => request.emit('error', new Error('net::ERR_TIMED_OUT')),
      'net::ERR_TIMED_OUT',
    ],
    [
      'an error in the answer',
      (request: ClientRequest) => respond(request, 200).emit('error', new Error('bad')),
      'bad',
    ],
    ['a broken answer', (request: ClientRequest) => respond(request, 200).emit('aborted'), 'broke before'],
  ])('fails on %s', async (_, fail, message) => {
    const { answer, request } = await post();
    fail(request);
    await expect(answer).rejects.toThrow(message);
  });

  it('ends when it is aborted, with the reason', async () => {
    const controller = new AbortController();
    const { answer, request } = await post(controller.signal);
    controller.abort(new Error('No answer within 30 s.'));
    await expect(answer).rejects.toThrow('No answer within 30 s.');
    expect(request.isAborted).toBe(true);
  });

  it('sends nothing when it was aborted before the app was ready', async () => {
    let becomeReady: () => void = () => undefined;
    electron.ready = new Promise((resolve) => {
      becomeReady = resolve;
    });
    const controller = new AbortController();
    const answer = netRequest({
      url: 'https://server.test/',
      headers: {},
      body: Buffer.from('x'),
      signal: controller.signal,
    });
    controller.abort(new Error('stopped'));
    becomeReady();
    await expect(answer).rejects.toThrow('stopped');
    expect(electron.requests).toEqual([]);
  });
});
