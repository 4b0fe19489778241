/** Checks for updates in the background and installs them on quit; silent when offline. */
import { join } from 'node:path';
import { app, powerMonitor, shell } from 'electron';
import type { AppUpdater } from 'electron-updater';
import * as v from 'valibot';
import { log } from '../../common/log.ts';
import { redactHere } from '../../common/redactHere.ts';
import { stateFile } from '../../common/stateFile.ts';
import { config } from '../../configuration/config.ts';
import { newestSeen, type Trust } from '../../configuration/signature.ts';
import * as TEXTS from '../../shared/texts.ts';
import { quit, restart } from '../app/lifecycle.ts';
import { showMessage } from '../app/messageBox.ts';
import { showNotice } from '../app/notice.ts';
import type { Settings } from '../settings/settings.ts';
import { visibleWindow } from '../window/createWindow.ts';
import { type Delivery, deliveryOf, THIS_INSTALLATION } from './delivery.ts';
import { type Check, type CheckOutcome, delayAfter, isDue } from './schedule.policy.ts';
import type { Update } from './updater.ts';

export { readUpdateKey } from '../../configuration/signature.ts';

const SEEN = { newest: v.pipe(v.number(), v.minValue(0)) };

export interface UpdateOptions {
  settings: Pick<Settings, 'updateUrl' | 'updateChannel'>;
  /** Whether every report is on disk. Until then no update is downloaded or installed. */
  reportsWritten: () => boolean;
}

let state = 'off';
/** The result of the last check, for the diagnostics, whose tables are in English. */
export const updateState = (): string => state;

/** Schedules the first check some time after Electron is ready. Loaded only if updates are on. */
export class UpdateChecker {
  readonly #url: string;
  readonly #trust: Trust;
  readonly #parts: UpdateOptions;
  #updater: AppUpdater | undefined;
  #delivery: Delivery | undefined;
  #told: string | undefined;
  #last: Check | undefined;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Why a request of this check failed. */
  #cause: Error | undefined;
  #ready: { version: string; isWhole: () => boolean } | undefined;

  constructor(url: string, trust: Trust, parts: UpdateOptions) {
    this.#url = url;
    this.#trust = trust;
    this.#parts = parts;
    state = 'not checked yet';
    void app.whenReady().then(() => {
      this.#plan();
      powerMonitor.on('resume', this.wake);
    });
    // Installation begins on `quit`. On macOS the system's installer waits for the app to end.
    app.on('will-quit', () => this.#guardInstall());
  }

  /** Checks now and downloads an update if there is one. Resolves when done; never rejects. */
  readonly check = (): Promise<void> => {
    this.#running ??= this.#runCheck().then((outcome) => {
      this.#last = { at: Date.now(), outcome };
      if (outcome === 'current' && !this.#ready) state = 'up to date';
      this.#running = undefined;
      this.#plan();
    });
    return this.#running;
  };

  /** Checks if it is time: the network may be back. */
  readonly wake = (): void => {
    if (isDue(this.#last, Date.now())) void this.check();
  };

  #plan(): void {
    clearTimeout(this.#timer);
    // Must not keep the process alive.
    this.#timer = setTimeout(this.check, delayAfter(this.#last, Math.random())).unref();
  }

  async #runCheck(): Promise<CheckOutcome> {
    if (!this.#parts.reportsWritten()) return 'held';
    this.#cause = undefined;
    try {
      this.#updater ??= await this.#load();
      if (!this.#updater) return 'off';
      const result = await this.#updater.checkForUpdates();
      if (result?.isUpdateAvailable && this.#delivery?.by === 'person') return 'found';
      return (await result?.downloadPromise) ? 'downloaded' : 'current';
    } catch (error) {
      this.#fail(error as Error);
      return 'failed';
    }
  }

  /** Undefined if this installation takes no updates; logs that once. */
  async #load(): Promise<AppUpdater | undefined> {
    const delivery = this.#delivery ?? (await deliveryOf(THIS_INSTALLATION));
    if (delivery.by === 'nobody') {
      if (!this.#delivery) log(`Updates are off: ${delivery.why}.`);
      this.#delivery = delivery;
      state = `off: ${delivery.why}`;
      return undefined;
    }
    this.#delivery = delivery;
    const { createUpdater } = await import('./updater.ts');
    const seen = stateFile(join(app.getPath('userData'), 'updates.json'), SEEN);
    const trust = { ...this.#trust, newest: seen.read()?.newest ?? 0 };
    return createUpdater({
      url: this.#url,
      channel: this.#parts.settings.updateChannel ?? 'latest',
      delivery,
      unpackaged: !config.packaged,
      trust,
      onSeen: (signedAt) => {
        const newest = newestSeen(trust.newest, signedAt, Date.now());
        if (newest === trust.newest) return;
        trust.newest = newest;
        seen.write({ newest });
      },
      onFound: (update, address) => this.#tell(delivery, update, address),
      onDownloaded: (update, isWhole) => {
        const { version } = update;
        const isNew = this.#ready?.version !== version;
        this.#ready = { version, isWhole };
        if (isNew) {
          log(`Version ${version} is ready and will be installed when the app quits.`);
          void this.#offer(update);
        }
        state = `signature verified, ready to install: version ${version}`;
      },
      onFailed: (error) => {
        this.#cause ??= error;
      },
      onError: (error) => this.#fail(error),
    });
  }

  async #offer(update: Update): Promise<void> {
    if (!(await wantsRestart(update))) return;
    // Linux installs the update while the app ends.
    if (process.platform === 'linux') return restart();
    // The system's installer starts the new version after replacing the app. On macOS it asks each window first; on
    // Windows it would kill an app that stays open, so quit first.
    const install = () => {
      this.#guardInstall();
      if (this.#updater?.autoInstallOnAppQuit) this.#updater.quitAndInstall(true, true);
    };
    if (process.platform === 'darwin') install();
    else quit(install);
  }

  /** Tells the person, once in a run, about an update that the app cannot install. */
  #tell(delivery: Delivery, { version, notes }: Update, address: string): void {
    if (delivery.by !== 'person') return;
    const { command } = delivery;
    const file = address.slice(address.lastIndexOf('/') + 1);
    state = `version ${version} is available. Download ${address}, then install it: ${command} ./${file}`;
    if (this.#told === version) return;
    this.#told = version;
    log(`Updates: ${state}`);
    const words = [TEXTS.updates.noticeDetail, notes].filter(Boolean).join('\n\n');
    showNotice(TEXTS.updates.notice({ version }), words, () => {
      shell.openExternal(address).catch(log);
    });
  }

  #fail(error: Error): void {
    const { message } = this.#cause ?? error;
    // Logged once, not for each attempt. Only the first line: the others contain headers.
    const why = redactHere(message.split('\n', 1)[0] ?? '');
    if (this.#last?.outcome !== 'failed') log(`Updates: ${why}`);
    state = `not installed: ${why}`;
    this.#last = { at: Date.now(), outcome: 'failed' };
  }

  /** Installs the update only if every report is on disk and the file is still the signed one. */
  #guardInstall(): void {
    if (!this.#updater) return;
    const isWritten = this.#parts.reportsWritten();
    const isWhole = !isWritten || !this.#ready || this.#ready.isWhole();
    this.#updater.autoInstallOnAppQuit = isWritten && isWhole;
    if (this.#ready && !isWritten) log('The update waits for the next start: a report is not on disk.');
    else if (!isWhole) log('The update is not installed: its file is no longer the one that was signed.');
  }
}

/** Says what is new. Resolves to whether the user wants to restart now. */
async function wantsRestart({ version, notes }: Update): Promise<boolean> {
  const { isReady, isReadyDetail } = TEXTS.updates;
  const { response } = await showMessage(visibleWindow(), {
    type: 'info',
    message: isReady({ version }),
    detail: [notes, isReadyDetail({ name: app.name })].filter(Boolean).join('\n\n'),
    buttons: [TEXTS.menu.restart, TEXTS.menu.later, ...(config.homepage ? [TEXTS.about.homepage] : [])],
    defaultId: 1,
    cancelId: 1,
  });
  if (response === 2) await shell.openExternal(config.homepage);
  return response === 0;
}
