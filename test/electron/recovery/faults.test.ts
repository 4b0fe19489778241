import type { Details } from 'electron';
import { describe, expect, it } from 'vitest';
import {
  childGone,
  failedLoad,
  mainFailed,
  navigated,
  rendererGone,
} from '../../../electron/recovery/faults.ts';
import { explanation } from '../../../electron/shared/explanation.ts';
import {
  bootFault,
  dataFault,
  type Fault,
  hangFault,
  httpFault,
  loadFault,
  scriptFault,
} from '../../../electron/shared/fault.ts';
import { textOf, titleOf } from '../../../electron/shared/faultText.ts';
import { waysOut } from '../../../electron/shared/ways.ts';
import {
  BAD_REQUEST,
  CLIENT_EXCEPTION,
  NO_DATA,
  NOT_ALLOWED,
  NOT_FOUND,
  OTHER_STATUS,
  SERVER_ERROR,
} from '../../support/words.ts';

const PAGE = '/orders?page=2';

describe('a failed load', () => {
  it.each([
    [-102, 'ERR_CONNECTION_REFUSED', 'ERR_CONNECTION_REFUSED', true],
    [-102, 'net::ERR_CONNECTION_REFUSED', 'ERR_CONNECTION_REFUSED', true],
    [-20, 'ERR_BLOCKED_BY_CLIENT', 'ERR_BLOCKED_BY_CLIENT', false],
    // Chromium has no name for it.
    [-9999, 'ERR_<unknown>', 'ERR_FAILED', true],
  ])('%i %s is %s', (number, description, code, retryable) => {
    const detail = `${code} (${number})`;
    expect(failedLoad(number, description, PAGE)).toMatchObject({
      kind: 'load',
      code,
      detail,
      retryable,
    });
  });

  it('is not a fault if it was aborted', () => {
    expect(failedLoad(-3, 'ERR_ABORTED', PAGE)).toBeUndefined();
  });
});

it.each([
  [400, BAD_REQUEST, false],
  [404, NOT_FOUND, false],
  [405, NOT_ALLOWED, false],
  [429, OTHER_STATUS, true],
  [500, SERVER_ERROR, true],
  [503, OTHER_STATUS, true],
])('a navigation with %i is "%s"', (code, title, retryable) => {
  const fault = navigated(PAGE, code, '') as Fault;
  expect(fault).toMatchObject({ kind: 'http', code, retryable, url: PAGE });
  expect(titleOf(fault)).toBe(title);
});

describe('an ended process', () => {
  it('is a fault for the graphics and the network process only', () => {
    const gone = (type: Details['type'], reason: Details['reason'], serviceName = '') =>
      childGone({ type, reason, exitCode: 139, serviceName }, PAGE);
    expect(gone('GPU', 'crashed')).toMatchObject({ kind: 'crash', subject: 'graphics' });
    expect(gone('GPU', 'clean-exit')).toBeUndefined();
    expect(gone('Utility', 'killed', 'network.mojom.NetworkService')).toMatchObject({
      subject: 'network',
      detail: 'network process gone: killed, exit code 139',
    });
    expect(gone('Utility', 'crashed', 'audio.mojom.AudioService')).toBeUndefined();
  });
});

describe('an exception in main', () => {
  const failed = (error: unknown) => mainFailed('uncaughtException', error);

  it('has the stack, its cause, and no secret', () => {
    const error = new Error('no user at /home/jane/x?token=abc', { cause: new Error('the cause') });
    const { detail, code } = failed(error);
    expect(code).toBe('uncaughtException');
    expect(detail).toContain('the cause');
    expect([failed('a text').detail, failed({ a: 1 }).detail]).toEqual(['a text', '{"a":1}']);
    expect(detail).not.toMatch(/jane|abc/);
  });

  it("has the system's message, and for an error code of Node the event's name", () => {
    const full = Object.assign(new Error('x'), { code: 'ENOSPC' });
    expect(failed(full)).toMatchObject({ code: 'ENOSPC' });
    const error = Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' });
    expect(failed(error).code).toBe('uncaughtException');
  });

  const circular: { self?: unknown } = {};
  circular.self = circular;
  const ownCause = new Error('own cause');
  ownCause.cause = ownCause;
  const hostile = Object.defineProperty(new Error('x'), 'stack', {
    get() {
      throw new Error('no stack for you');
    },
  });
  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'a text'],
    ['a symbol', Symbol('s')],
    ['an object that contains itself', circular],
    ['an error that is its own cause', ownCause],
    ['an error whose stack throws', hostile],
  ])('can be %s', (_, thrown) => {
    expect(failed(thrown).detail).toBeTruthy();
  });
});

describe('the heading of a fault', () => {
  it.each([
    ['the specification’s, with its status', httpFault(404, PAGE, 1), '404', `${NOT_FOUND}.`, ''],
    [
      'for people, where another status has no title',
      httpFault(401, PAGE, 1),
      undefined,
      'Sign in to see this page',
      `401: ${OTHER_STATUS}.`,
    ],
    [
      'for people, where data did not come',
      dataFault(PAGE, 1, '', 'ERR_CONNECTION_REFUSED'),
      undefined,
      'The server can’t be reached',
      `${NO_DATA}.`,
    ],
    [
      'for people, where a page threw',
      scriptFault('x', PAGE, 1),
      undefined,
      'Something went wrong on this page',
      `${CLIENT_EXCEPTION} while loading shell (see the browser console for more information).`,
    ],
    ['its title', loadFault('ERR_FAILED', PAGE, 1), undefined, 'The page couldn’t be loaded', ''],
  ])('is %s', (_, fault, status, heading, technical) => {
    expect(textOf(fault, 'shell')).toMatchObject({ status, heading, technical });
  });
});

describe('the texts of every fault', () => {
  const offline = loadFault('ERR_INTERNET_DISCONNECTED', PAGE, 1);
  const blocked = loadFault('ERR_BLOCKED_BY_CLIENT', PAGE, 1);
  const all: Fault[] = [
    offline,
    blocked,
    ...[404, 418, 503].map((status) => httpFault(status, PAGE, 1)),
    ...(['oom', 'crashed'] as const).map((reason) => rendererGone({ reason, exitCode: 1 }, PAGE)),
    bootFault(PAGE, 1),
    hangFault(PAGE, 1),
    mainFailed('unhandledRejection', 'x'),
  ];

  it.each(all.map((fault) => [fault.code, fault] as const))(
    '%s: are whole sentences without machine names',
    (_, fault) => {
      for (const automatic of [true, false]) {
        const words = explanation(fault, automatic);
        expect(words).toMatch(/^[A-Z][^_]*\.$/);
        expect(words).not.toMatch(/ERR_|undefined|null/);
      }
      const { status, heading, documentTitle } = textOf(fault);
      expect(heading).toMatch(status ? /^[A-Z].*[^.]\.$/ : /^[A-Z].*[^.]$/);
      if (fault.kind === 'http') expect(documentTitle).toContain(String(fault.code));
    },
  );

  it('announce the next try, and promise nothing else', () => {
    expect(explanation(offline, true)).toBe(
      'Check your connection. The page reloads when you’re back online.',
    );
    expect(explanation(offline, false)).toBe('Check your connection.');
    expect(explanation(httpFault(503, PAGE, 1), true)).toBe('It couldn’t answer. Retrying automatically.');
    expect(explanation({ ...httpFault(404, '/', 1), noPages: 'packaged' }, false)).toBe(
      'This app has no pages yet.',
    );
    expect(waysOut(offline, true).map(({ text }) => text)).toEqual(['Try now', 'Home']);
    expect(waysOut(offline, false).map(({ text }) => text)).toEqual(['Try again', 'Home']);
    expect(waysOut(blocked, false).map(({ text }) => text)).toEqual(['Home', 'Try again']);
    expect(waysOut({ ...blocked, url: '/' }, false).map(({ text }) => text)).toEqual(['Try again']);
    expect(waysOut(offline, false, 'https://example.com/').map(({ name }) => name)).toEqual(['open', 'home']);
  });

  it('blame the clock only if it is behind the day of the build', () => {
    const expired = (at: number) => explanation(loadFault('ERR_CERT_DATE_INVALID', '/', at), false);
    expect(expired(Date.now())).toContain('Check the date and time');
    expect(expired(Date.UTC(2019, 2, 1))).toMatch(/^It says .*2019.*Set the date and time/);
    expect(explanation(loadFault('ERR_CERT_REVOKED', '/', 1), false)).not.toContain('clock');
  });
});
