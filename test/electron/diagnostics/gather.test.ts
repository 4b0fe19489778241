import { describe, expect, it } from 'vitest';
import { gatherDiagnostics, type Parts } from '../../../electron/diagnostics/gather.ts';
import { mergeSettings } from '../../../electron/settings/merge.ts';
import { SETTINGS_KEYS } from '../../../electron/settings/schema.ts';
import { LIMITS, type LimitCount, type LimitName } from '../../../electron/shared/limits.ts';
import { redact } from '../../../electron/shared/redact.ts';
import { createCounters } from '../../../electron/telemetry/common/counters.ts';
import { emptyCounters, type OutboxState } from '../../../electron/telemetry/outbox/state.ts';
import { AT } from './facts.ts';

const KEY = 'abcdef0123456789abcdef0123456789';
const loaded = mergeSettings(
  [
    {
      source: '/home/jane/settings.json',
      values: { sentryDsn: `https://${KEY}@sentry.example.com/1`, origin: 'nowhere', imageSvg: false },
      keys: SETTINGS_KEYS,
    },
    {
      source: 'SENTRY_DSN',
      values: { sentryDsn: `https://${KEY}:${KEY}@other.example.com/2` },
      keys: ['sentryDsn'],
    },
  ],
  AT,
);

const parts: Parts = {
  at: AT,
  versions: [{ name: 'System', value: 'Linux' }],
  loaded,
  outboxFolder: '/home/jane/outbox',
  disk: {
    listed: {
      lanes: [{ name: 'replay', count: 1, bytes: 10 }],
      quarantined: 1,
      foreign: 2,
      usedBytes: 4_352,
    },
    freeBytes: 7,
    trouble: ['/home/jane/outbox cannot be written: the disk is read-only (EROFS).'],
  },
  faults: { list: [], problem: 'cannot be read from /home/jane/faults.json' },
  connectivity: [],
  redact: (text) => redact(text, ['/home/jane']),
};

const refused = new Map([['holdfast:consent', 3]]);
const outbox: OutboxState = {
  mode: 'on',
  folder: '/home/jane/outbox',
  lanes: [{ name: 'crashes and errors', count: 3, bytes: 30, oldest: AT - 5 }],
  inMemory: 1,
  quarantined: 5,
  foreign: 6,
  usedBytes: 100,
  maxBytes: 1_000,
  trouble: { code: 'ENOSPC', message: 'no space in /home/jane/outbox', at: AT },
  inFlight: 0,
  nextAttempt: AT + 9,
  lastAnswer: { at: AT, verdict: 'retry' as never, error: 'net::ERR_FAILED for jane@example.com' },
  limits: {},
  counters: { ...emptyCounters(), accepted: 4 },
};

describe('the facts of a process that only prints', () => {
  const facts = gatherDiagnostics(parts);

  it('say where each setting came from, without the keys of the DSN', () => {
    const found = Object.fromEntries(facts.settings.map(({ key, value, source }) => [key, [value, source]]));
    expect(found.sentryDsn).toEqual(['https://***@other.example.com/2', 'SENTRY_DSN']);
    expect(found.imageSvg).toEqual(['false', '~/settings.json']);
    expect(found.origin).toEqual([undefined, 'default']);
    expect(found.reports).toEqual(['ask', 'default']);
    expect(facts.settingProblems).toEqual([expect.stringContaining('~/settings.json: "origin" must be')]);
  });

  it('have all limits, without counts that nobody made', () => {
    expect(facts.limits.map(({ name }) => name)).toEqual(Object.values(LIMITS).map(({ name }) => name));
    expect(facts.limits.every(({ count }) => count === undefined)).toBe(true);
  });

  it('have what the disk has', () => {
    expect(facts.outbox).toEqual({
      folder: '~/outbox',
      lanes: [{ name: 'replay', count: 1, bytes: 10 }],
      quarantined: 1,
      foreign: 2,
      usedBytes: 4_352,
      freeBytes: 7,
      trouble: ['~/outbox cannot be written: the disk is read-only (EROFS).'],
    });
  });

  it('hold nothing private', () => {
    expect(JSON.stringify(facts)).not.toMatch(/jane|abcdef0123/);
  });
});

describe('the facts of the running app', () => {
  const counters = createCounters();
  counters.add('breadcrumbs', 'trimmed', 12);
  const counts: Record<LimitName, LimitCount> = counters.read();
  const facts = gatherDiagnostics({
    ...parts,
    running: { settings: { ...loaded.settings, reports: 'on' }, counts, outbox, refused },
  });

  it('have the counts of the limits', () => {
    expect(facts.limits[0]?.count).toEqual({ trimmed: 12, dropped: 0, paused: 0 });
  });

  it('say of a setting that it was chosen meanwhile', () => {
    expect(facts.settings.find(({ key }) => key === 'reports')).toEqual({
      key: 'reports',
      value: 'on',
      source: 'chosen in this run',
    });
  });

  it("have the outbox's own state and both its and the disk's trouble", () => {
    expect(facts.outbox).toMatchObject({
      lanes: [{ name: 'crashes and errors', count: 3, bytes: 30, oldest: AT - 5 }],
      quarantined: 5,
      maxBytes: 1_000,
      trouble: [expect.stringContaining('EROFS'), 'ENOSPC: no space in ~/outbox'],
      run: { mode: 'on', inMemory: 1, nextAttempt: AT + 9, counters: { accepted: 4 } },
    });
    expect(facts.outbox.run?.lastAnswer).toBe('net::ERR_FAILED for *** at 2026-11-21T20:30:00.000Z');
  });

  it('hold nothing private, also of connections', () => {
    const leaky = gatherDiagnostics({
      ...parts,
      connectivity: [
        {
          target: 'origin',
          address: 'https://jane:pass@app.example.com',
          route: 'through the proxy jane@example.com',
          steps: [{ step: 'name', result: 'failed', ms: 1, detail: '/home/jane/x token=abc' }],
          note: 'jane@example.com',
        },
      ],
      running: { settings: loaded.settings, counts, outbox, refused },
    });
    expect(JSON.stringify(leaky)).not.toMatch(/jane|abcdef0123|token=abc/);
  });
});
