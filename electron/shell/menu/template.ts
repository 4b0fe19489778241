/** The application menu as a template. Pure. */
import type { MenuItemConstructorOptions as Item } from 'electron';
import * as TEXTS from '../../shared/texts.ts';

export interface MenuState {
  platform: NodeJS.Platform;
  name: string;
  /** Whether to offer the developer tools; never in an installed app. */
  devTools: boolean;
  /** Whether the app wants spelling checked and the system has nothing for it. */
  hasNoDictionary: boolean;
}

/** The items' actions, by id. Items without an action are left out. */
type MenuActions = Readonly<Record<string, Item['click']>>;

const texts = TEXTS.menu;

const LINE = { type: 'separator' } as const;
const roles = (...names: NonNullable<Item['role']>[]): Item[] => names.map((role) => ({ role }));
/** A shortcut without a menu item. */
const key = ({ id: _, ...item }: Item, accelerator: string): Item => ({
  ...item,
  accelerator,
  visible: false,
  acceleratorWorksWhenHidden: true,
});

/** Electron leaves out separators with nothing between them or at an end. @param own items that bring their action */
export function menuTemplate(
  state: MenuState,
  actions: MenuActions,
  own: Readonly<Record<'permissions' | 'desktop' | 'servers' | 'troubleshooting', readonly Item[]>>,
): Item[] {
  const { name, devTools } = state;
  const isMac = state.platform === 'darwin';
  const onMac = (...items: Item[]) => (isMac ? items : []);
  const elsewhere = (...items: Item[]) => (isMac ? [] : items);
  const item = (id: string, label: string, accelerator?: string): Item => ({
    ...{ id, label, click: actions[id] },
    ...(accelerator && { accelerator }),
  });
  const about = item('about', texts.about({ name }));
  const updates = item('updates', texts.updates);
  const findNext = item('find-next', texts.findNext, 'CmdOrCtrl+G');
  const reload = item('reload', texts.reload, 'CmdOrCtrl+R');
  const menu = (label: string, items: readonly Item[]) =>
    items.length > 0 ? [{ label, submenu: [...items] }] : [];
  const privacy = [...menu(TEXTS.permissions.menu, own.permissions), item('privacy', texts.privacy)];
  const options = { label: TEXTS.desktop.menu, submenu: [...own.desktop] };
  const change = actions['change-server'] ? [LINE, item('change-server', TEXTS.server.item)] : [];
  const menus: Item[] = [
    ...onMac({
      label: name,
      submenu: [
        ...[about, updates, LINE, options, ...privacy, LINE, ...roles('services'), LINE],
        ...[...roles('hide', 'hideOthers', 'unhide'), LINE, ...roles('quit')],
      ],
    }),
    {
      label: texts.file,
      submenu: [
        ...[...menu(TEXTS.server.menu, [...own.servers, ...change]), LINE],
        item('print', texts.print, 'CmdOrCtrl+P'),
        item('save-as-pdf', texts.saveAsPdf),
        LINE,
        ...elsewhere(options, ...privacy, LINE),
        ...roles(isMac ? 'close' : 'quit'),
      ],
    },
    // Electron's role of that name, plus Find. A page that handles the keys of Find itself gets them first.
    {
      role: 'editMenu',
      submenu: [
        ...[...roles('undo', 'redo'), LINE, ...roles('cut', 'copy', 'paste')],
        ...[...onMac(...roles('pasteAndMatchStyle')), ...roles('delete', 'selectAll'), LINE],
        item('find', texts.find, 'CmdOrCtrl+F'),
        findNext,
        item('find-previous', texts.findPrevious, 'Shift+CmdOrCtrl+G'),
        ...onMac(LINE, { label: texts.speech, submenu: roles('startSpeaking', 'stopSpeaking') }),
        ...elsewhere(key(findNext, 'F3')),
        ...(state.hasNoDictionary ? [LINE, { label: TEXTS.desktop.noDictionary, enabled: false }] : []),
      ],
    },
    {
      label: texts.view,
      submenu: [
        // Not Electron's role: after a failure the app decides what to load.
        reload,
        ...elsewhere(key(reload, 'F5')),
        ...[LINE, ...roles('resetZoom', 'zoomIn')],
        // Many keyboards need Shift for the plus sign.
        key({ role: 'zoomIn' }, 'CmdOrCtrl+='),
        ...roles('zoomOut'),
        key({ role: 'zoomIn' }, 'CmdOrCtrl+numadd'),
        key({ role: 'zoomOut' }, 'CmdOrCtrl+numsub'),
        key({ role: 'resetZoom' }, 'CmdOrCtrl+num0'),
        ...[LINE, ...roles('togglefullscreen')],
        // A page that handles this key gets it first, as with all of these.
        ...elsewhere(key(item('menus', texts.view), 'F10')),
        ...(devTools ? [LINE, ...roles('toggleDevTools')] : []),
      ],
    },
    {
      label: texts.history,
      submenu: [
        item('back', texts.back, isMac ? 'Cmd+[' : 'Alt+Left'),
        item('forward', texts.forward, isMac ? 'Cmd+]' : 'Alt+Right'),
        item('start', texts.start, isMac ? 'Shift+Cmd+H' : 'Alt+Home'),
      ],
    },
    // Like Electron's role of that name, which cannot be labelled.
    {
      role: 'windowMenu',
      submenu: [...roles('minimize', 'zoom'), ...onMac(LINE), ...roles(isMac ? 'front' : 'close')],
    },
    {
      label: texts.help,
      role: 'help',
      submenu: [
        item('diagnostics', texts.diagnostics),
        ...elsewhere(updates),
        ...[LINE, ...own.troubleshooting],
        ...elsewhere(LINE, about),
      ],
    },
  ];
  return finished(menus, state);
}

/** Leaves out items that do nothing, and labels those with a role: Electron's own labels are English. */
function finished(items: readonly Item[], state: MenuState): Item[] {
  const { cut, copy, paste, selectAll } = texts;
  const { hide, quit, quitApp, ...plain } = texts.roles;
  const { name, platform } = state;
  const labels: Partial<Record<NonNullable<Item['role']>, string>> = {
    ...{ ...plain, cut, copy, paste, selectAll },
    hide: hide({ name }),
    quit: platform === 'darwin' ? quitApp({ name }) : quit,
  };
  return items
    .filter(({ id, click }) => id === undefined || click)
    .map((one) => {
      const label = one.label ?? (one.role && labels[one.role]);
      const submenu = Array.isArray(one.submenu) && finished(one.submenu, state);
      return { ...one, ...(label && { label }), ...(submenu && { submenu }) };
    });
}
