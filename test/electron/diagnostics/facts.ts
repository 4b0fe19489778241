/** Facts that fill every part of the diagnostics, including private data. */
import type { Facts } from '../../../electron/diagnostics/facts.ts';
import { NAMES } from '../../../electron/diagnostics/tableNames.ts';
import { mergeSettings } from '../../../electron/settings/merge.ts';
import { SETTINGS_KEYS } from '../../../electron/settings/schema.ts';
import { createCounters } from '../../../electron/shared/limits.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { emptyCounters } from '../../../electron/telemetry/outbox/store.ts';

export const AT = Date.UTC(2026, 10, 21, 20, 30);
export const KEY = 'abcdef0123456789abcdef0123456789';
export const REPORT_ID = '0123456789abcdef0123456789abcdef';

const values = { sentryDsn: `https://${KEY}@sentry.example.com/1`, origin: 'nowhere', savePrivate: false };
const loaded = mergeSettings([{ source: '/home/jane/settings.json', values, keys: SETTINGS_KEYS }], AT);

const counters = createCounters();
counters.add('breadcrumbs', 'trimmed', 12);

export const FACTS: Facts = {
  at: AT,
  loaded,
  settings: { ...loaded.settings, reports: 'on' },
  servers: [
    {
      name: 'Web app',
      address: 'https://app.example.com',
      url: 'https://app.example.com/',
      answer: {
        result: 'failed',
        ms: 5_000.4,
        proxy: 'not read from /home/jane/proxy.pac',
        detail: 'no answer within 5 s',
      },
    },
    { name: en.diagnostics.servers.ingest, address: NAMES.reportsOff },
  ],
  disk: {
    folder: '/home/jane/outbox',
    priorities: [{ name: 'replays', count: 1, bytes: 10, oldest: undefined }],
    quarantined: 4,
    usedBytes: 4_352,
    freeBytes: 5_000_000_000,
    problems: ['/home/jane/outbox can’t be written to: the disk is read-only (EROFS).'],
  },
  faults: {
    list: [
      {
        at: AT - 1_000,
        kind: 'main',
        code: 'ENOSPC',
        title: en.fault.main.ENOSPC.title,
        url: '/',
        detail: 'Error: no space\n    at somewhere',
        reportId: REPORT_ID,
      },
    ],
    problems: ['Errors from earlier sessions can’t be read from /home/jane/faults.json.'],
  },
  system: { rows: [['Electron', '45.4.1']], problems: ['There is no key ring.'] },
  running: {
    counts: counters.read(),
    outbox: {
      mode: 'on',
      folder: '/home/jane/outbox',
      priorities: [{ name: 'errors', count: 3, bytes: 1_234, oldest: AT - 60_000 }],
      inMemory: 9,
      quarantined: 4,
      usedBytes: 12_288,
      maxBytes: 100_000_000,
      trouble: { code: 'ENOSPC', message: 'no space in /home/jane/outbox', at: AT },
      inFlight: 0,
      nextAttempt: AT + 5_000,
      lastAnswer: { at: AT, responseClass: 'retry' as never, error: 'net::ERR_FAILED for jane@example.com' },
      counters: { ...emptyCounters(), accepted: 11, sent: 2 },
    },
    refused: new Map([['holdfast:consent', 3]]),
    refusedLoads: new Map([['img-src', 7]]),
    isOnline: false,
  },
};
