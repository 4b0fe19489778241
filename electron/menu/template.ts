/** The application menu as a template. Pure. */
import type { MenuItemConstructorOptions } from 'electron';
import type { ReportsSetting } from '../settings/settings.ts';
import * as TEXTS from '../shared/texts.ts';
import type { Permissions } from '../window/permissions.ts';
import { labelled } from './roles.ts';

export interface MenuState {
  platform: NodeJS.Platform;
  name: string;
  /** Whether to offer the developer tools; not in an installed app. */
  devTools: boolean;
  reports: ReportsSetting;
  /** Whether an administrator has turned them off. */
  isReportsFinal: boolean;
  /** Whether there is a server for reports; otherwise there is nothing to choose. */
  hasAddress: boolean;
  /** What pages may have if the user allows it, and the answer if there is one. */
  permissions: readonly (readonly [name: Asked, isAllowed: boolean | undefined])[];
}

type Act = NonNullable<MenuItemConstructorOptions['click']>;

type Action =
  | 'reload'
  | 'back'
  | 'forward'
  | 'start'
  | 'forgetSaved'
  | 'reportContents'
  | 'eraseReports'
  | 'about'
  | 'print'
  | 'saveAsPdf'
  | 'find'
  | 'findNext'
  | 'findPrevious';

/** An item without its optional action is left out. */
export type MenuActions = Record<Action, Act> &
  Partial<Record<'signIn' | 'signOut' | 'diagnostics' | 'checkForUpdates', Act>> & {
    chooseReports(reports: ReportsSetting): void;
    permit(name: Asked, isAllowed: boolean): void;
  };

export const REPORT_ITEMS: Readonly<Record<ReportsSetting, string>> = {
  ask: 'reports-ask',
  on: 'reports-on',
  off: 'reports-off',
};

const LINE = { type: 'separator' } as const;

const texts = TEXTS.menu;

type Asked = Permissions['names'][number];

/** @param troubleshooting items for the Help menu */
export function menuTemplate(
  state: MenuState,
  actions: MenuActions,
  troubleshooting: MenuItemConstructorOptions[] = [],
): MenuItemConstructorOptions[] {
  const isMac = state.platform === 'darwin';
  const items: MenuItemConstructorOptions[] = [
    ...(isMac ? [appMenu(state, actions)] : []),
    {
      label: texts.file,
      submenu: [
        ...account(actions),
        { id: 'print', label: texts.print, accelerator: 'CmdOrCtrl+P', click: actions.print },
        { id: 'save-as-pdf', label: texts.saveAsPdf, click: actions.saveAsPdf },
        LINE,
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    editMenu(isMac, actions),
    viewMenu(isMac, state.devTools, actions),
    historyMenu(isMac, actions),
    windowMenu(isMac),
    helpMenu(isMac, state, actions, troubleshooting),
  ];
  return labelled(items, state.name, isMac);
}

function appMenu({ name }: MenuState, { about, checkForUpdates }: MenuActions): MenuItemConstructorOptions {
  return {
    label: name,
    submenu: [
      { id: 'about', label: texts.about({ name }), click: about },
      ...updates(checkForUpdates),
      LINE,
      { role: 'services' },
      LINE,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      LINE,
      { role: 'quit' },
    ],
  };
}

/** As Electron's role of that name, and Find. A page that takes the keys of Find itself gets them: it is asked first. */
function editMenu(isMac: boolean, { find, findNext, findPrevious }: MenuActions): MenuItemConstructorOptions {
  return {
    role: 'editMenu',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      LINE,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      ...(isMac ? [{ role: 'pasteAndMatchStyle' } as const] : []),
      { role: 'delete' },
      { role: 'selectAll' },
      LINE,
      { id: 'find', label: texts.find, accelerator: 'CmdOrCtrl+F', click: find },
      { id: 'find-next', label: texts.findNext, accelerator: 'CmdOrCtrl+G', click: findNext },
      {
        id: 'find-previous',
        label: texts.findPrevious,
        accelerator: 'Shift+CmdOrCtrl+G',
        click: findPrevious,
      },
      ...(isMac
        ? [
            LINE,
            {
              label: texts.speech,
              submenu: [{ role: 'startSpeaking' } as const, { role: 'stopSpeaking' } as const],
            },
          ]
        : [hidden({ label: texts.findNext, accelerator: 'F3', click: findNext })]),
    ],
  };
}

/** Reload is not Electron's role of that name: after a failure the app decides what to load. */
function viewMenu(isMac: boolean, devTools: boolean, { reload }: MenuActions): MenuItemConstructorOptions {
  return {
    label: texts.view,
    submenu: [
      { id: 'reload', label: texts.reload, accelerator: 'CmdOrCtrl+R', click: reload },
      ...(isMac ? [] : [hidden({ label: texts.reload, accelerator: 'F5', click: reload })]),
      LINE,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      // On many keyboards the plus sign needs Shift.
      hidden({ role: 'zoomIn', accelerator: 'CmdOrCtrl+=' }),
      { role: 'zoomOut' },
      LINE,
      { role: 'togglefullscreen' },
      ...(devTools ? [LINE, { role: 'toggleDevTools' } as const] : []),
    ],
  };
}

function historyMenu(
  isMac: boolean,
  { back, forward, start, forgetSaved }: MenuActions,
): MenuItemConstructorOptions {
  return {
    label: texts.history,
    submenu: [
      { id: 'back', label: texts.back, accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: back },
      { id: 'forward', label: texts.forward, accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: forward },
      {
        id: 'start',
        label: texts.start,
        accelerator: isMac ? 'Shift+Cmd+H' : 'Alt+Home',
        click: start,
      },
      LINE,
      { id: 'forget-saved', label: TEXTS.pages.forgetItem, click: forgetSaved },
    ],
  };
}

/** As Electron's role of that name, which cannot be labelled. */
const windowMenu = (isMac: boolean): MenuItemConstructorOptions => ({
  role: 'windowMenu',
  submenu: [
    { role: 'minimize' },
    { role: 'zoom' },
    ...(isMac ? [LINE, { role: 'front' } as const] : [{ role: 'close' } as const]),
  ],
});

function helpMenu(
  isMac: boolean,
  state: MenuState,
  actions: MenuActions,
  troubleshooting: MenuItemConstructorOptions[],
): MenuItemConstructorOptions {
  const { diagnostics, checkForUpdates, about } = actions;
  return {
    label: texts.help,
    role: 'help',
    submenu: [
      { label: texts.reports, submenu: reportsMenu(state, actions) },
      ...permissionsMenu(state, actions),
      ...(diagnostics ? [{ id: 'diagnostics', label: texts.diagnostics, click: diagnostics }] : []),
      ...(isMac ? [] : updates(checkForUpdates)),
      ...(troubleshooting.length > 0 ? [LINE, ...troubleshooting] : []),
      ...(isMac ? [] : [LINE, { id: 'about', label: texts.about({ name: state.name }), click: about }]),
    ],
  };
}

function reportsMenu(
  { reports, isReportsFinal, hasAddress }: MenuState,
  { chooseReports, reportContents, eraseReports }: MenuActions,
): MenuItemConstructorOptions[] {
  const why = hasAddress ? isReportsFinal && texts.administratorsChoice : texts.noAddress;
  const choice = (value: ReportsSetting, label: string): MenuItemConstructorOptions => ({
    id: REPORT_ITEMS[value],
    type: 'radio',
    label,
    checked: reports === value,
    enabled: !why,
    click: () => chooseReports(value),
  });
  return [
    ...(why ? [{ label: why, enabled: false }, LINE] : []),
    choice('ask', texts.ask),
    choice('on', texts.on),
    choice('off', texts.off),
    LINE,
    { id: 'report-contents', label: texts.reportContents, click: reportContents },
    { id: 'reports-erase', label: texts.eraseReports, click: eraseReports },
  ];
}

/** What was never asked is not checked either: the first use of it asks. */
function permissionsMenu({ permissions }: MenuState, { permit }: MenuActions): MenuItemConstructorOptions[] {
  if (permissions.length === 0) return [];
  const items = permissions.map(
    ([name, isAllowed]): MenuItemConstructorOptions => ({
      id: name,
      type: 'checkbox',
      label: TEXTS.permissions.item[name],
      checked: isAllowed === true,
      click: ({ checked }) => permit(name, checked),
    }),
  );
  return [{ label: TEXTS.permissions.menu, submenu: items }];
}

function account({ signIn, signOut }: MenuActions): MenuItemConstructorOptions[] {
  if (!signIn || !signOut) return [];
  return [
    { id: 'sign-in', label: texts.signIn, click: signIn },
    { id: 'sign-out', label: texts.signOut, click: signOut },
    LINE,
  ];
}

function updates(check: Act | undefined): MenuItemConstructorOptions[] {
  return check ? [{ id: 'updates', label: texts.updates, click: check }] : [];
}

function hidden(item: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return { ...item, visible: false, acceleratorWorksWhenHidden: true };
}
