import { afterAll, expect, it, vi } from 'vitest';
import en from '../../../../electron/shared/texts/en.json' with { type: 'json' };

const desktop = vi.hoisted(() => ({ press: '', shown: '' }));
vi.mock('electron', () => ({
  app: { name: 'Shop', getVersion: () => '1.0.0', whenReady: () => Promise.resolve() },
  clipboard: {},
  dialog: {
    showMessageBox: ({ message, buttons = [] }: Electron.MessageBoxOptions) => {
      desktop.shown = message;
      return Promise.resolve({ response: buttons.indexOf(desktop.press) });
    },
  },
  powerMonitor: {},
  session: {},
}));
// Loaded for this file alone: the files of one process share what they load.
vi.resetModules();
const { askAboutOwner } = await import('../../../../electron/shell/recovery/dialogs.ts');
vi.spyOn(console, 'error').mockReturnValue();
afterAll(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

const { frozen, elsewhere } = en.dialogs;
const { title } = en.fault.main.LOCK_FAILED;

it.each([
  ['frozen', frozen.force, true, frozen.message],
  ['frozen', en.dialogs.cancel, false, frozen.message],
  ['elsewhere', elsewhere.force, true, elsewhere.message],
  ['locked', en.errorPage.tryAgain, true, title],
  ['locked', 'Quit Shop', false, title],
] as const)('an owner that is %s, and %s: %s', async (about, press, isAgain, message) => {
  desktop.press = press;
  expect(await askAboutOwner(about, 'desk-2')).toBe(isAgain);
  expect(desktop.shown).toBe(message.replace('{name}', 'Shop').replace('{host}', 'desk-2'));
});
