import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuItemConstructorOptions as Item } from 'electron';
import { describe, expect, it } from 'vitest';
import * as TEXTS from '../../../../electron/shared/texts.ts';
import { type MenuState, menuTemplate } from '../../../../electron/shell/menu/template.ts';
import { TEXTS_FOLDER } from '../../../../electron/tool/texts/textsPlugin.ts';

const IDS = 'reload back forward start privacy about print save-as-pdf find find-next find-previous';
const template = (more: Partial<MenuState>, optional = '') => {
  const act = () => undefined;
  const actions = Object.fromEntries(`${IDS} ${optional}`.split(' ').map((id) => [id, act]));
  return flat(
    menuTemplate(state(more), actions, { permissions: [], desktop: [], servers: [], troubleshooting: [] }),
  );
};
const state = (more: Partial<MenuState> = {}): MenuState => ({
  ...{ platform: 'linux', name: 'App', devTools: false, hasNoDictionary: false, ...more },
});

/** All items, with submenus flattened. */
function flat(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
}

describe('the application menu', () => {
  it.each(['linux', 'win32', 'darwin'] as const)(
    'on %s gives no two items the same keys or id',
    (platform) => {
      const items = template({ platform, devTools: true }, 'diagnostics updates');
      for (const name of ['accelerator', 'id'] as const) {
        const all = items.flatMap((item) => item[name] ?? []);
        expect(all.length).toBeGreaterThan(5);
        expect(new Set(all).size).toBe(all.length);
      }
      expect(items.some(({ role }) => role === 'services')).toBe(platform === 'darwin');
    },
  );

  it.each(['linux', 'darwin'] as const)('on %s labels all items in the chosen language', (platform) => {
    const german: TEXTS.TextTree = JSON.parse(readFileSync(join(TEXTS_FOLDER, 'de.json'), 'utf8'));
    TEXTS.setTexts('de', german);
    const items = template({ platform, devTools: true });
    TEXTS.setTexts('en', {});
    const isMissing = ({ label, type }: Item) => type !== 'separator' && label === undefined;
    expect(items.filter(isMissing)).toEqual([]);
    expect(items.find(({ role }) => role === 'quit')?.label).toBe(
      platform === 'darwin' ? 'App beenden' : 'B&eenden',
    );
  });

  it('has an item for each given action, and no others', () => {
    const optional = 'diagnostics updates';
    const idsOf = (items: Item[]) => items.flatMap(({ id }) => id ?? []).sort();
    expect(idsOf(template({}))).toEqual(IDS.split(' ').sort());
    expect(idsOf(template({}, optional))).toEqual(`${IDS} ${optional}`.split(' ').sort());
    const hasTools = (devTools: boolean) =>
      template({ devTools }).some(({ role }) => role === 'toggleDevTools');
    expect([hasTools(false), hasTools(true)]).toEqual([false, true]);
  });
});
