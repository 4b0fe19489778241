/** Builds the application menu and keeps its choice about reports up to date. */
import {
  app,
  type BaseWindow,
  BrowserWindow,
  Menu,
  type MenuItemConstructorOptions,
  type NativeImage,
  type WebContents,
  webContents,
} from 'electron';
import { config } from '../../builtConfig/config.ts';
import { onPage } from '../../common/pages.ts';
import { asLabel } from '../../shared/format.ts';
import type { ReportStore } from '../../shared/telemetryMessages.ts';
import * as TEXTS from '../../shared/texts.ts';
import { restart } from '../app/lifecycle.ts';
import { confirm, showFailure } from '../app/messageBox.ts';
import type { ConsentSwitch } from '../privacy/consent.ts';
import type { ReportsSetting } from '../settings/settings.ts';
import type { Desktop } from '../window/desktop.ts';
import { mayAskBeside } from '../window/faultStatus.policy.ts';
import type { Permissions } from '../window/permissions.ts';
import type { Shell } from '../window/shell.ts';
import { questionAboutReports } from './question.ts';
import { menuTemplate } from './template.ts';
import { troubleshootingItem } from './troubleshooting.ts';

const texts = TEXTS.menu;

interface MenuOptions {
  shell: Pick<Shell, 'at' | 'app'>;
  consent: ConsentSwitch;
  permissions: Permissions;
  desktop: Pick<Desktop, 'names' | 'is' | 'choose'>;
  reporting: { on: boolean; hasAddress: boolean; onError(listener: () => void): void } & ReportStore;
  forgetSaved: () => Promise<void>;
  launch: Parameters<typeof troubleshootingItem>[0];
  openDiagnostics: () => void;
  hasNoDictionary: boolean;
  /** The user's server and those before it, if the app asks for one. */
  servers:
    | {
        shown: string | undefined;
        all(): { address: string; icon: NativeImage | undefined }[];
        show(address: string): void;
        change(): void;
      }
    | undefined;
  checkForUpdates: (() => void) | undefined;
  build(template: MenuItemConstructorOptions[]): Menu;
}

export function setupMenu(parts: MenuOptions): void {
  const { shell, consent, permissions, desktop, reporting, launch, servers } = parts;
  const privacy = {
    ...{ consent, reporting },
    choose: (reports: ReportsSetting) => choose(reports, parts),
    async forgetSaved() {
      await parts.forgetSaved();
      // The page may hold saved data in memory.
      shell.app.reload();
    },
  };
  const menu = parts.build(
    menuTemplate(
      {
        ...{ platform: process.platform, name: app.name, devTools: !config.packaged },
        hasNoDictionary: parts.hasNoDictionary,
      },
      {
        reload: (_item, window) => shell.at(window).reload(),
        back: (_item, window) => shell.at(window).step(-1),
        forward: (_item, window) => shell.at(window).step(1),
        start: () => shell.app.focus('/'),
        privacy: async () => (await import('../privacy/page.ts')).showPrivacy(privacy),
        about: async () => (await import('./about.ts')).showAbout(),
        print: inPage(async (window) => (await import('./print.ts')).print(window)),
        'save-as-pdf': inPage(async (window) => (await import('./print.ts')).saveAsPdf(window)),
        find: inPage(async (window) => (await import('../window/find.ts')).find(window)),
        'find-next': inPage(async (window) => (await import('../window/find.ts')).find(window, true)),
        'find-previous': inPage(async (window) => (await import('../window/find.ts')).find(window, false)),
        menus: (_item, window) => window && Menu.getApplicationMenu()?.popup({ window, x: 0, y: 0 }),
        diagnostics: parts.openDiagnostics,
        updates: parts.checkForUpdates,
        'change-server': servers?.change,
      },
      {
        permissions: permissions.names.map((name) => ({
          ...{ id: name, type: 'checkbox', label: TEXTS.permissions.item[name] },
          // A permission that was never asked for is unchecked too: its first use asks.
          checked: permissions.answer(name) === true,
          click: ({ checked }) => permissions.choose(name, checked),
        })),
        desktop: desktop.names.map((name) => ({
          ...{ id: `desktop-${name}`, type: 'checkbox', label: TEXTS.desktop[name] },
          checked: desktop.is(name),
          click: ({ checked }) => desktop.choose(name, checked),
        })),
        servers: (servers?.all() ?? []).map(({ address, icon }) => ({
          ...{ id: `server ${address}`, label: asLabel(new URL(address).host) },
          ...(icon && { icon: icon.resize({ height: 16 }) }),
          ...(address === servers?.shown && { type: 'checkbox', checked: true, enabled: false }),
          click: () => servers?.show(address),
        })),
        troubleshooting: [troubleshootingItem(launch)],
      },
    ),
  );
  Menu.setApplicationMenu(menu);
  followHistory(menu, shell);
  permissions.onChange(() => {
    for (const name of permissions.names) {
      const item = menu.getMenuItemById(name);
      if (item) item.checked = permissions.answer(name) === true;
    }
  });
  const question = questionAboutReports(menu, consent, (choice) => void choose(choice, parts));
  // A page shows what failed, and asks, only after the report is stored.
  reporting.onError(() =>
    setTimeout(() => consent.ask() && mayAskBeside(shell.app) && question.ask(), PAGE_MS),
  );
  shell.app.onAsked = question.end;
}

/** Milliseconds in which a page that asks about reports itself does so. */
const PAGE_MS = 1_000;

const inPage =
  (act: (window: BrowserWindow) => Promise<void>): NonNullable<MenuItemConstructorOptions['click']> =>
  (_item, window) => {
    if (window instanceof BrowserWindow) void act(window);
  };

function followHistory(menu: Menu, shell: MenuOptions['shell']): void {
  const steps = [
    [menu.getMenuItemById('back'), -1],
    [menu.getMenuItemById('forward'), 1],
  ] as const;
  let front: BaseWindow | undefined;
  const look = () => {
    const window = shell.at(front);
    for (const [item, by] of steps) if (item) item.enabled = window.canStep(by);
  };
  const follow = (contents: WebContents) =>
    contents.on('did-navigate', look).on('did-navigate-in-page', look).once('destroyed', look);
  webContents.getAllWebContents().forEach(follow);
  onPage(follow);
  app.on('browser-window-focus', (_event, window) => {
    front = window;
    // Not inside the event, which may come while a window is destroyed.
    setImmediate(look);
  });
  look();
}

async function choose(
  reports: ReportsSetting,
  { consent, reporting }: Pick<MenuOptions, 'consent' | 'reporting'>,
): Promise<void> {
  try {
    await consent.choose(reports);
  } catch (error) {
    await showFailure(undefined, texts.choiceNotSaved, error);
  }
  // Reports can only be turned on at the start of a run.
  if (reporting.on || reports === 'off') return;
  const question = texts.restartNeeded({ name: app.name });
  void confirm(undefined, 'info', question, '', texts.restart, texts.later).then(
    (isNow) => isNow && restart(),
  );
}
