/** Where reports wait on disk, and how many were made. */
import { join } from 'node:path';
import { app } from 'electron';
import { forEach } from '../app/forEach.ts';
import type { ReportsSetting } from '../settings/schema.ts';
import { wallAt } from '../shared/clock.ts';
import { LIMITS, type LimitCounters } from '../shared/limits.ts';
import type { Saved } from '../shared/telemetry.ts';
import { eraseDumps, savedDumps } from './crashDumps.ts';
import type { TelemetryOptions } from './options.ts';
import { Disk } from './outbox/disk.ts';
import { Outbox } from './outbox/outbox.ts';
import { netRequest } from './outbox/request.ts';
import { createPseudonyms } from './pseudonym.ts';
import { createRateLimit } from './rateLimit.ts';
import { telemetryFolder } from './sentry/lastRun.ts';

export type Stores = ReturnType<typeof openStores>;

/**
 * Opens the stores, which reads the disk.
 * @param userData `app.getPath('userData')`
 * @param mode `off`: only to show what is stored, and to erase it
 * @param onReplayLimit the server rejects replays until then (milliseconds since the epoch)
 */
export function openStores(
  { config, userData, log }: Pick<TelemetryOptions, 'config' | 'userData' | 'log'>,
  mode: ReportsSetting,
  counters: LimitCounters,
  onReplayLimit: (until: number) => void,
) {
  const { reportsPerHour, reportsPerDay } = config.telemetry;
  const dumps = app.getPath('crashDumps');
  const outbox = new Outbox({
    disk: new Disk(join(userData, 'outbox')),
    mode,
    request: netRequest,
    onLimits: ({ all = 0, replay = 0 }) => onReplayLimit(wallAt(Math.max(all, replay))),
  });
  const rateLimit = createRateLimit({
    file: join(telemetryFolder(userData), 'rateLimit.json'),
    limits: {
      reportsPerHour: reportsPerHour ?? LIMITS.reportsPerHour.value,
      reportsPerDay: reportsPerDay ?? LIMITS.reportsPerDay.value,
    },
    onSuppressed: (limit) => counters.add(limit, 'dropped'),
    log,
  });
  const pseudonyms = createPseudonyms(join(telemetryFolder(userData), 'salt.json'), log);
  if (mode === 'off') outbox.close();
  return {
    outbox,
    rateLimit,
    pseudonyms,
    /** Everything on disk that belongs to reports, including memory dumps of crashes. */
    saved(): Saved {
      const { priorities, quarantined, usedBytes } = outbox.state();
      const dumped = savedDumps(dumps);
      const count = priorities.reduce((sum, one) => sum + one.count, quarantined + dumped.count);
      return { count, bytes: usedBytes + dumped.bytes };
    },
    /** Removes it. Throws an error after trying all. @param forget removes what the last run left */
    erase(forget: () => void) {
      const all = [outbox.erase, () => eraseDumps(dumps), rateLimit.erase, pseudonyms.erase, forget];
      forEach(all, (erase) => erase());
    },
  };
}
