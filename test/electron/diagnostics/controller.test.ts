import { afterAll, expect, it, vi } from 'vitest';

const clipboard = vi.hoisted(() => ({ writeText: (_text: string): void | Promise<void> => undefined }));
vi.mock('electron', () => ({
  app: { name: 'App', getPath: () => '/', getAppPath: () => '/' },
  clipboard,
  net: { isOnline: () => true },
}));
// Loaded for this file alone: the files of one process share what they load.
vi.resetModules();
const { createController } = await import('../../../electron/diagnostics/controller.ts');
afterAll(() => {
  vi.resetModules();
});

/** What the page says after Copy. What it shows is of no matter here: nothing can be collected. */
async function copy(): Promise<string> {
  vi.spyOn(console, 'error').mockReturnValue();
  const controller = createController({ settings: { reports: 'ask' }, address: '/' } as Parameters<
    typeof createController
  >[0]);
  return String((await controller.respond('copy', undefined)).body);
}

it('says Copied before Electron 44, where the clipboard is written at once', async () => {
  clipboard.writeText = () => undefined;
  expect(await copy()).toContain('>Copied.<');
});

it('says Copied from Electron 44 on once the text is on the clipboard', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const said: string[] = [];
  clipboard.writeText = () => promise;
  const copied = copy().then((page) => void said.push(page));
  await new Promise(setImmediate);
  expect(said).toEqual([]);
  resolve();
  await copied;
  expect(said[0]).toContain('>Copied.<');
});

it('says why the text is not on the clipboard', async () => {
  clipboard.writeText = () => Promise.reject(new Error('No clipboard.'));
  expect(await copy()).toContain('Not copied: No clipboard.');
});
