/** The application menu: builds it, and keeps its switch for reports where the consent is. */
import { release } from 'node:os';
import { app, type BaseWindow, dialog, Menu, type MessageBoxOptions } from 'electron';
import { license } from '../../package.json';
import type { Consent } from '../privacy/consent.ts';
import { REPORT_CONTENTS } from '../privacy/reportContents.ts';
import { ERASE, eraseQuestion, type ReportStore } from '../privacy/savedReports.ts';
import type { Reports } from '../settings/settings.ts';
import { TEXTS } from '../shared/texts.ts';
import type { Shell } from '../window/shell.ts';
import { aboutBox } from './about.ts';
import { menuTemplate, REPORT_ITEMS } from './template.ts';

export interface MenuParts {
  shell: Pick<Shell, 'reload' | 'step' | 'focus'>;
  consent: Consent;
  /** Whether reports are made in this run, and whether they have somewhere to go. */
  reporting: { on: boolean; hasAddress: boolean };
  store: ReportStore;
  /** Removes what is saved of the web app's pages and images. */
  forgetSaved: () => Promise<void>;
  openDiagnostics?: () => void;
  checkForUpdates?: () => void;
}

/** Call it once the app is ready; before, Electron would make a menu of its own unless it was set to none. */
export function setupMenu(parts: MenuParts): void {
  const { shell, consent, reporting, store, forgetSaved, openDiagnostics, checkForUpdates } = parts;
  const menu = Menu.buildFromTemplate(
    menuTemplate(
      {
        platform: process.platform,
        name: app.name,
        devTools: !app.isPackaged,
        reports: consent.reports,
        hasAddress: reporting.hasAddress,
      },
      {
        reload: () => shell.reload(),
        back: () => shell.step(-1),
        forward: () => shell.step(1),
        start: () => shell.focus('/'),
        forgetSaved: (_item, window) => void forget(window),
        chooseReports: (reports) => void choose(reports),
        reportContents: (_item, window) =>
          void tell(window, {
            type: 'info',
            message: 'What a report holds',
            detail: REPORT_CONTENTS,
            buttons: ['OK'],
          }),
        eraseReports: (_item, window) => void erase(window, store),
        about: (_item, window) => void tell(window, about()),
        ...(openDiagnostics && { diagnostics: () => openDiagnostics() }),
        ...(checkForUpdates && { checkForUpdates: () => checkForUpdates() }),
      },
    ),
  );
  Menu.setApplicationMenu(menu);
  consent.onChange((reports) => {
    const item = menu.getMenuItemById(REPORT_ITEMS[reports]);
    if (item) item.checked = true;
  });

  async function forget(window: BaseWindow | undefined): Promise<void> {
    const { forgetQuestion, forgetDetail, forgetButton, forgetFailed, cancel } = TEXTS.pages;
    const { response } = await tell(window, {
      type: 'question',
      message: forgetQuestion,
      detail: forgetDetail,
      buttons: [forgetButton, cancel],
      defaultId: 1,
      cancelId: 1,
    });
    if (response !== 0) return;
    try {
      await forgetSaved();
      // What the page has in memory goes with it.
      shell.reload();
    } catch (error) {
      await tell(window, failure(forgetFailed, error));
    }
  }

  async function choose(reports: Reports): Promise<void> {
    try {
      await consent.choose(reports);
    } catch (error) {
      await tell(undefined, failure('The choice holds only until the app is closed.', error));
    }
    // The SDK can only be started before the app is ready, and with "off" it was not.
    if (reporting.on || reports === 'off') return;
    const { response } = await tell(undefined, {
      type: 'info',
      message: `This takes effect when ${app.name} is started again.`,
      buttons: ['Restart Now', 'Later'],
      defaultId: 1,
      cancelId: 1,
    });
    if (response !== 0) return;
    app.relaunch();
    app.quit();
  }
}

async function erase(window: BaseWindow | undefined, store: ReportStore): Promise<void> {
  try {
    const saved = store.saved();
    const { response } = await tell(window, eraseQuestion(saved));
    if (saved.count > 0 && response === ERASE) store.erase();
  } catch (error) {
    await tell(window, failure('Not all saved reports could be erased.', error));
  }
}

function failure(message: string, error: unknown): MessageBoxOptions {
  const detail = error instanceof Error ? error.message : String(error);
  return { type: 'error', message, detail, buttons: ['OK'] };
}

function about(): MessageBoxOptions {
  return aboutBox({
    name: app.name,
    version: app.getVersion(),
    license,
    versions: process.versions,
    system: `${process.platform} ${process.arch} ${release()}`,
  });
}

function tell(window: BaseWindow | undefined, options: MessageBoxOptions) {
  const titled = { title: app.name, ...options };
  return window ? dialog.showMessageBox(window, titled) : dialog.showMessageBox(titled);
}
