/** A build of many modules at its server's address, beside the same build under `app://`, and its server in a bare window. */
import { until } from '../../support/until.ts';
import { inPage, launch, paintOf } from '../launchApp.ts';
import { type Findings, type Goal, inRounds, type Row } from '../report.ts';
import type { Sides } from '../sides.ts';

const NAMES = ['site', 'siteApp', 'sitePlain'] as const;

/** From the page's navigation to its paint, in ms: of the first page with fresh data, and of the same page again. */
export async function measureSite(sides: Sides, rounds = 9): Promise<Findings> {
  const { cold, warm } = await inRounds(NAMES, rounds, async (name) => {
    const side = await sides.get(name);
    const { app, times, stop } = await launch(side);
    // No client is attached while it loads.
    await inPage(app, 'void (globalThis.isOld = true, setTimeout(() => location.reload(), 300))');
    await until('the page again', async () => !(await inPage(app, 'globalThis.isOld').catch(() => true)));
    const again = await paintOf(app, side);
    await stop();
    return { cold: times.page - times.navigation, warm: again.page - again.navigation };
  });
  const first: Goal[] = [
    ['site', 0.8, 'sitePlain'],
    ['site', 1.25, 'siteApp'],
  ];
  const rows: Row[] = [
    { what: 'first page of 48 modules', unit: 'ms', values: cold, goals: first },
    // The plain window has it in its HTTP cache.
    { what: 'the same page again', unit: 'ms', values: warm, goals: [['site', 1.7, 'siteApp']] },
  ];
  return { rows };
}
