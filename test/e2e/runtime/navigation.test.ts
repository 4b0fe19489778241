/** Navigation events against docs/api/web-contents.md (navigation events, did-fail-load, loadURL). */
import { beforeAll, describe, expect, it } from 'vitest';
import { runScenario, type Told } from './scenario.ts';

type Seen = [name: string, ...args: unknown[]][];
interface Load {
  seen: Seen;
  result: unknown;
  url: string;
}

let told: Told;
beforeAll(async () => {
  told = await runScenario('navigation');
});
const load = (name: string) => told.of(name) as Load;
/** The names of the events, only those given. */
const names = (name: string, only: string[]) =>
  load(name)
    .seen.map(([event]) => event)
    .filter((event) => only.includes(event));
/** The arguments of an event. */
const argsOf = (name: string, event: string) =>
  load(name)
    .seen.find(([seen]) => seen === event)
    ?.slice(1);

const ORDER = [
  'did-start-navigation',
  'will-frame-navigate',
  'will-navigate',
  'did-frame-navigate',
  'did-navigate',
];

describe('a load that the app asks for', () => {
  it('is loading as soon as it was asked for, and not before (contents.isLoading)', () => {
    expect(told.of('before')).toEqual({ url: '', loading: false });
    expect(told.of('just asked')).toBe(true);
  });

  it('starts a history of one entry (navigationHistory)', () => {
    expect(told.of('history')).toEqual({ back: false, length: 1, index: 0 });
  });

  it('tells start, document, end in order, and never asks will-navigate (event will-navigate)', () => {
    expect(names('own load', ORDER)).toEqual(['did-start-navigation', 'did-frame-navigate', 'did-navigate']);
    const order = ['did-start-loading', 'did-navigate', 'dom-ready', 'did-finish-load', 'did-stop-loading'];
    expect(names('own load', order)).toEqual(order);
    expect(load('own load').result).toBe('resolved');
    expect(load('own load').url).toBe('app://fixture/other');
  });

  it('goes back without asking will-navigate, and forward is then there (event will-navigate)', () => {
    expect(names('history back', ORDER)).toEqual([
      'did-start-navigation',
      'did-frame-navigate',
      'did-navigate',
    ]);
    expect(told.of('after back')).toBe(true);
  });

  it('follows a redirect and tells of it (event will-redirect, did-redirect-navigation)', () => {
    const order = ['did-start-navigation', 'will-redirect', 'did-redirect-navigation', 'did-navigate'];
    expect(names('moved', [...order, 'will-navigate'])).toEqual(order);
    expect(argsOf('moved', 'will-redirect')?.slice(0, 3)).toEqual(['app://fixture/other', false, true]);
    expect(load('moved').url).toBe('app://fixture/other');
  });

  it.each([
    ['own load', 200],
    ['gone', 404],
    ['busy', 503],
  ])('gives the status of the answer: %s (event did-navigate)', (name, status) => {
    expect(argsOf(name, 'did-navigate')?.[1]).toBe(status);
    // An answer with a status of failure is an answer: nothing failed to load.
    expect(names(name, ['did-fail-load'])).toEqual([]);
    expect(load(name).result).toBe('resolved');
  });

  it('within the same document is an in-page navigation, which resolves (event did-navigate-in-page)', () => {
    const order = ['did-start-navigation', 'did-navigate-in-page'];
    expect(names('own hash', [...order, 'did-navigate'])).toEqual(order);
    expect(load('own hash').result).toBe('resolved');
    expect(argsOf('own hash', 'did-navigate-in-page')?.slice(0, 2)).toEqual([
      'app://fixture/state#here',
      true,
    ]);
  });
});

describe('a navigation that the page starts', () => {
  it('asks will-frame-navigate, then will-navigate, before the document (navigation events)', () => {
    expect(names('link', ORDER)).toEqual(ORDER);
    expect(argsOf('link', 'will-navigate')?.slice(0, 3)).toEqual(['app://fixture/other', false, true]);
  });

  it('is told with its whole address (event will-navigate)', () => {
    expect(argsOf('other with a hash', 'will-navigate')?.[0]).toBe('app://fixture/#top');
    expect(load('other with a hash').url).toBe('app://fixture/#top');
  });

  it('that is redirected asks for the redirect too (event will-redirect)', () => {
    const order = ['will-frame-navigate', 'will-navigate', 'will-redirect', 'did-redirect-navigation'];
    expect(names('moved by page', order)).toEqual(order);
  });

  it.each(['hash by page', 'state by page'])(
    'within the document asks nothing: %s (in-page navigation)',
    (name) => {
      expect(names(name, [...ORDER, 'did-navigate-in-page'])).toEqual([
        'did-start-navigation',
        'did-navigate-in-page',
      ]);
      expect(argsOf(name, 'did-start-navigation')?.slice(1, 3)).toEqual([true, true]);
    },
  );

  it('in a frame of the page asks will-frame-navigate only (frame navigation)', () => {
    expect(names('frame by page', [...ORDER])).toEqual([
      'did-start-navigation',
      'will-frame-navigate',
      'did-frame-navigate',
    ]);
    expect(argsOf('frame by page', 'did-frame-navigate')?.slice(0, 4)).toEqual([
      'app://fixture/gone',
      404,
      'Not Found',
      false,
    ]);
  });

  it.each(['prevented', 'frame prevented'])(
    'goes nowhere when it is prevented: %s (event.preventDefault)',
    (name) => {
      expect(names(name, ['did-navigate', 'did-fail-load'])).toEqual([]);
      expect(load(name).url).toBe('app://fixture/');
      // The second is not asked when the first has said no.
      expect(names('frame prevented', ['will-navigate'])).toEqual([]);
    },
  );

  it('goes nowhere in a frame when it is prevented (event will-frame-navigate)', () => {
    expect(told.of('subframe details')).toEqual({
      url: 'app://fixture/gone',
      isMainFrame: false,
      isSameDocument: false,
      frame: 'app://fixture/other',
    });
    expect(names('subframe prevented', ['did-frame-navigate'])).toEqual([]);
    expect(told.of('subframe stays')).toBe('/other');
  });

  it('goes nowhere when its redirect is prevented (event will-redirect)', () => {
    expect(names('redirect prevented', ['did-navigate', 'did-redirect-navigation'])).toEqual([]);
  });
});

describe('a load that fails', () => {
  it.each([
    ['throws', -9, 'ERR_UNEXPECTED', 'app://fixture/throws'],
    ['error', -2, 'ERR_FAILED', 'app://fixture/error'],
  ])('by the handler: %s (event did-fail-load)', (name, code, text, url) => {
    expect(argsOf(name, 'did-fail-load')?.slice(0, 4)).toEqual([code, text, url, true]);
    expect(names(name, ['did-navigate'])).toEqual([]);
    expect(load(name).result).toMatchObject({ code: text, errno: code, url });
  });

  it('by a refused connection, with the address it was for (event did-fail-load)', () => {
    const url = told.of('refused address') as string;
    expect(argsOf('refused', 'did-fail-load')?.slice(0, 4)).toEqual([
      -102,
      'ERR_CONNECTION_REFUSED',
      url,
      true,
    ]);
    expect(load('refused').result).toEqual({
      code: 'ERR_CONNECTION_REFUSED',
      errno: -102,
      url,
      message: `ERR_CONNECTION_REFUSED (-102) loading '${url}'`,
    });
    const order = ['did-start-loading', 'did-fail-load', 'did-stop-loading'];
    expect(names('refused', order)).toEqual(order);
    expect(load('refused').url).toBe(url);
  });

  it('and is loaded again fails again (contents.reload)', () => {
    expect(argsOf('refused again', 'did-fail-load')?.slice(0, 2)).toEqual([-102, 'ERR_CONNECTION_REFUSED']);
  });

  it('in a frame is not one of the main frame, and the page is loaded (event did-fail-load, isMainFrame)', () => {
    expect(argsOf('bad frame', 'did-fail-load')?.slice(0, 4)).toEqual([
      -9,
      'ERR_UNEXPECTED',
      'app://fixture/throws',
      false,
    ]);
    expect(load('bad frame').result).toBe('resolved');
  });

  it('for want of an address says so at once (contents.loadURL)', () => {
    expect(argsOf('invalid', 'did-fail-load')?.slice(0, 2)).toEqual([-300, 'ERR_INVALID_URL']);
    expect(load('invalid').result).toMatchObject({ code: 'ERR_INVALID_URL', errno: -300 });
  });

  it.each(['unknown scheme', 'empty', 'stopped'])(
    'without a document rejects and tells no did-navigate: %s',
    (name) => {
      expect(load(name).result).not.toBe('resolved');
      expect(names(name, ['did-navigate'])).toEqual([]);
      expect(names(name, ['did-stop-loading'])).toEqual(['did-stop-loading']);
    },
  );

  it('because another replaced it rejects with ERR_ABORTED, and is no failed load (contents.loadURL)', () => {
    expect(load('replaced').result).toMatchObject({ code: 'ERR_ABORTED', errno: -3 });
    expect(names('replaced', ['did-fail-load'])).toEqual([]);
    expect(load('replaced').url).toBe('app://fixture/other');
  });

  it('because it was asked for while another began (contents.loadURL)', () => {
    expect(told.of('load inside start')).toBe('ERR_FAILED');
  });
});

it('forgets what was before (navigationHistory.clear)', () => {
  expect(told.of('cleared')).toBe(1);
});
