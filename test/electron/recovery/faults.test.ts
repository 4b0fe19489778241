import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Details } from 'electron';
import { describe, expect, it } from 'vitest';
import {
  childGone,
  failedLoad,
  lostLoad,
  mainFailed,
  navigated,
  neverCame,
  neverReady,
  pathOf,
  preloadFailed,
  rendererGone,
  unresponsive,
  wentBlank,
} from '../../../electron/recovery/faults.ts';
import { explanation } from '../../../electron/shared/explanation.ts';
import { type Fault, textOf } from '../../../electron/shared/fault.ts';

const AT = 1_800_000_000_000;
const URL_ASKED = 'app://shell/orders?page=2#top';

describe('the path of an address', () => {
  it.each([
    [URL_ASKED, '/orders?page=2'],
    ['app://shell', '/'],
    ['app://shell/', '/'],
    ['https://example.com/a/b', '/a/b'],
    ['about:blank', '/'],
    ['data:text/html,x', '/'],
    ['', '/'],
    ['no address', '/'],
  ])('%s is %s', (address, path) => {
    expect(pathOf(address)).toBe(path);
  });
});

describe('a load that failed', () => {
  it.each([
    [-106, 'ERR_INTERNET_DISCONNECTED', 'The computer is offline'],
    [-105, 'ERR_NAME_NOT_RESOLVED', 'The server was not found'],
    [-102, 'ERR_CONNECTION_REFUSED', 'The server refused the connection'],
    [-101, 'ERR_CONNECTION_RESET', 'The connection was lost'],
    [-324, 'ERR_EMPTY_RESPONSE', 'The connection was lost'],
    [-7, 'ERR_TIMED_OUT', 'The server took too long to answer'],
    [-118, 'ERR_CONNECTION_TIMED_OUT', 'The server took too long to answer'],
    [-107, 'ERR_SSL_PROTOCOL_ERROR', 'A secure connection was not possible'],
    [-201, 'ERR_CERT_DATE_INVALID', 'The server could not prove who it is'],
    [-130, 'ERR_PROXY_CONNECTION_FAILED', 'The proxy cannot be used'],
    [-136, 'ERR_PROXY_CERTIFICATE_INVALID', 'The proxy cannot be used'],
    [-21, 'ERR_NETWORK_CHANGED', 'The network changed during loading'],
    [-109, 'ERR_ADDRESS_UNREACHABLE', 'The server cannot be reached'],
    [-6, 'ERR_FILE_NOT_FOUND', 'A file could not be read'],
    [-2, 'ERR_FAILED', 'The page could not be loaded'],
    [-379, 'ERR_HTTP_RESPONSE_CODE_FAILURE', "The server's answer cannot be used"],
  ])('%i %s: %s', (code, name, title) => {
    const fault = failedLoad(code, name, URL_ASKED, true, AT);
    expect(fault).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      kind: 'load',
      code: name,
      title,
      detail: `${name} (${code})`,
      url: '/orders?page=2',
      at: AT,
      retryable: true,
    });
  });

  it('has its name also where the description is none', () => {
    expect(failedLoad(-102, '', URL_ASKED, true, AT)?.code).toBe('ERR_CONNECTION_REFUSED');
    expect(failedLoad(-102, 'net::ERR_CONNECTION_REFUSED', URL_ASKED, true, AT)?.code).toBe(
      'ERR_CONNECTION_REFUSED',
    );
    expect(failedLoad(-9999, 'odd', URL_ASKED, true, AT)).toMatchObject({
      code: 'ERR_FAILED',
      detail: 'ERR_FAILED (-9999)',
    });
  });

  it.each(['ERR_BLOCKED_BY_CLIENT', 'ERR_UNKNOWN_URL_SCHEME', 'ERR_TOO_MANY_REDIRECTS'])(
    '%s is not worth another try',
    (name) => {
      expect(failedLoad(-1, name, URL_ASKED, true, AT)?.retryable).toBe(false);
    },
  );

  it('is no fault when it was aborted, or in a frame inside the page', () => {
    expect(failedLoad(-3, 'ERR_ABORTED', URL_ASKED, true, AT)).toBeUndefined();
    expect(failedLoad(-105, 'ERR_NAME_NOT_RESOLVED', URL_ASKED, false, AT)).toBeUndefined();
  });
});

describe('a navigation', () => {
  it.each([-1, 200, 204, 304, 399])('with %i is no fault', (status) => {
    expect(navigated(URL_ASKED, status, '', AT)).toBeUndefined();
  });

  it.each([
    [400, 'Bad Request', false],
    [404, 'This page could not be found', false],
    [405, 'Method Not Allowed', false],
    [429, 'An unexpected error has occurred', true],
    [500, 'Internal Server Error', true],
    [503, 'An unexpected error has occurred', true],
  ])('with %i is "%s"', (status, title, retryable) => {
    expect(navigated(URL_ASKED, status, '', AT)).toMatchObject({
      kind: 'http',
      code: status,
      title,
      retryable,
    });
  });
});

describe('a process that is gone', () => {
  it.each([
    'clean-exit',
    'abnormal-exit',
    'killed',
    'crashed',
    'oom',
    'launch-failed',
    'integrity-failure',
    'memory-eviction',
  ] as const)('is a fault with the reason %s and the exit code', (reason) => {
    expect(rendererGone({ reason, exitCode: 9 }, URL_ASKED, AT)).toMatchObject({
      kind: 'crash',
      code: reason,
      detail: `renderer process gone: ${reason}, exit code 9`,
    });
  });

  it('is a fault for the graphics process and for no other child', () => {
    const gone = (type: Details['type'], reason: Details['reason']) =>
      childGone({ type, reason, exitCode: 139 }, URL_ASKED, AT);
    expect(gone('GPU', 'crashed')).toMatchObject({ kind: 'crash', title: 'The graphics process stopped' });
    expect(gone('GPU', 'clean-exit')).toBeUndefined();
    expect(gone('Utility', 'crashed')).toBeUndefined();
  });
});

describe('a page that does not start or answer', () => {
  it('tells of the page that was there, not of the empty document after it', () => {
    expect(wentBlank('about:blank', URL_ASKED, AT)).toMatchObject({
      kind: 'boot',
      url: '/orders?page=2',
      detail: 'the page went to about:blank',
    });
  });

  it('tells how long was waited', () => {
    expect(neverReady(URL_ASKED, AT, 10_000)).toMatchObject({
      kind: 'boot',
      code: 'not-ready',
      detail: 'not ready 10000 ms after the load began',
    });
  });

  it('tells which preload failed, without the home folder', () => {
    const error = new Error('no bridge');
    const fault = preloadFailed(join(homedir(), 'app', 'preload.cjs'), error, URL_ASKED, AT);
    expect(fault).toMatchObject({ kind: 'boot', code: 'preload-error' });
    expect(fault.detail).toContain('no bridge');
    expect(fault.detail).not.toContain(homedir());
  });

  it('carries the sampled stacks of a hang', () => {
    expect(unresponsive(URL_ASKED, AT, '15 of 15 samples:\nat loop').detail).toContain('at loop');
    expect(unresponsive(URL_ASKED, AT)).not.toHaveProperty('detail', expect.anything());
  });
});

describe('an exception in main', () => {
  const failed = (error: unknown) => mainFailed('uncaughtException', error, URL_ASKED, AT);

  it('has the stack, its cause, and no secret', () => {
    const error = new Error('no user at /home/jane/x?token=abc', { cause: new Error('the cause') });
    const { detail, code, title } = failed(error);
    expect(code).toBe('uncaughtException');
    expect(title).toBe('Something went wrong');
    expect(detail).toContain('the cause');
    expect(detail).not.toMatch(/jane|abc/);
  });

  it.each([
    ['ENOSPC', 'The disk is full'],
    ['EACCES', 'A file or folder of the app may not be used'],
    ['EROFS', 'The disk cannot be written'],
    ['ENOTDIR', 'A file is where a folder should be'],
    ['ECONNRESET', 'Something went wrong'],
  ])('with %s says "%s"', (code, title) => {
    expect(failed(Object.assign(new Error(code), { code }))).toMatchObject({ code, title });
  });

  it('with a code of Node itself keeps the name of the event', () => {
    expect(failed(Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' })).code).toBe(
      'uncaughtException',
    );
  });

  const circular: { self?: unknown } = {};
  circular.self = circular;
  const ownCause = new Error('own cause');
  ownCause.cause = ownCause;
  const hostile = new Error('x');
  Object.defineProperty(hostile, 'stack', {
    get() {
      throw new Error('no stack for you');
    },
  });
  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'a text'],
    ['a symbol', Symbol('s')],
    ['an object', { reason: 1 }],
    ['an object that contains itself', circular],
    ['an error that is its own cause', ownCause],
    ['an error whose stack throws', hostile],
  ])('can be %s', (_, thrown) => {
    expect(failed(thrown).detail).toBeTruthy();
  });
});

describe('the words of every fault', () => {
  const all = [
    failedLoad(-106, 'ERR_INTERNET_DISCONNECTED', URL_ASKED, true, AT),
    failedLoad(-20, 'ERR_BLOCKED_BY_CLIENT', URL_ASKED, true, AT),
    navigated(URL_ASKED, 404, '', AT),
    navigated(URL_ASKED, 418, '', AT),
    navigated(URL_ASKED, 503, '', AT),
    rendererGone({ reason: 'oom', exitCode: 1 }, URL_ASKED, AT),
    rendererGone({ reason: 'crashed', exitCode: 139 }, URL_ASKED, AT),
    childGone({ type: 'GPU', reason: 'crashed', exitCode: 1 }, URL_ASKED, AT),
    neverCame(URL_ASKED, AT, 5_000),
    lostLoad(URL_ASKED, AT),
    neverReady(URL_ASKED, AT, 10_000),
    wentBlank('about:blank', URL_ASKED, AT),
    unresponsive(URL_ASKED, AT),
    mainFailed('unhandledRejection', 'x', URL_ASKED, AT),
  ].filter((fault): fault is Fault => fault !== undefined);

  it.each(all.map((fault) => [fault.code, fault] as const))(
    '%s: whole sentences, no machine names',
    (_, fault) => {
      for (const automatic of [true, false]) {
        const words = explanation(fault, automatic);
        expect(words).toMatch(/^[A-Z][^_]*\.$/);
        expect(words).not.toMatch(/ERR_|undefined|null/);
      }
      expect(textOf(fault).sentence).toMatch(/^[A-Z].*[^.]\.$/);
      expect(textOf(fault).documentTitle).toContain(String(fault.code));
    },
  );

  it('say what will be tried, and promise nothing else', () => {
    const [offline, blocked] = all as [Fault, Fault];
    expect(explanation(offline, true)).toContain('Retrying automatically');
    expect(explanation(offline, false)).toContain('Choose Try again');
    expect(explanation(blocked, false)).toContain('will not help');
  });
});
