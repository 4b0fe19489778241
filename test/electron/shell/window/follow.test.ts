/** What the state of a window hears of Electron's events. */
import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterAll, expect, it, vi } from 'vitest';
import { Origins, serverAt } from '../../../../electron/common/origins.ts';
import type { Fault } from '../../../../electron/shared/fault.ts';
import type { WindowEvent } from '../../../../electron/shell/window/reduce.policy.ts';
import type { View } from '../../../../electron/shell/window/state.policy.ts';

vi.mock('electron', () => ({ app: { name: 'App', on: () => undefined }, session: {} }));
// Loaded for this file alone: the files of one process share what they load.
vi.resetModules();
const { follow } = await import('../../../../electron/shell/window/follow.ts');
const origins = new Origins(serverAt('https://shop.example/', ['https://id.example']));
afterAll(() => void vi.resetModules());

type Shown = Partial<Pick<View, 'kind' | 'owner' | 'isFault'>> | 'nothing';

/** A window that shows this, and what the state hears of it. */
function followed(shown: Shown = {}, isKept = true) {
  const told: string[] = [];
  const contents = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    isLoadingMainFrame: (): boolean => false,
    mainFrame: { processId: 1, routingId: 2 },
  });
  const window = Object.assign(new EventEmitter(), { webContents: contents, setTitle: () => undefined });
  const textOf = ({ type, ...rest }: WindowEvent) => {
    const field = ([name, value]: [string, unknown]) =>
      `${name}=${(value as Fault | undefined)?.code ?? value}`;
    return [type, ...Object.entries<unknown>(rest).map(field)].join(' ');
  };
  follow(window as unknown as BrowserWindow, {
    origins,
    view: () => (shown === 'nothing' ? undefined : (shown as View)),
    send: (event) => void told.push(textOf(event)),
    url: () => '/now',
    name: 'App',
    isKept,
  });
  return { window, contents, told };
}

const A = 'https://shop.example/a';
const AT_A = `address=${A} owner=server`;
const ID = 'https://id.example/in';
const MAIN = { url: A, isMainFrame: true };
/** The event comes first in most. */
const event = {};

it.each<[string, unknown[], string]>([
  ['did-start-navigation', [{ ...MAIN, initiator: {} }], `started ${AT_A} isOwn=true pressedMs=Infinity`],
  ['did-start-navigation', [MAIN], `started ${AT_A} isOwn=false pressedMs=Infinity`],
  ['did-start-navigation', [{ url: A, isMainFrame: false }], ''],
  ['did-start-navigation', [{ ...MAIN, isSameDocument: true }], ''],
  ['will-redirect', [{ ...MAIN, defaultPrevented: true }], `redirectRefused to=${A} isUnseen=false`],
  ['will-redirect', [{ ...MAIN, defaultPrevented: false }], ''],
  ['will-redirect', [{ url: A, isMainFrame: false, defaultPrevented: true }], ''],
  ['did-redirect-navigation', [{ ...MAIN, url: ID }], `redirected address=${ID} owner=guest`],
  ['did-redirect-navigation', [{ url: A, isMainFrame: false }], ''],
  [
    'did-navigate',
    [event, A, 200, 'OK'],
    `committed ${AT_A} status=200 fault=undefined retryAfter=undefined`,
  ],
  ['did-navigate', [event, A, 404, 'No'], `committed ${AT_A} status=404 fault=404 retryAfter=undefined`],
  // Only the host of a sign-in is needed.
  [
    'did-navigate',
    [event, '', -1, ''],
    'committed address= owner=undefined status=-1 fault=undefined retryAfter=undefined',
  ],
  ['did-navigate-in-page', [event, A, true], `wentInPage address=${A}`],
  ['did-navigate-in-page', [event, A, false], ''],
  ['did-fail-load', [event, -105, 'ERR_NAME_NOT_RESOLVED', A, false], ''],
  ['did-fail-load', [event, -3, 'ERR_ABORTED', A, true], ''],
  // Only a dev server's is taken for one that does not run.
  [
    'did-fail-load',
    [event, -101, 'ERR_CONNECTION_RESET', A, true],
    `failed ${AT_A} fault=ERR_CONNECTION_RESET`,
  ],
  ['did-frame-finish-load', [event, true, 1, 2], 'loaded'],
  // Of the page before.
  ['did-frame-finish-load', [event, true, 3, 2], ''],
  ['did-frame-finish-load', [event, true, 1, 3], ''],
  ['did-frame-finish-load', [event, false, 1, 2], ''],
  ['render-process-gone', [event, { reason: 'oom', exitCode: 1 }], 'processGone fault=oom'],
  ['preload-error', [event, 'p', 'why'], 'preloadFailed fault=preload-error error=why'],
  ['login', [], 'asksUser'],
  ['select-client-certificate', [], 'asksUser'],
  ['input-event', [event, { type: 'keyDown' }], 'changed'],
  ['input-event', [event, { type: 'mouseMove' }], ''],
  ['unresponsive', [], 'unresponsive'],
  ['responsive', [], 'responsive'],
])('%s %j', (name, args, heard) => {
  const { contents, told } = followed();
  contents.emit(name, ...args);
  expect(told.join()).toBe(heard);
  const left = followed('nothing');
  left.contents.emit(name, ...args);
  expect(left.told).toEqual([]);
});

it('hears that a load has ended unless another one runs by then', async () => {
  const { contents, told } = followed();
  const later = () => new Promise((done) => setImmediate(done));
  contents.isLoadingMainFrame = () => true;
  contents.emit('did-stop-loading');
  await later();
  expect(told).toEqual([]);
  contents.isLoadingMainFrame = () => false;
  contents.emit('did-stop-loading');
  await later();
  expect(told).toEqual(['stopped']);
});

it.each([
  ['ready-to-show ready-to-show show show restore', true, 'painted resume resume'],
  ['closed', true, 'closed isUsers=false isKept=true'],
  ['close closed', false, 'closed isUsers=true isKept=false'],
])('hears of the window: %s', (names, isKept, heard) => {
  const { window, told } = followed({}, isKept);
  for (const name of names.split(' ')) window.emit(name);
  expect(told.join(' ')).toBe(heard);
});

const FAULT_DOCUMENT = { kind: 'app', owner: 'shell', isFault: true } as const;

it.each<[Shown, string, object, string]>([
  [{ kind: 'plain' }, A, {}, 'retry path=/a'],
  [{ kind: 'plain' }, A, { defaultPrevented: true }, ''],
  [{ kind: 'app' }, A, {}, ''],
  [FAULT_DOCUMENT, `${A}#b`, {}, 'retry path=/a#b'],
  [FAULT_DOCUMENT, 'app://shell/', {}, 'retry path=/'],
  [FAULT_DOCUMENT, 'app://shell/_holdfast/retry', {}, ''],
  [FAULT_DOCUMENT, A, { isMainFrame: false }, ''],
  [{ ...FAULT_DOCUMENT, owner: 'server' }, A, {}, ''],
])('a link in %j to %s %j: %s', (shown, url, more, heard) => {
  const { contents, told } = followed(shown);
  const preventDefault = vi.fn();
  contents.emit('will-frame-navigate', { url, isMainFrame: true, preventDefault, ...more });
  expect(told.join()).toBe(heard);
  expect(preventDefault).toHaveBeenCalledTimes(heard ? 1 : 0);
});
