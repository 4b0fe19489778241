import { describe, expect, it, vi } from 'vitest';
import { downloadVerdict, progressOf } from '../../../electron/window/downloads.ts';

vi.mock('electron', () => ({}));

describe('a download', () => {
  it.each([
    ['blob:app://shell/1-2', true, true],
    ['app://shell/assets/x.csv', true, true],
    ['blob:app://shell/1-2', false, false],
    ['https://example.com/x.exe', true, false],
    ['blob:https://example.com/1-2', true, false],
    ['blob:app://shell.evil/1-2', true, false],
    ['data:text/csv,x', true, false],
  ])('%s, by a click %s: %s', (address, hasGesture, begins) => {
    expect(downloadVerdict(address, hasGesture)).toBe(begins);
  });
});

it.each([
  ['', -1],
  ['0/10', 0],
  ['5/10 10/10', 0.75],
  // Of one the size is not known.
  ['5/10 10/0', 2],
  // A server may send more than it said.
  ['12/10', 1],
])('downloads of %j together are shown as %d', (amounts, progress) => {
  const items = [...amounts.matchAll(/(\d+)\/(\d+)/g)].map(([, received, total]) => ({
    getReceivedBytes: () => Number(received),
    getTotalBytes: () => Number(total),
  }));
  expect(progressOf(items)).toBe(progress);
});
