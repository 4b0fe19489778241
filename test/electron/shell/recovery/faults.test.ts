import type { Details } from 'electron';
import { describe, expect, it } from 'vitest';
import {
  dataFault,
  type Fault,
  type Help,
  httpFault,
  loadFault,
  scriptFault,
} from '../../../../electron/shared/fault.ts';
import { explanation, textOf, titleOf } from '../../../../electron/shared/faultText.ts';
import { waysOut } from '../../../../electron/shared/help.ts';
import en from '../../../../electron/shared/texts/en.json' with { type: 'json' };
import {
  childGone,
  failedLoad,
  mainFailed,
  navigated,
  pathOf,
  placeOf,
  redirectRefused,
  rendererGone,
} from '../../../../electron/shell/recovery/faults.ts';
import { everyFault } from '../../../support/everyFault.ts';
import {
  NOT_ALLOWED,
  NOT_FOUND,
  OTHER_STATUS,
  PAGE_FAILED,
  PAGE_NOT_LOADED,
  SERVER_ERROR,
} from '../../../support/words.ts';

const PAGE = '/orders?page=2';

it.each([
  [-102, 'ERR_CONNECTION_REFUSED', 'ERR_CONNECTION_REFUSED', true],
  [-102, 'net::ERR_CONNECTION_REFUSED', 'ERR_CONNECTION_REFUSED', true],
  [-20, 'ERR_BLOCKED_BY_CLIENT', 'ERR_BLOCKED_BY_CLIENT', false],
  // Chromium has no name for it.
  [-9999, 'ERR_<unknown>', 'ERR_FAILED', true],
])('a load that failed with %i %s is %s', (number, description, code, retryable) => {
  const detail = `${code} (${number})`;
  expect(failedLoad(number, description, PAGE)).toMatchObject({ kind: 'load', code, detail, retryable });
});

it.each([
  [404, NOT_FOUND, false],
  [405, NOT_ALLOWED, false],
  [429, OTHER_STATUS, true],
  [500, SERVER_ERROR, true],
])('a navigation with %i is "%s"', (code, title, retryable) => {
  const fault = navigated(PAGE, code, '') as Fault;
  expect(fault).toMatchObject({ kind: 'http', code, retryable, url: PAGE });
  expect(titleOf(fault)).toBe(title);
});

it('names the place of a page, and where a server led that must not be shown', () => {
  const place = 'https://shop.example/a?b=c#d';
  expect([pathOf(place), placeOf(place), placeOf('mailto:x'), placeOf('no address')]).toEqual([
    ...['/a?b=c', '/a?b=c#d', '/', '/'],
  ]);
  const led = (to: string) => redirectRefused(to, PAGE);
  expect(led('https://id.example:8/x?y')).toMatchObject({
    detail: 'the server led to https://id.example:8; signInHosts does not list it',
    link: 'https://id.example:8/x?y',
  });
  expect([led('slack:x').detail, led('%').detail]).toEqual([
    ...['the server led to slack:', 'the server led to no address'],
  ]);
});

it('names the end of a page’s process as Electron does, with its exit code', () => {
  const detail = 'renderer process gone: oom, exit code 9';
  expect(rendererGone({ reason: 'oom', exitCode: 9 }, PAGE)).toMatchObject({ code: 'oom', detail });
});

const NETWORK = 'network.mojom.NetworkService';
const GONE = 'network process gone: killed, exit code 139';
it.each<[Details['type'], Details['reason'], string, Partial<Fault> | undefined]>([
  ['GPU', 'crashed', '', { kind: 'crash', subject: 'graphics' }],
  ['GPU', 'clean-exit', '', undefined],
  ['Utility', 'killed', NETWORK, { detail: GONE, subject: 'network' }],
  ['Utility', 'crashed', 'audio.mojom.AudioService', undefined],
])('an ended process (%s, %s) %s', (type, reason, serviceName, fault) => {
  const found = childGone({ type, reason, exitCode: 139, serviceName }, PAGE);
  if (fault) expect(found).toMatchObject(fault);
  else expect(found).toBeUndefined();
});

describe('an exception in main', () => {
  const failed = (error: unknown) => mainFailed('uncaughtException', error);

  it('has the stack, its cause, the code of the system, and no secret', () => {
    const error = new Error('no user at /home/jane/x?token=abc', { cause: new Error('the cause') });
    const { detail, code } = failed(error);
    expect(code).toBe('uncaughtException');
    expect(detail).toMatch(/\n +at .*\nCause: Error: the cause\n +at /s);
    expect(detail).not.toMatch(/jane|abc/);
    const ofRequest = Object.assign(new Error('refused'), { config: { data: 'what was typed' } });
    expect(failed(ofRequest).detail).not.toContain('typed');
    const codes = ['ENOSPC', 'ERR_INVALID_ARG_TYPE'];
    expect(codes.map((one) => failed(Object.assign(new Error('x'), { code: one })).code)).toEqual([
      ...['ENOSPC', 'uncaughtException'],
    ]);
  });

  const circular: { self?: unknown } = {};
  circular.self = circular;
  const ownCause = new Error('x');
  ownCause.cause = ownCause;
  const hostile = Object.defineProperty(new Error('x'), 'stack', {
    get() {
      throw new Error('no stack for you');
    },
  });
  it.each([
    ['null', null, 'null'],
    ['a text', 'a text', 'a text'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['an object', { a: 1 }, '{"a":1}'],
    ['an object that contains itself', circular, 'a value of type object that cannot be converted to text'],
    ['an error that is its own cause', ownCause, /^Error: x(.*?\nCause: Error: x){3}(?!.*Cause:)/s],
    ['an error whose stack throws', hostile, 'a value of type object that cannot be converted to text'],
  ])('can be %s', (_, thrown, detail) => {
    if (typeof detail === 'string') expect(failed(thrown).detail).toBe(detail);
    else expect(failed(thrown).detail).toMatch(detail);
  });
});

it.each([
  ['the specification’s, with its status', httpFault(404, PAGE, 1), '404', `${NOT_FOUND}.`],
  ['for people, where it has none', httpFault(401, PAGE, 1), undefined, en.fault.statusHeadings[401]],
  ['for people, where data did not come', dataFault(PAGE, 1, ''), undefined, PAGE_NOT_LOADED],
  ['why none came', dataFault(PAGE, 1, '', 'ERR_FAILED'), undefined, en.fault.load.other.title],
  ['for people, where a page threw', scriptFault('x', PAGE, 1), undefined, PAGE_FAILED],
])('the heading of a fault is %s', (_, fault, status, heading) => {
  expect(textOf(fault)).toMatchObject({ status, heading });
});

describe('the texts of every fault', () => {
  const offline = loadFault('ERR_INTERNET_DISCONNECTED', PAGE, 1);
  const blocked = loadFault('ERR_BLOCKED_BY_CLIENT', PAGE, 1);
  const unauthorized = httpFault(401, PAGE, 1);

  it.each(everyFault(Date.now()))('$code: are whole sentences without machine names', (fault) => {
    const words = explanation(fault);
    expect(words).toMatch(/^[A-Z][^_]*\.$/);
    expect(words).not.toMatch(/ERR_|undefined|null/);
    // A person reads a sentence or two.
    expect(words.split(' ').length, words).toBeLessThanOrEqual(25);
    const { status, heading, documentTitle } = textOf(fault);
    expect(heading).toMatch(status ? /^[A-Z].*[^.]\.$/ : /^[A-Z].*[^.]$/);
    expect(documentTitle).toBe(status ? `${status}: ${heading.slice(0, -1)}` : heading);
  });

  const { tryAgain, home, signIn } = en.errorPage;
  it.each<[Fault, string | undefined, string[]]>([
    [offline, undefined, [tryAgain, home]],
    [blocked, undefined, [home, tryAgain]],
    [{ ...blocked, url: '/' }, undefined, [tryAgain]],
    [offline, 'https://example.com/', [en.pages.openInBrowser, home]],
    [{ ...unauthorized, signIn: true }, undefined, [signIn, home]],
    [unauthorized, undefined, [tryAgain, home]],
  ])('come with the ways out, the most helpful one first: %j', (fault, link, ways) => {
    const help: Help[] = [];
    expect(waysOut(fault, help, link).map(({ text }) => text)).toEqual(ways);
  });

  it('blame the clock only if it is behind the day of the build', () => {
    const expired = (at: number) => explanation(loadFault('ERR_CERT_DATE_INVALID', '/', at));
    expect(expired(Date.now())).toContain('Check the date and time');
    expect(expired(Date.UTC(2019, 2, 1))).toMatch(/^The clock says .*2019.*Set the date and time/);
    expect(explanation(loadFault('ERR_CERT_REVOKED', '/', 1))).not.toContain('clock');
    expect(explanation({ ...httpFault(404, '/', 1), noPages: true })).toBe(en.errorPage.noPages);
  });
});
