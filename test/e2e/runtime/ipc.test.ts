/** Messages and the bridge, against docs/api/ipc-main.md, ipc-renderer.md, context-bridge.md and web-contents.md. */
import { beforeAll, describe, expect, it } from 'vitest';
import { runScenario, type Told } from './scenario.ts';

let told: Told;
beforeAll(async () => {
  told = await runScenario('ipc');
});
const NOT_CLONED = 'An object could not be cloned.';

describe('a message of a page', () => {
  it('arrives in order, also as ipc-message (ipcRenderer.send, event ipc-message)', () => {
    expect(told.of('order')).toBe(true);
    expect(told.of('ipc-message')).toEqual([0]);
  });

  it('says where it comes from (IpcMainEvent.sender, senderFrame)', () => {
    expect(told.of('event')).toEqual({
      sender: true,
      frame: true,
      url: 'app://fixture/',
      origin: 'app://fixture',
    });
    expect(told.of('gone frame')).toBe(true);
  });

  it('that a listener throws at is an uncaught exception (events are those of Node: ipcMain is an EventEmitter)', () => {
    expect(told.of('listener')).toBe('Error: by a listener');
  });

  it('is answered by its handler, or by an error in Electron’s words (ipcMain.handle)', () => {
    expect(told.of('invoked')).toBe(3);
    expect(told.of('failed handler')).toBe("Error invoking remote method 'fails': TypeError: no");
    expect(told.of('no handler')).toBe(
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    );
    expect(told.of('unclonable answer')).toBe(
      `Error invoking remote method 'unclonable': Error: ${NOT_CLONED}`,
    );
    expect(told.of('removed')).toContain("No handler registered for 'add'");
  });

  it('is handled once by handleOnce, and no channel has two handlers (ipcMain.handleOnce)', () => {
    expect(told.of('once')).toEqual(['first', expect.stringContaining("No handler registered for 'once'")]);
    expect(told.of('twice')).toBe("Error: Attempted to register a second handler for 'add'");
    expect(told.of('no function')).toContain('TypeError: Expected handler to be a function');
  });

  it('is copied by structured clone (ipcRenderer.invoke)', () => {
    expect(told.of('odd in main')).toEqual({
      date: 7,
      map: [1],
      has: true,
      bytes: [3, 4],
      kind: true,
      big: '10',
      error: 'RangeError: cloned',
      isRange: true,
      nan: true,
      flags: 'g',
      self: true,
    });
    expect(told.of('odd in page')).toEqual(['Uint8Array', 9]);
  });

  it('cannot hold a function (ipcRenderer.send)', () => {
    expect(told.of('function')).toEqual({ send: NOT_CLONED, invoke: NOT_CLONED });
  });
});

describe('a message of main', () => {
  it('arrives in order, once for once, and not before a page listens (contents.send)', () => {
    expect(told.of('news')).toEqual([[true, 1, { a: [null] }], ['a'], 52, true]);
  });

  it('that cannot be cloned is not sent, and a channel is needed (contents.send)', () => {
    expect(told.of('unsendable')).toBe('not thrown');
    expect(told.stderr).toContain('Error sending from webFrameMain');
    expect(told.of('no channel')).toBe('TypeError: Missing required channel argument');
  });

  it('can be a reply (event.reply)', () => {
    expect(told.of('reply')).toBe('yes');
  });
});

describe('what the preload exposes', () => {
  it('is copied (context-bridge: parameter, error and return type support)', () => {
    expect(told.of('values')).toEqual({
      number: 1,
      list: [1, [2]],
      none: null,
      date: 5,
      bytes: [1, 2],
      map: [[1, { two: 2 }]],
      has: true,
    });
    expect(told.of('cyclic')).toBe('round');
    expect(told.of('custom')).toEqual([1, false, true]);
    expect(told.of('kept')).toEqual({ kept: [{ a: 1 }], isArray: true, isPlain: true });
  });

  it('is frozen, and cannot be replaced (contextBridge.exposeInMainWorld)', () => {
    expect(told.of('frozen')).toEqual([true, true, true, 1, 'object']);
    expect(told.of('refused')).toEqual(
      Array(2).fill('Cannot bind an API on top of an existing property on the window object'),
    );
  });

  it('has functions and promises that work across (API functions)', () => {
    expect(told.of('functions')).toEqual([8, 2]);
    expect(told.of('promise')).toEqual({ inside: 1 });
    expect(told.of('later')).toEqual({ value: [1] });
    expect(told.of('same')).toEqual([true, 3]);
  });

  it('has errors with their message, and nothing else of them (type support: Error)', () => {
    expect(told.of('error')).toEqual([true, 'an error']);
    expect(told.of('rejected')).toEqual([true, 'rejected']);
    expect(told.of('thrown')).toEqual([
      [true, 'thrown', true],
      [true, expect.stringContaining('a valid exception was not thrown'), true],
    ]);
    expect(told.of('thrown there')).toBe('by the page');
  });

  it('is nothing of ipcRenderer when that is exposed as a whole (exposing ipcRenderer)', () => {
    const keys = told.of('whole module') as string[];
    expect(keys.filter((key) => ['send', 'invoke', 'on'].includes(key))).toEqual([]);
  });

  it('is all that the page has of it (tutorial: context isolation, sandbox)', () => {
    expect(told.of('page')).toEqual(['undefined', 'undefined', 'undefined', 'undefined', 'undefined', []]);
    expect(told.of('process')).toEqual(['renderer', true, true]);
    expect(told.of('modules')).toEqual(['module not found: node:fs', 'module not found: ./other.cjs']);
  });
});

it('a preload that throws, is missing or is no JavaScript is told, and the page is there (event preload-error)', () => {
  expect(told.all('page of a bad preload')).toEqual(['page', 'page', 'page']);
  expect(told.of('errors')).toEqual([
    ['throwing.cjs', 'Error', 'the preload throws'],
    ['missing.cjs', 'Error', expect.stringContaining('missing.cjs')],
    ['broken.txt', 'SyntaxError', expect.any(String)],
  ]);
});

describe('a script of main', () => {
  it('gives what it ends with, copied, and throws what it throws (contents.executeJavaScript)', () => {
    expect(told.of('script value')).toEqual({ a: [1], date: 3 });
    expect(told.of('script promise')).toBe(5);
    expect(told.of('script error')).toContain('by a script');
    expect(told.of('script rejection')).toContain('later');
    expect(told.of('script function')).toContain(NOT_CLONED);
  });

  it('and its page write to the console (event console-message)', () => {
    expect(told.of('console')).toEqual([
      ['info', 'a 1 true'],
      ['warning', 'b'],
      ['error', 'c'],
      ['debug', 'd'],
      ['error', 'Uncaught Error: uncaught'],
    ]);
    expect(told.of('console details')).toEqual({ first: true, arguments: [1, 'a 1 true'] });
  });
});
