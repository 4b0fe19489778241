/** Updates from `updateUrl`: looked for in the background, installed when the app quits, silent when offline. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, powerMonitor } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { redactHere } from '../app/redact.ts';
import type { Settings } from '../settings/settings.ts';
import * as TEXTS from '../shared/texts.ts';
import { delayAfter, isDue, type Look, type Outcome, updateSource } from './schedule.policy.ts';
import { readUpdateKey } from './signature.ts';

export interface UpdateParts {
  settings: Pick<Settings, 'updateUrl'>;
  /** Whether every report that was made is on disk: an update neither competes for the disk nor ends the app before. */
  reportsWritten: () => boolean;
  /** Gets a line when an update is ready, and one when looking begins to fail. */
  log: (line: string) => void;
}

export interface Updates {
  /** Looks now, and downloads what there is. Resolves when that has ended, in whichever way; never rejects. */
  check(): Promise<void>;
  /** The network may be back: looks if it is time. */
  wake(): void;
}

let state: string = TEXTS.updates.off;
/** The result of the last look for updates, for the diagnostics. */
export const updateState = (): string => state;

/** Looks for updates from some time after `ready` on. Undefined when updates are off. */
export function setupUpdates({ settings, reportsWritten, log }: UpdateParts): Updates | undefined {
  const source = updateSource(settings.updateUrl, app.isPackaged);
  if ('off' in source) {
    if (source.off) log(source.off);
    return undefined;
  }
  const { url } = source;
  // Not from the settings: whoever can change `updateUrl` could then also change the key.
  const { updateKey } = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));
  if (typeof updateKey !== 'string') {
    log('Updates are off: the app was packaged without a key to check them by.');
    return undefined;
  }
  const key = readUpdateKey(updateKey);
  state = TEXTS.updates.notYet;
  let updater: AppUpdater | undefined;
  let last: Look | undefined;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ready: { version: string; isWhole: () => boolean } | undefined;

  const complain = (error: Error) => {
    // Offline for a week is one line, not one for each attempt. The first line says what; others hold headers.
    const why = redactHere(error.message.split('\n', 1)[0] ?? '');
    if (last?.outcome !== 'failed') log(`Updates: ${why}`);
    state = `${TEXTS.updates.refused} ${why}`;
    last = { at: Date.now(), outcome: 'failed' };
  };
  const load = async () => {
    const { createUpdater } = await import('./updater.ts');
    return createUpdater({
      url,
      unpackaged: !app.isPackaged,
      key,
      onDownloaded(version, isWhole) {
        if (ready?.version !== version)
          log(`Version ${version} is ready and will be installed when the app quits.`);
        ready = { version, isWhole };
        state = `${TEXTS.updates.ready} ${version}`;
      },
      onError: complain,
    });
  };
  const look = async (): Promise<Outcome> => {
    if (!reportsWritten()) return 'held';
    try {
      updater ??= await load();
      const result = await updater.checkForUpdates();
      const files = await result?.downloadPromise;
      return files ? 'downloaded' : 'current';
    } catch (error) {
      complain(error as Error);
      return 'failed';
    }
  };
  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(check, delayAfter(last, Math.random()));
    // Nothing that must be waited for when everything else has ended.
    timer.unref();
  };
  const check = (): Promise<void> => {
    running ??= look().then((outcome) => {
      last = { at: Date.now(), outcome };
      if (outcome === 'current' && !ready) state = TEXTS.updates.none;
      running = undefined;
      plan();
    });
    return running;
  };
  const wake = () => {
    if (isDue(last, Date.now())) void check();
  };

  void app.whenReady().then(() => {
    plan();
    powerMonitor.on('resume', wake);
  });
  // Installing begins in `quit`. On macOS the system's installer waits for the end of the app by itself.
  app.on('will-quit', () => {
    if (!updater) return;
    updater.autoInstallOnAppQuit = reportsWritten();
    if (!ready) return;
    if (!updater.autoInstallOnAppQuit) log('The update waits for the next start: a report is not on disk.');
    else if (!ready.isWhole()) {
      updater.autoInstallOnAppQuit = false;
      log('The update is not installed: its file is no longer the one that was signed.');
    }
  });
  return { check, wake };
}
