/** Where reports wait on disk, and how many were made. */
import { join } from 'node:path';
import { app } from 'electron';
import { config } from '../config.ts';
import { forEach, type ReportStore } from '../privacy/savedReports.ts';
import type { ReportsSetting } from '../settings/schema.ts';
import { wallAt } from '../shared/clock.ts';
import { LIMITS, type LimitCounters } from '../shared/limits.ts';
import { eraseDumps, savedDumps } from './crashDumps.ts';
import { Outbox } from './outbox/outbox.ts';
import { netRequest } from './outbox/request.ts';
import { createPseudonyms } from './pseudonym.ts';
import { createRateLimit } from './rateLimit.ts';
import { telemetryFolder } from './sentry/files.ts';

export type Stores = ReturnType<typeof openStores>;

export interface StoreParts {
  /** `app.getPath('userData')` */
  userData: string;
  /** `off`: only to tell what is there, and to erase it. */
  mode: ReportsSetting;
  counters: LimitCounters;
  /** The server rejects replays until then (milliseconds since the epoch). */
  onReplayLimit: (until: number) => void;
  log: (line: string) => void;
}

/** Opens the outbox and the counts of the rate limit, which reads the disk. */
export function openStores({ userData, mode, counters, onReplayLimit, log }: StoreParts) {
  const { reportsPerHour, reportsPerDay } = config.telemetry;
  const outbox = new Outbox({
    folder: join(userData, 'outbox'),
    mode,
    request: netRequest,
    onLimits: ({ all = 0, replay = 0 }) => onReplayLimit(wallAt(Math.max(all, replay))),
  });
  const rateLimit = createRateLimit({
    file: join(telemetryFolder(userData), 'rateLimit.json'),
    limits: {
      perHour: reportsPerHour ?? LIMITS.reportsPerHour.value,
      perDay: reportsPerDay ?? LIMITS.reportsPerDay.value,
    },
    onSuppressed: (limit) => counters.add(limit, 'dropped'),
    log,
  });
  if (mode === 'off') outbox.close();
  const pseudonyms = createPseudonyms(join(telemetryFolder(userData), 'salt.json'), log);
  return { outbox, rateLimit, pseudonyms };
}

/** Everything on disk that belongs to reports. An error is thrown after all has been tried. */
export function storeOf(stores: () => Stores, forget: () => void): ReportStore {
  const dumps = app.getPath('crashDumps');
  return {
    saved() {
      const { priorities, quarantined, usedBytes } = stores().outbox.state();
      const dumped = savedDumps(dumps);
      const count = priorities.reduce((sum, one) => sum + one.count, quarantined + dumped.count);
      return { count, bytes: usedBytes + dumped.bytes };
    },
    erase() {
      const { outbox, rateLimit, pseudonyms } = stores();
      const all = [outbox.erase, () => eraseDumps(dumps), rateLimit.erase, pseudonyms.erase, forget];
      forEach(all, (erase) => erase());
    },
  };
}
