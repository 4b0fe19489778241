/** When to look for updates, if the app takes any; silent when offline. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, powerMonitor } from 'electron';
import { config } from '../../builtConfig/config.ts';
import { log } from '../../common/log.ts';
import { redactHere } from '../../common/redactHere.ts';
import type { Settings } from '../settings/settings.ts';
import { type Check, type CheckOutcome, delayAfter, isDue, updateSource } from './schedule.policy.ts';

let state = 'off';
/** The result of the last check, for the diagnostics, whose tables are in English. */
export const updateState = (): string => state;

/**
 * Schedules the first check some time after Electron is ready; must run before that. Undefined if updates are off.
 * @param reportsWritten whether every report is on disk: until then no update is downloaded or installed
 */
export function setupUpdates(settings: Settings, reportsWritten: () => boolean) {
  const source = updateSource(settings.updateUrl, config.packaged);
  if ('off' in source) {
    if (source.off) log(source.off);
    return undefined;
  }
  const { url } = source;
  // Not from the settings: whoever can change `updateUrl` could then change the key too.
  const { updateKey, builtAt } = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));
  if (typeof updateKey !== 'string') {
    log('Updates are off: the app was packaged without a key to verify them.');
    return undefined;
  }
  let last: Check | undefined;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let looker: Promise<() => Promise<CheckOutcome>> | undefined;

  function failed({ message }: Error): CheckOutcome {
    // Logged once, not for each attempt. Only the first line: the others contain headers.
    const why = redactHere(message.split('\n', 1)[0] ?? '');
    if (last?.outcome !== 'failed') log(`Updates: ${why}`);
    state = `not installed: ${why}`;
    last = { at: Date.now(), outcome: 'failed' };
    return 'failed';
  }

  async function look(): Promise<CheckOutcome> {
    if (!reportsWritten()) return 'held';
    looker ??= import('./updater.ts').then(({ createUpdater }) =>
      createUpdater({
        ...{ url, updateKey, builtAt: Date.parse(builtAt) || 0, reportsWritten, failed },
        channel: settings.updateChannel ?? 'latest',
        say: (now) => (state = now),
      }),
    );
    return await (await looker)();
  }

  /** Checks now and downloads an update if there is one. Resolves when done; never rejects. */
  const check = (): Promise<void> =>
    (running ??= look()
      .catch(failed)
      .then((outcome) => {
        last = { at: Date.now(), outcome };
        running = undefined;
        plan();
      }));

  /** Checks if it is time: the network may be back. */
  const wake = (): void => {
    if (isDue(last, Date.now())) void check();
  };

  function plan(): void {
    clearTimeout(timer);
    // Must not keep the process alive.
    timer = setTimeout(check, delayAfter(last, Math.random())).unref();
  }

  state = 'not checked yet';
  void app.whenReady().then(() => {
    plan();
    powerMonitor.on('resume', wake);
  });
  return { check, wake };
}
