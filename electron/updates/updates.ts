/** Updates from `updateUrl`: looked for in the background, installed when the app quits, silent when offline. */
import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, powerMonitor } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { redactHere } from '../app/redact.ts';
import { knownCredentials } from '../network/authentication.ts';
import type { Settings } from '../settings/settings.ts';
import * as TEXTS from '../shared/texts.ts';
import { delayAfter, isDue, type Look, type Outcome, updateSource } from './schedule.policy.ts';
import { readUpdateKey } from './signature.ts';

interface UpdateParts {
  settings: Pick<Settings, 'updateUrl'>;
  /** Whether every report that was made is on disk: an update neither competes for the disk nor ends the app before. */
  reportsWritten: () => boolean;
  /** Gets a line when an update is ready, and one when looking begins to fail. */
  log: (line: string) => void;
}

let state: string = TEXTS.updates.off;
/** The result of the last look for updates, for the diagnostics. */
export const updateState = (): string => state;

/** Looks for updates from some time after `ready` on. Undefined when updates are off. */
export function setupUpdates(parts: UpdateParts): UpdateSearch | undefined {
  const source = updateSource(parts.settings.updateUrl, app.isPackaged);
  if ('off' in source) {
    if (source.off) parts.log(source.off);
    return undefined;
  }
  // Not from the settings: whoever can change `updateUrl` could then also change the key.
  const { updateKey } = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));
  if (typeof updateKey !== 'string') {
    parts.log('Updates are off: the app was packaged without a key to check them by.');
    return undefined;
  }
  return new UpdateSearch(source.url, readUpdateKey(updateKey), parts);
}

class UpdateSearch {
  readonly #url: string;
  readonly #key: KeyObject;
  readonly #parts: UpdateParts;
  #updater: AppUpdater | undefined;
  #last: Look | undefined;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ready: { version: string; isWhole: () => boolean } | undefined;

  constructor(url: string, key: KeyObject, parts: UpdateParts) {
    this.#url = url;
    this.#key = key;
    this.#parts = parts;
    state = TEXTS.updates.notYet;
    void app.whenReady().then(() => {
      this.#plan();
      powerMonitor.on('resume', this.wake);
    });
    // Installing begins in `quit`. On macOS the system's installer waits for the end of the app by itself.
    app.on('will-quit', () => this.#guardInstall());
  }

  /** Looks now, and downloads what there is. Resolves when that has ended, in whichever way; never rejects. */
  readonly check = (): Promise<void> => {
    this.#running ??= this.#look().then((outcome) => {
      this.#last = { at: Date.now(), outcome };
      if (outcome === 'current' && !this.#ready) state = TEXTS.updates.none;
      this.#running = undefined;
      this.#plan();
    });
    return this.#running;
  };

  /** The network may be back: looks if it is time. */
  readonly wake = (): void => {
    if (isDue(this.#last, Date.now())) void this.check();
  };

  #plan(): void {
    clearTimeout(this.#timer);
    // Nothing that must be waited for when everything else has ended.
    this.#timer = setTimeout(this.check, delayAfter(this.#last, Math.random())).unref();
  }

  async #look(): Promise<Outcome> {
    if (!this.#parts.reportsWritten()) return 'held';
    try {
      this.#updater ??= await this.#load();
      const result = await this.#updater.checkForUpdates();
      return (await result?.downloadPromise) ? 'downloaded' : 'current';
    } catch (error) {
      this.#fail(error as Error);
      return 'failed';
    }
  }

  async #load(): Promise<AppUpdater> {
    const { createUpdater } = await import('./updater.ts');
    return createUpdater({
      url: this.#url,
      unpackaged: !app.isPackaged,
      key: this.#key,
      login: knownCredentials(),
      onDownloaded: (version, isWhole) => {
        if (this.#ready?.version !== version)
          this.#parts.log(`Version ${version} is ready and will be installed when the app quits.`);
        this.#ready = { version, isWhole };
        state = `${TEXTS.updates.ready} ${version}`;
      },
      onError: (error) => this.#fail(error),
    });
  }

  #fail({ message }: Error): void {
    // Offline for a week is one line, not one for each attempt. The first line says what; others hold headers.
    const why = redactHere(message.split('\n', 1)[0] ?? '');
    if (this.#last?.outcome !== 'failed') this.#parts.log(`Updates: ${why}`);
    state = `${TEXTS.updates.refused} ${why}`;
    this.#last = { at: Date.now(), outcome: 'failed' };
  }

  /** Lets the update be installed only when every report is on disk, and its file is the signed one. */
  #guardInstall(): void {
    if (!this.#updater) return;
    const isWritten = this.#parts.reportsWritten();
    const isWhole = !isWritten || !this.#ready || this.#ready.isWhole();
    this.#updater.autoInstallOnAppQuit = isWritten && isWhole;
    if (this.#ready && !isWritten)
      this.#parts.log('The update waits for the next start: a report is not on disk.');
    else if (!isWhole)
      this.#parts.log('The update is not installed: its file is no longer the one that was signed.');
  }
}
