import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuItemConstructorOptions as Item } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { TEXTS_FOLDER } from '../../../electron/dev/build/texts.ts';
import { type MenuActions, type MenuState, menuTemplate } from '../../../electron/menu/template.ts';
import * as TEXTS from '../../../electron/shared/texts.ts';

const act = () => vi.fn();
const actions = (more: Partial<MenuActions> = {}): MenuActions => ({
  reload: act(),
  back: act(),
  forward: act(),
  start: act(),
  forgetSaved: act(),
  chooseReports: vi.fn(),
  permit: vi.fn(),
  reportContents: act(),
  eraseReports: act(),
  about: act(),
  print: act(),
  saveAsPdf: act(),
  find: act(),
  findNext: act(),
  findPrevious: act(),
  ...more,
});
const state = (more: Partial<MenuState> = {}): MenuState => ({
  platform: 'linux',
  name: 'App',
  devTools: false,
  reports: 'ask',
  isReportsFinal: false,
  hasAddress: true,
  permissions: [],
  ...more,
});

/** All items, submenus taken apart. */
function flat(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
}

describe('the application menu', () => {
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

  it.each(['linux', 'darwin'] as const)('on %s labels all items in the language of the texts', (platform) => {
    const german: TEXTS.Messages = JSON.parse(readFileSync(join(TEXTS_FOLDER, 'de.json'), 'utf8'));
    TEXTS.setTexts('de', german);
    const items = flat(menuTemplate(state({ platform, devTools: true }), actions()));
    TEXTS.setTexts('en', {});
    const isMissing = ({ label, type }: Item) => type !== 'separator' && label === undefined;
    expect(items.filter(isMissing)).toEqual([]);
    expect(items.find(({ role }) => role === 'quit')?.label).toBe(
      platform === 'darwin' ? 'App beenden' : 'B&eenden',
    );
  });

  it('offers diagnostics, updates, sign-in and developer tools only where they are given', () => {
    const optional = ['diagnostics', 'updates', 'sign-in', 'sign-out'];
    const offered = (more: Partial<MenuActions>, devTools: boolean) => {
      const items = flat(menuTemplate(state({ devTools }), actions(more)));
      return items.flatMap(({ id, role }) =>
        role === 'toggleDevTools' || optional.includes(id ?? '') ? (id ?? role) : [],
      );
    };
    const given = { diagnostics: act(), checkForUpdates: act(), signIn: act(), signOut: act() };
    expect(offered({}, false)).toEqual([]);
    expect(new Set(offered(given, true))).toEqual(new Set([...optional, 'toggleDevTools']));
  });
});
