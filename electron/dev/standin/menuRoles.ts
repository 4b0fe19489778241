/** What Electron gives a menu item that has a role (docs/api/menu-item.md#roles). */
import { app } from './app.ts';
import { notImplemented } from './strict.ts';

type Template = Electron.MenuItemConstructorOptions[];

export interface Role {
  label: string;
  accelerator?: string;
  registersAccelerator?: false;
  submenu?: () => Template;
  onApp?(): void;
  onWindow?(window: Electron.BrowserWindow): void;
  onPage?(contents: Electron.WebContents): void;
  /** Other roles macOS carries out by itself. */
  isOurs?: true;
}

const isMac = process.platform === 'darwin';
const isWindows = process.platform === 'win32';
const SEPARATOR = { type: 'separator' } as const;

/** The page itself must do it, and the stand-in has no way to tell it. */
const edit = (
  name: 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'pasteAndMatchStyle' | 'delete' | 'selectAll',
) => ({
  onPage: () => {
    throw notImplemented(`webContents.${name}`);
  },
});

export const ROLES: Readonly<Record<string, Role>> = {
  about: {
    get label() {
      return process.platform === 'linux' ? 'About' : `About ${app.name}`;
    },
    onApp: () => {
      throw notImplemented('app.showAboutPanel');
    },
  },
  close: {
    label: isMac ? 'Close Window' : 'Close',
    accelerator: 'CommandOrControl+W',
    onWindow: (window) => window.close(),
  },
  copy: { label: 'Copy', accelerator: 'CommandOrControl+C', registersAccelerator: false, ...edit('copy') },
  cut: { label: 'Cut', accelerator: 'CommandOrControl+X', registersAccelerator: false, ...edit('cut') },
  delete: { label: 'Delete', ...edit('delete') },
  forcereload: {
    label: 'Force Reload',
    accelerator: 'Shift+CmdOrCtrl+R',
    isOurs: true,
    onPage: (contents) => contents.reloadIgnoringCache(),
  },
  front: { label: 'Bring All to Front' },
  help: { label: 'Help' },
  hide: {
    get label() {
      return `Hide ${app.name}`;
    },
    accelerator: 'Command+H',
  },
  hideothers: { label: 'Hide Others', accelerator: 'Command+Alt+H' },
  minimize: {
    label: 'Minimize',
    accelerator: 'CommandOrControl+M',
    onWindow: (window) => window.minimize(),
  },
  paste: { label: 'Paste', accelerator: 'CommandOrControl+V', registersAccelerator: false, ...edit('paste') },
  pasteandmatchstyle: {
    label: 'Paste and Match Style',
    accelerator: isMac ? 'Cmd+Option+Shift+V' : 'Shift+CommandOrControl+V',
    registersAccelerator: false,
    ...edit('pasteAndMatchStyle'),
  },
  quit: {
    get label() {
      return isMac ? `Quit ${app.name}` : isWindows ? 'Exit' : 'Quit';
    },
    ...(!isWindows && { accelerator: 'CommandOrControl+Q' }),
    onApp: () => app.quit(),
  },
  redo: {
    label: 'Redo',
    accelerator: isWindows ? 'Control+Y' : 'Shift+CommandOrControl+Z',
    ...edit('redo'),
  },
  reload: {
    label: 'Reload',
    accelerator: 'CmdOrCtrl+R',
    isOurs: true,
    onPage: (contents) => contents.reload(),
  },
  resetzoom: {
    label: 'Actual Size',
    accelerator: 'CommandOrControl+0',
    isOurs: true,
    onPage: (contents) => contents.setZoomLevel(0),
  },
  selectall: { label: 'Select All', accelerator: 'CommandOrControl+A', ...edit('selectAll') },
  services: { label: 'Services' },
  toggledevtools: {
    label: 'Toggle Developer Tools',
    accelerator: isMac ? 'Alt+Command+I' : 'Ctrl+Shift+I',
    isOurs: true,
    onPage: (contents) => contents.toggleDevTools(),
  },
  togglefullscreen: {
    label: 'Toggle Full Screen',
    accelerator: isMac ? 'Control+Command+F' : 'F11',
    onWindow: (window) => window.setFullScreen(!window.isFullScreen()),
  },
  undo: { label: 'Undo', accelerator: 'CommandOrControl+Z', ...edit('undo') },
  unhide: { label: 'Show All' },
  window: { label: 'Window' },
  zoom: { label: 'Zoom' },
  zoomin: {
    label: 'Zoom In',
    accelerator: 'CommandOrControl+Plus',
    isOurs: true,
    onPage: (contents) => contents.setZoomLevel(contents.getZoomLevel() + 0.5),
  },
  zoomout: {
    label: 'Zoom Out',
    accelerator: 'CommandOrControl+-',
    isOurs: true,
    onPage: (contents) => contents.setZoomLevel(contents.getZoomLevel() - 0.5),
  },
  appmenu: {
    get label() {
      return app.name;
    },
    submenu: () => [
      { role: 'about' },
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' },
    ],
  },
  filemenu: { label: 'File', submenu: () => [isMac ? { role: 'close' } : { role: 'quit' }] },
  editmenu: {
    label: 'Edit',
    submenu: () => {
      if (isMac) throw notImplemented('the role editMenu on macOS');
      return [
        { role: 'undo' },
        { role: 'redo' },
        SEPARATOR,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'delete' },
        SEPARATOR,
        { role: 'selectAll' },
      ];
    },
  },
  viewmenu: {
    label: 'View',
    submenu: () => [
      { role: 'reload' },
      { role: 'forceReload' },
      { role: 'toggleDevTools' },
      SEPARATOR,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      SEPARATOR,
      { role: 'togglefullscreen' },
    ],
  },
  windowmenu: {
    label: 'Window',
    submenu: () => [
      { role: 'minimize' },
      { role: 'zoom' },
      ...(isMac ? [SEPARATOR, { role: 'front' } as const] : [{ role: 'close' } as const]),
    ],
  },
};

/** Carries a role out. False when there is nothing to do it on, or when it is not ours to do. */
export function carryOut(
  role: string,
  window: Electron.BrowserWindow | undefined,
  contents: Electron.WebContents | undefined,
): boolean {
  const known = ROLES[role];
  if (!known) throw notImplemented(`the role ${role} of a MenuItem`);
  if (isMac && !known.isOurs) return false;
  if (known.onApp) known.onApp();
  else if (known.onWindow && window) known.onWindow(window);
  else if (known.onPage && contents) known.onPage(contents);
  else return false;
  return true;
}
