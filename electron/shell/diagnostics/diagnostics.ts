/** Help, Diagnostics: a window with what the app knows about itself, which also works when the rest does not. */
import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import { log } from '../../common/log.ts';
import { redactHere } from '../../common/redactHere.ts';
import { APP_ORIGIN, SHELL_PATH } from '../../shared/channels.ts';
import * as TEXTS from '../../shared/texts.ts';
import type { Handler } from '../protocol/handler.ts';
import type { LoadedSettings } from '../settings/settings.ts';
import type { Telemetry } from '../setupTelemetry/setupTelemetry.ts';
import { focusWindow } from '../window/createWindow.ts';
import { showOnly } from '../window/showOnly.ts';
import type { createController } from './controller.ts';
import { FAULTS_FILE, openFaultLog } from './faultLog.ts';

const texts = TEXTS.diagnostics;

const PATH = `${SHELL_PATH}diagnostics`;

/** At the start only the fault log is loaded, and nothing is read. */
export function setupDiagnostics(loaded: LoadedSettings, userData: string, telemetry: Telemetry) {
  const { settings } = loaded;
  const atStart: LoadedSettings = { ...loaded, settings: { ...settings } };
  const faults = openFaultLog(join(userData, FAULTS_FILE), redactHere);
  process.on('exit', faults.flush);

  /** With a key, against the app's own pages, which have the same origin. Made late: it loads Node's Web Crypto. */
  let own: string | undefined;
  let controller: Promise<ReturnType<typeof createController>> | undefined;
  let window: BrowserWindow | undefined;

  const route: Handler = (request, path) => {
    if (path !== PATH) return undefined;
    const query = new URL(request.url).searchParams;
    const address = `${PATH}?key=${query.get('key')}`;
    if (address !== own) return undefined;
    controller ??= import('./controller.ts').then((module) =>
      module.createController({ loaded: atStart, settings, telemetry, faults, address }),
    );
    return controller.then((respond) => respond(query.get('do')));
  };

  function open(): void {
    if (window) return focusWindow(window);
    own ??= `${PATH}?key=${crypto.randomUUID()}`;
    // Not inside the event: Electron is still busy with the page.
    const opened = showOnly(own, { width: 860, height: 720 }, (reason) => setImmediate(lost, opened, reason));
    window = opened;
    opened.once('closed', () => (window = undefined));
    // Shows what is known at once, then adds the servers' answers.
    opened.webContents.once('did-finish-load', () => {
      opened.webContents.loadURL(`${APP_ORIGIN}${own}&do=look`).catch(() => undefined);
    });
  }

  return { open: () => void app.whenReady().then(open), note: faults.add, route };
}

function lost(window: BrowserWindow, reason: string): void {
  if (!window.isDestroyed()) window.destroy();
  log(`${TEXTS.inEnglish(() => texts.notShown)}: ${reason}.`);
  dialog.showErrorBox(texts.notShown, texts.notShownDetail({ reason }));
}
