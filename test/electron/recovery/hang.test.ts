import type { BrowserWindow } from 'electron';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ASK_AGAIN_MS } from '../../../electron/recovery/hang.policy.ts';

const dialogs = vi.hoisted(() => ({ shown: 0 }));
vi.mock('electron', () => ({
  app: { name: 'App', getVersion: () => '1', getPath: () => '/', getAppPath: () => '/' },
  dialog: {
    showMessageBox: (_window: unknown, { buttons }: { buttons: string[] }) => {
      dialogs.shown += 1;
      return Promise.resolve({ response: buttons.indexOf('Wait') });
    },
  },
}));
// Loaded only for this file: the files of one process share modules.
vi.resetModules();
const { Hang } = await import('../../../electron/recovery/hang.ts');
afterAll(() => {
  vi.resetModules();
});

beforeEach(() => {
  dialogs.shown = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['back', -10],
  ['ahead', 10],
])('setting the wall clock %s by years while a user waits changes nothing', async (_way, years) => {
  const window = { webContents: { mainFrame: {} } } as unknown as BrowserWindow;
  const hang = new Hang({ window, url: () => '/', hung: () => undefined });
  hang.send('unresponsive');
  await vi.advanceTimersByTimeAsync(ASK_AGAIN_MS / 2);
  const sends = vi.spyOn(hang, 'send');
  vi.setSystemTime(new Date().setFullYear(new Date().getFullYear() + years));
  // As in a series of hangs: the timer is set again.
  hang.send('unresponsive');
  await vi.advanceTimersByTimeAsync(ASK_AGAIN_MS / 2 - 1);
  expect([dialogs.shown, sends.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(dialogs.shown).toBe(2);
});
