import { describe, expect, it } from 'vitest';
import type { Diagnostics } from '../../../electron/shared/diagnostics.ts';
import {
  formatBytes,
  sectionsOf,
  textOfDiagnostics,
  textOfSections,
} from '../../../electron/shared/diagnosticsText.ts';
import { type ViewElement, viewOf } from '../../../electron/shared/diagnosticsView.ts';
import { FACTS } from '../diagnostics/facts.ts';

/** The texts of a page, in the order in which they are read. */
function textsOf(element: ViewElement | string): string[] {
  return typeof element === 'string' ? [element] : element.children.flatMap(textsOf);
}
const pageOf = (facts: Diagnostics) => viewOf(sectionsOf(facts)).flatMap(textsOf);

describe('the text', () => {
  const text = textOfDiagnostics(FACTS);

  it('has every fact', () => {
    for (const part of [
      'Holdfast',
      '45.4.1',
      '2026-11-21T20:30:00.000Z',
      'https://***@sentry.example.com/1',
      '~/settings.json',
      'not set',
      '"origin" must be an address.',
      '100 breadcrumbs',
      '20,000,000 bytes',
      '1.2 kB',
      '2026-11-21T20:29:00.000Z',
      '12.3 kB of 100.0 MB',
      '5.0 GB',
      'EROFS',
      'In this run: accepted',
      'ENOSPC',
      'Error: no space',
      '0123456789abcdef0123456789abcdef',
      'origin: https://app.example.com, direct',
      '192.0.2.1 (IPv4)',
      '5000 ms',
      'the step before it failed: connection',
      'ingest: not checked: reports are off.',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/Breadcrumbs on one report +100 breadcrumbs +main +7 +3 +5\n/);
    expect(text).toMatch(/In quarantine +4\n/);
  });

  it('has columns that begin under each other', () => {
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.startsWith('setting '));
    const place = lines[at]?.indexOf('value');
    expect(lines[at + 1]?.indexOf('https://')).toBe(place);
    expect(lines[at + 2]?.indexOf('not set')).toBe(place);
  });

  it('keeps what has many lines in its row, and what is endless short', () => {
    const [fault] = FACTS.faults.list;
    const odd = {
      ...fault,
      title: 'a\nb\tc',
      detail: 'x'.repeat(10_000),
    } as Diagnostics['faults']['list'][0];
    const line = textOfDiagnostics({ ...FACTS, faults: { list: [odd] } })
      .split('\n')
      .find((one) => one.includes('a b c'));
    expect(line).toContain('x…');
    expect(line?.length).toBeLessThan(1_000);
  });

  it('can be printed in two parts', () => {
    const sections = sectionsOf(FACTS);
    const parts = [sections.slice(0, -1), sections.slice(-1)].map(textOfSections);
    expect(parts.join('\n')).toBe(text);
  });
});

describe('page and text', () => {
  const bare: Diagnostics = {
    ...FACTS,
    limits: FACTS.limits.map(({ count: _, ...limit }) => limit),
    outbox: { folder: '~/outbox', lanes: [], quarantined: 0, foreign: 0, trouble: [] },
    faults: { list: [] },
    connectivity: [],
  };

  it.each([
    ['all there is', FACTS],
    ['little', bare],
  ])('say the same of %s, in the same order', (_name, facts) => {
    // What is not words in the text: rules under headings, space between columns.
    const words = (text: string) => text.replace(/^[=-]+$/gm, ' ').match(/\S+/g);
    expect(words(pageOf(facts).join(' '))).toEqual(words(textOfDiagnostics(facts)));
  });
});

describe('the elements of the page', () => {
  it('name their tables and rows', () => {
    const find = (element: ViewElement, tag: string): ViewElement[] =>
      element.children.flatMap((child) =>
        typeof child === 'string' ? [] : [...(child.tag === tag ? [child] : []), ...find(child, tag)],
      );
    for (const section of viewOf(sectionsOf(FACTS))) {
      const [heading] = find(section, 'h2');
      expect(heading?.attributes?.id).toBe(section.attributes?.['aria-labelledby']);
      for (const table of find(section, 'table')) {
        expect(find(table, 'caption')).toHaveLength(1);
        const columns = find(table, 'th').filter(({ attributes }) => attributes?.scope === 'col').length;
        for (const row of find(table, 'tr')) expect(row.children).toHaveLength(columns);
      }
    }
  });
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [999_949, '999.9 kB'],
  [999_999, '1.0 MB'],
  [2_500_000_000_000_000, '2500.0 TB'],
])('%d bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
