import type { Session } from 'electron';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Origins } from '../../../../electron/common/origins.ts';

const { desktop, EventEmitter } = await vi.hoisted(async () => {
  const { EventEmitter } = await import('node:events');
  class Notice extends EventEmitter {
    static isSupported = () => true;
    isShown = false;
    options: object;
    constructor(options: object) {
      super();
      this.options = options;
      desktop.notices.push(this);
    }
    show = () => {
      this.isShown = true;
    };
  }
  const desktop = { Notice, notices: [] as Notice[], opened: [] as string[] };
  return { desktop, EventEmitter };
});
vi.mock('electron', () => ({
  app: { on: () => undefined },
  BrowserWindow: { getAllWindows: () => [] },
  Notification: desktop.Notice,
  shell: { showItemInFolder: (path: string) => desktop.opened.push(path) },
}));
// Loaded for this file alone: the files of one process share what they load.
vi.resetModules();
const { isWanted, progressOf, setupDownloads } = await import(
  '../../../../electron/shell/window/downloads.ts'
);
afterAll(() => {
  vi.resetModules();
});

const origins = new Origins();

describe('a download', () => {
  it.each([
    ['blob:app://shell/1-2', true, true],
    ['app://shell/assets/x.csv', true, true],
    ['blob:app://shell/1-2', false, false],
    ['https://example.com/x.exe', true, false],
    ['blob:https://example.com/1-2', true, false],
    ['blob:app://shell.evil/1-2', true, false],
    ['data:text/csv,x', true, true],
    ['data:text/csv,x', false, false],
    ['blob:chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/1-2', true, true],
  ])('%s, by a click %s: %s', (address, hasGesture, begins) => {
    expect(isWanted(origins, address, 'app://shell/orders', hasGesture)).toBe(begins);
  });

  it('begins by itself while fewer than ten wait for the user, each with a Save dialog', () => {
    expect([9, 10].map((asked) => isWanted(origins, 'app://shell/x', 'app://shell', true, asked))).toEqual([
      true,
      false,
    ]);
  });

  it('from a data: address belongs to its page', () => {
    expect(isWanted(origins, 'data:text/csv,x', 'https://id.example.com/', true)).toBe(false);
  });
});

it.each([
  ['', -1],
  ['0/10', 0],
  ['5/10 10/10', 0.75],
  // The size of one is unknown.
  ['5/10 10/0', 2],
  // A server may send more than it announced.
  ['12/10', 1],
])('progress of %j together is %d', (amounts, progress) => {
  const items = [...amounts.matchAll(/(\d+)\/(\d+)/g)].map(([, received, total]) => ({
    getReceivedBytes: () => Number(received),
    getTotalBytes: () => Number(total),
  }));
  expect(progressOf(items)).toBe(progress);
});

describe('a download at its end', () => {
  const session = new EventEmitter();
  setupDownloads(session as unknown as Session, origins, () => false);
  function begin(path: string) {
    const item = Object.assign(new EventEmitter(), {
      getURL: () => 'blob:app://shell/1-2',
      hasUserGesture: () => true,
      getReceivedBytes: () => 1,
      getTotalBytes: () => 1,
      getSavePath: () => path,
      getFilename: () => 'a.csv',
      setSaveDialogOptions: () => undefined,
    });
    const contents = {
      getURL: () => 'app://shell/',
      mainFrame: { origin: 'app://shell' },
      isDestroyed: () => true,
    };
    session.emit('will-download', {}, item, contents);
    return item;
  }
  /** Downloads one file, with events in Electron 45's order. */
  function download(): void {
    const item = begin('/home/ann/a.csv');
    item.emit('updated', {}, 'progressing');
    item.emit('done', {}, 'completed');
  }

  it('is announced, and a click shows it in its folder', () => {
    download();
    expect(desktop.notices).toMatchObject([{ options: { body: 'a.csv' }, isShown: true }]);
    desktop.notices[0]?.emit('click', {});
    expect(desktop.opened).toEqual(['/home/ann/a.csv']);
  });

  it('is logged if its notice fails, as in an unsigned app on macOS', () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    download();
    desktop.notices.at(-1)?.emit('failed', {}, 'Notifications are not allowed');
    expect(String(logged.mock.calls)).toContain('Notifications are not allowed');
  });
});
