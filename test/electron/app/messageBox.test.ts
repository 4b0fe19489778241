import { afterAll, expect, it, vi } from 'vitest';

const { desktop } = vi.hoisted(() => ({ desktop: { write: (_text: string): unknown => undefined } }));
vi.mock('electron', () => ({
  app: {},
  dialog: {},
  clipboard: { writeText: (text: string) => desktop.write(text) },
}));
// Loaded only for this file: the files of one process share modules.
vi.resetModules();
const { copyText } = await import('../../../electron/app/messageBox.ts');
afterAll(() => {
  vi.resetModules();
});

it.each([
  ['before Electron 44', () => undefined, undefined],
  ['from Electron 44 on', () => Promise.resolve(), undefined],
  [
    'from Electron 44 on, refused by the system',
    () => Promise.reject(new Error('no clipboard')),
    'no clipboard',
  ],
])('copies a text, or gives the caller the reason: %s', async (_case, write, reason) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  desktop.write = write;
  expect((await copyText('x'))?.message).toBe(reason);
  expect(logged).toHaveBeenCalledTimes(reason ? 1 : 0);
  logged.mockRestore();
});
