/** An hour without a network, on a virtual clock: what is lost, and how soon the rest arrives. One run: no chance is in it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Hour } from '../../electron/telemetry/outbox/support/hour.ts';
import { PROJECT } from '../../support/app.ts';
import { type Context, type Findings, once, type Row } from '../support/rows.ts';

const ERRORS = 60;
const FIRST_LIMIT_S = 2;
const TEST = 'test/electron/telemetry/outbox/offlineHour.long.test.ts';
const VITEST = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs');

export async function measureOffline({ log }: Context): Promise<Findings> {
  log('offline: one virtual hour on both sides, with replay and without');
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-offline-'));
  try {
    const file = join(folder, 'figures.json');
    await promisify(execFile)(process.execPath, [VITEST, 'run', '--project', 'long', TEST], {
      cwd: PROJECT,
      env: { ...process.env, HOLDFAST_FIGURES: file, NO_COLOR: '1' },
      maxBuffer: 64 * 1024 * 1024,
    });
    const told = JSON.parse(await readFile(file, 'utf8')) as Record<string, Hour>;
    const hour = (name: 'outbox' | 'stock', replay: boolean): Hour => {
      const found = told[`${name}, replay ${replay}`];
      if (!found) throw new Error(`${TEST} told nothing of ${name}, replay ${replay}.`);
      return found;
    };
    const rows = [true, false].flatMap((replay): Row[] => {
      const [ours, stock] = [hour('outbox', replay), hour('stock', replay)];
      const how = replay ? 'replay on' : 'replay off';
      const lost = ERRORS - ours.errors;
      return [
        {
          what: `errors lost in an offline hour, of ${ERRORS}, ${how}`,
          unit: '',
          sides: { holdfast: once(lost), stock: once(ERRORS - stock.errors) },
          goal: { text: '0', isMet: lost === 0 },
        },
        {
          what: `back online to the first error, ${how}`,
          unit: 's',
          sides: { holdfast: once(ours.firstError / 1000), stock: once(stock.firstError / 1000) },
          goal: { text: `≤ ${FIRST_LIMIT_S} s`, isMet: ours.firstError <= FIRST_LIMIT_S * 1000 },
        },
        {
          what: `back online to the last error, ${how}`,
          unit: 's',
          sides: { holdfast: once(ours.lastError / 1000), stock: once(stock.lastError / 1000) },
        },
        {
          what: `requests made while offline, ${how}`,
          unit: '',
          sides: { holdfast: once(ours.attempts), stock: once(stock.attempts) },
        },
      ];
    });
    return { rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
