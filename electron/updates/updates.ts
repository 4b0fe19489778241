/** Updates from `updateUrl`: looked for in the background, installed when the app quits, silent when offline. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, powerMonitor } from 'electron';
import type { AppUpdater } from 'electron-updater';
import * as v from 'valibot';
import { redactHere } from '../app/redact.ts';
import { readState, writeState } from '../app/stateFile.ts';
import { config } from '../config.ts';
import type { Settings } from '../settings/settings.ts';
import * as TEXTS from '../shared/texts.ts';
import { delayAfter, isDue, type Look, type Outcome, updateSource } from './schedule.policy.ts';
import { newestSeen, readUpdateKey, type Trust } from './signature.ts';

/** When the newest list of updates that was seen here was signed. */
const SEEN = { newest: v.pipe(v.number(), v.minValue(0)) };

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
  const { updateKey, builtAt } = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));
  if (typeof updateKey !== 'string') {
    parts.log('Updates are off: the app was packaged without a key to check them by.');
    return undefined;
  }
  const trust = {
    key: readUpdateKey(updateKey),
    app: config.id,
    builtAt: Date.parse(builtAt) || 0,
    newest: 0,
  };
  return new UpdateSearch(source.url, trust, parts);
}

class UpdateSearch {
  readonly #url: string;
  readonly #trust: Trust;
  readonly #parts: UpdateParts;
  #updater: AppUpdater | undefined;
  #last: Look | undefined;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Why a request of this look failed. */
  #cause: Error | undefined;
  #ready: { version: string; isWhole: () => boolean } | undefined;

  constructor(url: string, trust: Trust, parts: UpdateParts) {
    this.#url = url;
    this.#trust = trust;
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
    this.#cause = undefined;
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
    const file = join(app.getPath('userData'), 'updates.json');
    const { value, problem } = readState(file, SEEN);
    if (problem) this.#parts.log(problem);
    const trust = { ...this.#trust, newest: value?.newest ?? 0 };
    return createUpdater({
      url: this.#url,
      unpackaged: !app.isPackaged,
      trust,
      onSeen: (signedAt) => {
        const newest = newestSeen(trust.newest, signedAt, Date.now());
        if (newest === trust.newest) return;
        trust.newest = newest;
        const problem = writeState(file, { newest });
        if (problem) this.#parts.log(problem);
      },
      onDownloaded: (version, isWhole) => {
        if (this.#ready?.version !== version)
          this.#parts.log(`Version ${version} is ready and will be installed when the app quits.`);
        this.#ready = { version, isWhole };
        state = `${TEXTS.updates.ready} ${version}`;
      },
      onFailed: (error) => {
        this.#cause ??= error;
      },
      onError: (error) => this.#fail(error),
    });
  }

  #fail(error: Error): void {
    const { message } = this.#cause ?? error;
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
