/** The longest time that main is blocked while 600 reports of 200 kB arrive at once. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../support/app.ts';
import { mainOf } from '../../support/screen.ts';
import { inPage, launch } from '../launch.ts';
import type { Findings, Row } from '../report.ts';
import { DSN, type Sides } from '../sides.ts';

/** From ten defects, so that none reaches its hourly limit. */
const COMMON = `
  const sentry = globalThis.__SENTRY__?.[__SENTRY__.version];
  const extra = () => Array.from({ length: 40 }, () => Math.random().toString(36).repeat(500).slice(0, 5_000));
  const fingerprint = (n) => ['flood ' + (n % 10)];
  const capture = (n) => (sentry.acs?.getCurrentScope() ?? sentry.defaultCurrentScope).captureException(
    new Error('Flood ' + n), { captureContext: { extra: { texts: extra().map(String) }, fingerprint: fingerprint(n) } });
  let n = 0;`;
/** One after another, each in its own turn of the event loop. */
const ONE_BY_ONE = `const next = () => { capture(n); n += 1; if (n < 600) setTimeout(next); }; next();`;
const POSTED = `
  const event = (n) => ({ extra: extra(), fingerprint: fingerprint(n), exception: { values: [{ type: 'Error', value: 'Flood ' + n }] } });
  const lines = (n) => [{ dsn: '${DSN}' }, { type: 'event' }, event(n)].map((part) => JSON.stringify(part)).join('\\n');
  for (; n < 600; n += 1) fetch('/_holdfast/envelope', { method: 'POST', body: lines(n) });`;

const SOURCES = [
  ['of main', 'main', ONE_BY_ONE],
  ['of a page', 'page', ONE_BY_ONE],
  ['of an SDK in the page, by the tunnel', 'page', POSTED],
] as const;

const WATCH = `globalThis.delay = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: 5 });
  globalThis.delay.enable();`;

/** Milliseconds. */
async function longest(sides: Sides, process: 'main' | 'page', flood: string): Promise<number> {
  const { app, stop } = await launch(await sides.get('holdfast'), ['--inspect=0']);
  try {
    const main = await mainOf(app);
    // The page loads the SDK after its first paint.
    await pause(3_000);
    await main(`(() => { ${WATCH} })()`);
    const code = `(() => { ${COMMON} ${flood} })()`;
    await (process === 'main' ? main(code) : inPage(app, code));
    const outbox = join(app.userData, 'outbox');
    const stored = () => (existsSync(outbox) ? readdirSync(outbox).join() : 'none yet');
    for (let before = ''; before !== stored(); ) {
      before = stored();
      await pause(2_000);
    }
    // Main answers once it has taken everything that waits.
    return Number(await main('globalThis.delay.max / 1e6', 60_000));
  } finally {
    await stop();
  }
}

const ERRORS = 40;

/** Milliseconds from the first of 40 errors that a page throws at once until all are on disk. */
async function untilStored(sides: Sides): Promise<number> {
  const { app, stop } = await launch(await sides.get('holdfast'));
  try {
    await pause(3_000);
    const outbox = join(app.userData, 'outbox');
    const stored = () => (existsSync(outbox) ? readdirSync(outbox).length : 0);
    const before = stored();
    const began = performance.now();
    await inPage(
      app,
      `for (let n = 0; n < ${ERRORS}; n += 1) setTimeout(() => { throw new Error('stored ' + n); })`,
    );
    while (stored() < before + ERRORS && performance.now() - began < 20_000) await pause(5);
    return performance.now() - began;
  } finally {
    await stop();
  }
}

export async function measureFlood(sides: Sides, rounds = 3): Promise<Findings> {
  const rows: Row[] = [];
  for (const [whose, process, flood] of SOURCES) {
    const holdfast: number[] = [];
    for (let round = 0; round < rounds; round += 1) holdfast.push(await longest(sides, process, flood));
    const what = `main stands still for 600 reports of 200 kB ${whose}`;
    rows.push({ what, unit: 'ms', values: { holdfast }, goals: [['holdfast', 50]] });
  }
  const holdfast: number[] = [];
  for (let round = 0; round < rounds; round += 1) holdfast.push(await untilStored(sides));
  rows.push({
    what: `until ${ERRORS} errors of a page are on disk`,
    unit: 'ms',
    values: { holdfast },
    goals: [],
  });
  return { rows };
}
