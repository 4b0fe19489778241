/** What a replay costs a page that inserts 60,000 rows at once: time to paint, and the longest pause after that. */
import { inPage, launch } from '../launch.ts';
import { type Findings, inTurn, type Row } from '../report.ts';
import type { Sides } from '../sides.ts';

const ROWS = 60_000;
const NAMES = ['holdfast', 'silent'] as const;

/**
 * Milliseconds until the rows are painted, and of the longest task in the ten seconds after that: a replay may
 * delay its work, but not hide it.
 */
const INSERT = `(async () => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const replay = () => globalThis.__SENTRY__?.[__SENTRY__.version].defaultCurrentScope?.getClient()?.getIntegrationByName('Replay');
  for (let waits = 0; globalThis.__SENTRY__ && !replay()?.getReplayId(); waits += 1) {
    if (waits > 100) throw new Error('The page records no replay.');
    await pause(100);
  }
  await pause(1_000);
  const row = (n) => '<tr><td>' + n + '</td><td>The row with this number</td><td><a href="/rows/' + n + '">open</a></td></tr>';
  const html = Array.from({ length: ${ROWS} }, (_, n) => row(n)).join('');
  const table = document.body.appendChild(document.createElement('table'));
  const from = performance.now();
  table.innerHTML = html;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const painted = performance.now() - from;
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) if (startTime > from + painted) longest = Math.max(longest, duration);
  });
  observer.observe({ type: 'longtask' });
  await pause(10_000);
  return { painted, longest };
})()`;

/** @param rounds one insertion on each side per round */
export async function measureInsertion(sides: Sides, rounds = 3): Promise<Findings> {
  const values = { painted: { holdfast: [], silent: [] }, longest: { holdfast: [], silent: [] } } as Record<
    'painted' | 'longest',
    Record<(typeof NAMES)[number], number[]>
  >;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of inTurn(NAMES, round)) {
      const { app, stop } = await launch(await sides.get(name));
      try {
        const found = await inPage<{ painted: number; longest: number }>(app, INSERT, 120_000);
        values.painted[name].push(found.painted);
        values.longest[name].push(found.longest);
      } finally {
        await stop();
      }
    }
  }
  const row = (what: string, of: keyof typeof values): Row => ({ what, unit: 'ms', values: values[of] });
  return {
    rows: [
      { ...row('60,000 rows inserted and painted', 'painted'), goals: [['holdfast', 1.3, 'silent']] },
      row('longest task in the ten seconds after', 'longest'),
    ],
  };
}
