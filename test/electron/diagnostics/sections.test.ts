import { describe, expect, it } from 'vitest';
import { type Facts, redactFacts } from '../../../electron/diagnostics/facts.ts';
import { pageOf } from '../../../electron/diagnostics/page.ts';
import { sectionsOf, textOf } from '../../../electron/diagnostics/sections.ts';
import { formatBytes } from '../../../electron/shared/format.ts';
import { redact } from '../../../electron/shared/redact.ts';
import { FACTS, KEY, REPORT_ID } from './facts.ts';

const FINE: Facts = {
  ...FACTS,
  loaded: { ...FACTS.loaded, faults: [] },
  disk: { ...FACTS.disk, problems: [], quarantined: 0 },
  faults: { list: [], problems: [] },
  servers: FACTS.servers.slice(1),
};
delete FINE.running;

const problemsOf = (facts: Facts) => sectionsOf(facts)[0];
const textFor = (facts: Facts) => textOf(sectionsOf(facts));
const textOn = (facts: Facts, address: string) => pageOf(sectionsOf(facts), address).text();

describe('the first section', () => {
  it('names everything that is wrong', () => {
    expect(problemsOf(FACTS)).toMatchObject({ heading: '11 problems found', state: 'wrong' });
    expect(problemsOf(FACTS)?.notes).toEqual([
      expect.stringContaining('/home/jane/settings.json: "origin" must be'),
      expect.stringContaining('the disk is read-only (EROFS)'),
      expect.stringContaining('faults.json'),
      expect.stringContaining('without the Chromium sandbox'),
      expect.stringContaining('There is no key ring'),
      expect.stringContaining('couldn’t be sent (net::ERR_FAILED'),
      expect.stringContaining('damaged and won’t be sent: 4'),
      expect.stringContaining('blocked on holdfast:consent: 3'),
      expect.stringContaining('last 24 hours: 1. The latest: The disk is full'),
      expect.stringContaining('appears to be offline'),
      'Web app (https://app.example.com) can’t be reached. DNS: no answer within 5 s.',
    ]);
  });

  it('says that nothing is wrong only when all is known', () => {
    expect(problemsOf(FINE)).toMatchObject({ heading: 'No problems found', state: 'fine', notes: [] });
    const [web] = FACTS.servers;
    const { steps: _, ...unprobed } = web as Facts['servers'][0];
    const pending = problemsOf({ ...FINE, servers: [unprobed] });
    expect(pending).toEqual({ heading: 'Checking connections…', notes: [], tables: [] });
  });

  it('leaves out old errors, and those that a bad setting is told as anyway', () => {
    const [fault] = FACTS.faults.list as [Facts['faults']['list'][0]];
    const old = { ...fault, at: FACTS.at - 90_000_000 };
    const setting = { ...fault, title: FACTS.loaded.faults[0]?.title ?? '' };
    const facts = { ...FINE, loaded: FACTS.loaded, faults: { list: [setting, old], problems: [] } };
    expect(problemsOf(facts)?.notes).toHaveLength(1);
  });
});

it('the text keeps what has many lines in its row, and what is endless short', () => {
  const versions = [{ name: 'a\nb\tc', value: 'x'.repeat(10_000) }];
  const line = textFor({ ...FACTS, versions })
    .split('\n')
    .find((one) => one.startsWith('a b c'));
  expect(line).toMatch(/^a b c +x{299}…$/);
});

it('nothing private is in what is shown or saved, but the report id is', async () => {
  const facts = redactFacts(FACTS, (one) => redact(one, ['/home/jane']));
  for (const text of [JSON.stringify(facts), textFor(facts), await textOn(facts, '/')]) {
    expect(text).not.toMatch(/jane/);
    expect(text).not.toContain(KEY);
    expect(text).toContain(REPORT_ID);
  }
});

describe('the page', () => {
  it('shows markup in a fact as text, also in attributes', async () => {
    const value = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const facts: Facts = {
      ...FACTS,
      versions: [{ name: value, value }],
      servers: [{ name: value, address: value }],
    };
    const escaped = await textOn({ ...facts, faults: { list: [], problems: [value] } }, value);
    expect(escaped).not.toMatch(/<script|<img|"'>/);
    expect(escaped).toContain('&lt;script&gt;alert(1)');
  });
});

it.each([
  [undefined, '–'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [999_999, '1.0 MB'],
  [2_500_000_000_000_000, '2500.0 TB'],
])('%d bytes are %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));
