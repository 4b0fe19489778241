import { describe, expect, it } from 'vitest';
import { mergeSettings } from '../../../../electron/builtConfig/settingsSchema/merge.ts';
import { SETTINGS_KEYS } from '../../../../electron/builtConfig/settingsSchema/schema.ts';
import { asLabel, formatBytes, withoutKey } from '../../../../electron/shared/format.ts';
import { createCounters } from '../../../../electron/shared/limitValues/limits.ts';
import { redact } from '../../../../electron/shared/secretPatterns/redact.ts';
import de from '../../../../electron/shared/texts/de.json' with { type: 'json' };
import en from '../../../../electron/shared/texts/en.json' with { type: 'json' };
import * as TEXTS from '../../../../electron/shared/texts.ts';
import type { Facts } from '../../../../electron/shell/diagnostics/facts.ts';
import { reasonOf } from '../../../../electron/shell/diagnostics/reason.ts';
import { asText, sectionsOf } from '../../../../electron/shell/diagnostics/sections.ts';

const AT = Date.UTC(2026, 10, 21, 20, 30);
const KEY = 'abcdef0123456789abcdef0123456789';
const REPORT_ID = '0123456789abcdef0123456789abcdef';

const values = { sentryDsn: `https://${KEY}@sentry.example.com/1`, origin: 'nowhere', savePrivate: false };
const loaded = mergeSettings([{ source: '/home/jane/settings.json', values, keys: SETTINGS_KEYS }], AT);

const counters = createCounters();
counters.add('breadcrumbs', 'trimmed', 12);

const FACTS: Facts = {
  at: AT,
  loaded,
  settings: { ...loaded.settings, reports: 'on' },
  servers: [
    {
      name: 'origin',
      address: 'https://app.example.com',
      url: 'https://app.example.com/',
      answer: {
        ...{ result: 'Failed', ms: 5_000.4, proxy: 'not read from /home/jane/proxy.pac' },
        detail: () => reasonOf(new Error('net::ERR_TIMED_OUT')),
      },
    },
    { name: 'ingest', address: 'Not checked: error reports are turned off.' },
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
  system: { rows: { Electron: '45.4.1' }, problems: ['There is no key ring.'] },
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
      counters: { accepted: 11, sent: 2 } as never,
    },
    refused: new Map([['holdfast:consent', 3]]),
    refusedLoads: new Map([['img-src', 7]]),
    isOnline: false,
  },
};

const { running: _, ...printed } = FACTS;
const FINE: Facts = {
  ...printed,
  loaded: { ...FACTS.loaded, faults: [] },
  disk: { ...FACTS.disk, problems: [], quarantined: 0 },
  faults: { list: [], problems: [] },
  system: { rows: {}, problems: [] },
  servers: FACTS.servers.slice(1),
};

const asIs = (text: string) => text;
const problemsOf = (facts: Facts) => sectionsOf(facts, asIs)[0];
const textFor = (facts: Facts) => asText(sectionsOf(facts, asIs));

describe('the first section', () => {
  it('names every problem', () => {
    expect(problemsOf(FACTS)).toMatchObject({ heading: '11 problems found' });
    expect(problemsOf(FACTS)?.notes).toEqual([
      expect.stringContaining('/home/jane/settings.json: "origin" must be'),
      expect.stringContaining('the disk is read-only (EROFS)'),
      expect.stringContaining('faults.json'),
      'There is no key ring.',
      expect.stringContaining('couldn’t be sent (net::ERR_FAILED'),
      expect.stringContaining('damaged and won’t be sent: 4'),
      expect.stringContaining('blocked on holdfast:consent: 3'),
      expect.stringContaining('policy blocked (img-src): 7'),
      expect.stringContaining('last 24 hours: 1. The latest: The disk is full'),
      expect.stringContaining('appears to be offline'),
      `Web app (https://app.example.com) can’t be reached: ${en.fault.load.timedOut.title} (ERR_TIMED_OUT).`,
    ]);
  });

  it('says that nothing is wrong only after the servers were asked', () => {
    expect(problemsOf(FINE)).toMatchObject({ heading: 'No problems found', notes: [] });
    const { answer: _, ...notAsked } = FACTS.servers[0] as Facts['servers'][0];
    const pending = problemsOf({ ...FINE, servers: [notAsked] });
    expect(pending).toEqual({ heading: en.diagnostics.checking, notes: [], rows: [] });
  });

  it('counts an answer from 400 on as a failure, and being offline only where a server cannot be reached', () => {
    const told = (status: number) => {
      const outbox = { ...FACTS.running?.outbox, trouble: undefined, lastAnswer: { at: AT, status } };
      const running = { ...FACTS.running, outbox, refused: new Map(), refusedLoads: new Map() };
      return problemsOf({ ...FINE, running } as unknown as Facts)?.notes;
    };
    expect([told(399), told(400)]).toEqual([[], [expect.stringContaining('couldn’t be sent (400')]]);
  });

  it('leaves out old errors, and settings errors that it lists anyway', () => {
    const [fault] = FACTS.faults.list as [Facts['faults']['list'][0]];
    const old = { ...fault, at: FACTS.at - 90_000_000 };
    const setting = { ...fault, title: en.fault.setting.title };
    const facts = { ...FINE, loaded: FACTS.loaded, faults: { list: [setting, old], problems: [] } };
    expect(problemsOf(facts)?.notes).toHaveLength(1);
  });
});

it('the text puts a value with line breaks on one line, shortens a long one, and has a dash for none', () => {
  const rows = { 'a\nb\tc': 'x'.repeat(10_000), none: ' ' };
  expect(textFor({ ...FACTS, system: { rows, problems: [] } })).toMatch(/^a b c +x{599}…\nnone +–$/m);
});

it('the text has columns that are two spaces apart', () => {
  const rows = ['a,b', 'longer,1', 'x,'].map((row) => row.split(','));
  expect(asText([{ heading: 'H', notes: [], rows }])).toBe('H\n=\n\na       b\nlonger  1\nx\n');
});

it('the text has the report id, and nothing private', () => {
  const text = asText(sectionsOf(FACTS, (one) => redact(one, { homes: ['/home/jane'] })));
  expect(text).not.toMatch(/jane/);
  expect(text).not.toContain(KEY);
  expect(text).toContain(REPORT_ID);
});

it.each([
  [undefined, '–'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [2_500_000_000_000_000, '2500.0 TB'],
])('%d bytes are %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));

it.each([
  ['&About Shop', 'About Shop'],
  ['Shop について(&A)', 'Shop について'],
])('%s outside of a menu is %s', (label, words) => expect(withoutKey(label)).toBe(words));

it('an ampersand in a menu marks no key', () => expect(asLabel('r&d.example')).toBe('r&&d.example'));

it("says what is wrong in the user's language, and names tables in English", () => {
  TEXTS.setTexts('de', de);
  try {
    const [summary, ...tables] = sectionsOf(FACTS, asIs);
    expect(summary?.heading).toMatch(/Problem/);
    expect(summary?.notes.at(-1)).toContain(de.fault.load.timedOut.title);
    expect(summary?.notes).toContainEqual(expect.stringContaining(de.fault.main.ENOSPC.title));
    const rows = tables.flatMap((table) => table.rows);
    expect(rows).toContainEqual(['updateUrl', 'not set', 'default']);
    expect(tables[0]?.rows[1]).toContain(`${en.fault.load.timedOut.title} (ERR_TIMED_OUT)`);
    expect(tables.at(-1)).toMatchObject({ heading: 'Limits' });
    expect(tables.at(-1)?.rows).toContainEqual(['breadcrumbs', '100 breadcrumbs', 'trimmed: 12']);
    const saved = tables.find(({ heading }) => heading === 'Saved reports')?.rows ?? [];
    expect(saved[1]).toEqual(['errors', '3 waiting, 1.2 kB, oldest from 2026-11-21 20:29:00Z']);
    const row = (wanted: string) => saved.find(([name]) => name === wanted)?.[1];
    expect(row('counters')).toBe('accepted: 11 · sent: 2');
    expect(row('usedBytes')).toBe('12.3 kB');
    expect(row('nextAttempt')).toBe('2026-11-21 20:30:05Z');
  } finally {
    TEXTS.setTexts('en', {});
  }
});
