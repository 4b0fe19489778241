/** Facts in which every part has something to say. */
import type { Diagnostics } from '../../../electron/shared/diagnostics.ts';

export const AT = Date.UTC(2026, 10, 21, 20, 30);

export const FACTS: Diagnostics = {
  at: AT,
  versions: [
    { name: 'Holdfast', value: '0.1.0' },
    { name: 'Electron', value: '45.4.1' },
  ],
  settings: [
    { key: 'sentryDsn', value: 'https://***@sentry.example.com/1', source: '~/settings.json' },
    { key: 'origin', source: 'default' },
  ],
  settingProblems: ['A setting could not be used: ~/settings.json: "origin" must be an address.'],
  limits: [
    {
      name: 'Breadcrumbs on one report',
      value: 100,
      unit: 'breadcrumbs',
      enforcedBy: 'main',
      count: { trimmed: 7, dropped: 3, paused: 5 },
    },
    { name: 'Replay', value: 20_000_000, unit: 'bytes', enforcedBy: 'page' },
  ],
  refused: [{ channel: 'holdfast:consent', count: 3 }],
  outbox: {
    folder: '~/outbox',
    lanes: [
      { name: 'crashes and errors', count: 2, bytes: 1_234, oldest: AT - 60_000 },
      { name: 'replay', count: 0, bytes: 0 },
    ],
    quarantined: 4,
    foreign: 6,
    usedBytes: 12_288,
    maxBytes: 100_000_000,
    freeBytes: 5_000_000_000,
    trouble: ['~/outbox cannot be written: the disk is read-only (EROFS).'],
    run: {
      mode: 'on',
      inMemory: 9,
      counters: { accepted: 11, sent: 8 },
      lastAnswer: '429 at 2026-11-21T20:29:00.000Z',
      nextAttempt: AT + 5_000,
    },
  },
  faults: {
    list: [
      {
        at: AT - 1_000,
        kind: 'main',
        code: 'ENOSPC',
        title: 'The disk is full',
        url: '/',
        detail: 'Error: no space\n    at somewhere',
        reportId: '0123456789abcdef0123456789abcdef',
      },
    ],
    problem: 'The faults of earlier runs cannot be read.',
  },
  connectivity: [
    {
      target: 'origin',
      address: 'https://app.example.com',
      route: 'direct',
      steps: [
        { step: 'name', result: 'ok', ms: 3.4, detail: '192.0.2.1 (IPv4)' },
        { step: 'connection', result: 'failed', ms: 5_000, detail: 'no answer within 5 s' },
        { step: 'TLS', result: 'skipped', detail: 'the step before it failed: connection' },
        { step: 'HTTP', result: 'skipped', detail: 'the step before it failed: connection' },
      ],
    },
    { target: 'ingest', steps: [], note: 'not checked: reports are off.' },
  ],
};
