import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LIMITS, type Limit } from '../../../../electron/shared/limitValues/limits.ts';

it('electron/telemetry/README.md has the current table of limits', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../electron/telemetry/README.md'), 'utf8');
  const [, table = ''] = /<!-- limits -->\n(.*?)<!-- \/limits -->/s.exec(page) ?? [];
  // As in Diagnostics, other units are in the limit's name.
  const amount = ({ value, unit }: Limit) =>
    value.toLocaleString('en') + (/^(bytes|seconds|milliseconds)$/.test(unit) ? ` ${unit}` : '');
  const rows = Object.entries<Limit>(LIMITS).map(([key, limit]) => `${key} | ${amount(limit)}`);
  expect(
    table
      .replace(/^\| [^|]+ \(`(\w+)`\) \| (.*?) \| \S[^|]* \|$/gm, '$1 | $2')
      .replace(/^\| limit \| value.*/m, 'limit | value'),
  ).toBe(`limit | value\n|---|---|---|\n${rows.join('\n')}\n`);
});
