/** Labels of items with a role: Electron's own are English in every language. */
import type { MenuItemConstructorOptions } from 'electron';
import * as TEXTS from '../shared/texts.ts';

type Role = NonNullable<MenuItemConstructorOptions['role']>;

/** @param name the app's, in the menu of macOS that has it */
export function labelled(
  items: readonly MenuItemConstructorOptions[],
  name: string,
  isMac: boolean,
): MenuItemConstructorOptions[] {
  const { cut, copy, paste, selectAll, roles } = TEXTS.menu;
  const { hide, quit, quitApp, ...plain } = roles;
  const labels: Partial<Record<Role, string>> = {
    ...{ ...plain, cut, copy, paste, selectAll },
    hide: hide({ name }),
    quit: isMac ? quitApp({ name }) : quit,
  };
  return items.map((item) => {
    const label = item.label ?? (item.role && labels[item.role]);
    const submenu = Array.isArray(item.submenu) ? labelled(item.submenu, name, isMac) : item.submenu;
    return { ...item, ...(label && { label }), ...(submenu && { submenu }) };
  });
}
