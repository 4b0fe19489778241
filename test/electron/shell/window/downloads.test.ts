import { describe, expect, it, vi } from 'vitest';
import { Origins } from '../../../../electron/common/origins.ts';

vi.mock('electron', () => ({ app: { on: () => undefined }, BrowserWindow: {}, session: {}, shell: {} }));
// Loaded for this file alone: the files of one process share what they load.
vi.resetModules();
const { isWanted, progressOf } = await import('../../../../electron/shell/window/downloads.ts');

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
    const begins = (asked: number) => isWanted(origins, 'app://shell/x', 'app://shell', true, asked);
    expect([9, 10].map(begins)).toEqual([true, false]);
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
