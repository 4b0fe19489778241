import type { MenuItemConstructorOptions as Item } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { type MenuActions, type MenuState, menuTemplate } from '../../../electron/menu/template.ts';

const act = () => vi.fn();
const actions = (more: Partial<MenuActions> = {}): MenuActions => ({
  reload: act(),
  back: act(),
  forward: act(),
  start: act(),
  forgetSaved: act(),
  chooseReports: vi.fn(),
  reportContents: act(),
  eraseReports: act(),
  about: act(),
  ...more,
});
const state = (more: Partial<MenuState> = {}): MenuState => ({
  platform: 'linux',
  name: 'App',
  devTools: false,
  reports: 'ask',
  isReportsFinal: false,
  hasAddress: true,
  ...more,
});

/** All items, submenus taken apart. */
function flat(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
}
const ids = (items: readonly Item[]) =>
  flat(items)
    .map(({ id }) => id)
    .filter((id) => id !== undefined);
const names = (items: readonly Item[]) => items.map(({ label, role }) => (label ?? role)?.replace('&', ''));

describe('the application menu', () => {
  it('has the menus of its platform, in their order', () => {
    const others = ['File', 'editMenu', 'View', 'History', 'windowMenu', 'Help'];
    expect(names(menuTemplate(state(), actions()))).toEqual(others);
    expect(names(menuTemplate(state({ platform: 'win32' }), actions()))).toEqual(others);
    expect(names(menuTemplate(state({ platform: 'darwin' }), actions()))).toEqual(['App', ...others]);
  });

  it('on macOS has About, services, hiding and Quit in the menu of the app, and Close under File', () => {
    const [app, file, , , , , help] = menuTemplate(state({ platform: 'darwin' }), actions());
    const roles = flat(app ? [app] : [])
      .map(({ role, id }) => role ?? id)
      .filter(Boolean);
    expect(roles).toEqual(['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit']);
    expect(file?.submenu).toEqual([{ role: 'close' }]);
    expect(ids(help ? [help] : [])).not.toContain('about');
  });

  it('elsewhere has Quit under File and About under Help', () => {
    const [file, , , , , help] = menuTemplate(state(), actions());
    expect(file?.submenu).toEqual([{ role: 'quit' }]);
    expect(ids(help ? [help] : [])).toContain('about');
  });

  it.each(['linux', 'win32', 'darwin'] as const)('on %s no two items share keys or an id', (platform) => {
    const items = flat(
      menuTemplate(
        state({ platform, devTools: true }),
        actions({ diagnostics: act(), checkForUpdates: act() }),
      ),
    );
    const keys = items.map(({ accelerator }) => accelerator).filter((key) => key !== undefined);
    expect(new Set(keys).size).toBe(keys.length);
    const all = items.flatMap(({ id }) => id ?? []);
    expect(all.length).toBeGreaterThan(10);
    // `flat` meets the items of a submenu once for each level above.
    expect(new Set(all).size).toBe(new Set(items.filter(({ id }) => id)).size);
  });

  it('offers diagnostics, updates and developer tools only where they are given', () => {
    expect(ids(menuTemplate(state(), actions()))).not.toContain('diagnostics');
    expect(ids(menuTemplate(state(), actions()))).not.toContain('updates');
    expect(ids(menuTemplate(state(), actions()))).not.toContain('sign-in');
    const given = actions({ diagnostics: act(), checkForUpdates: act(), signIn: act(), signOut: act() });
    for (const platform of ['linux', 'darwin'] as const) {
      expect(ids(menuTemplate(state({ platform }), given))).toEqual(
        expect.arrayContaining(['diagnostics', 'updates', 'sign-in', 'sign-out']),
      );
    }
    const roles = (devTools: boolean) =>
      flat(menuTemplate(state({ devTools }), given)).map(({ role }) => role);
    expect(roles(false)).not.toContain('toggleDevTools');
    expect(roles(true)).toContain('toggleDevTools');
  });

  it('has the zoom of browsers, also for keyboards where plus needs Shift', () => {
    const items = flat(menuTemplate(state(), actions()));
    expect(items.map(({ role }) => role)).toEqual(expect.arrayContaining(['resetZoom', 'zoomIn', 'zoomOut']));
    expect(items.find(({ accelerator }) => accelerator === 'CmdOrCtrl+=')).toMatchObject({
      role: 'zoomIn',
      visible: false,
    });
  });
});
