/**
 * One thing at two sizes, which must not cost more at the larger: reports that wait, files of a build, windows that were
 * opened and closed, hours without use, minutes of use. Takes some minutes.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorEnvelope, idOf } from '../../electron/telemetry/outbox/support/envelopes.ts';
import { openOutbox } from '../../electron/telemetry/outbox/support/openOutbox.ts';
import { TestDisk } from '../../electron/telemetry/outbox/support/testDisk.ts';
import { type AppProcess, devToolsAddress, PROJECT, pause } from '../../support/app.ts';
import { attach, connect } from '../../support/cdp.ts';
import { clickAt } from '../../support/input.ts';
import { startOrigin, usual } from '../../support/origin.ts';
import { CLOCK, type Watched, watch } from '../../support/recovery.ts';
import { HEAP, measure } from '../../support/soak/figures.ts';
import { until } from '../../support/until.ts';
import { inPage, launch } from '../launchApp.ts';
import { type Findings, inRounds, median, type Row } from '../report.ts';
import { DSN, type Side, type Sides } from '../sides.ts';
import { memoryOf, privateOf } from './processes.ts';

const [REPORTS, FILES] = [10_000, 20_000];
/**
 * From the first hundred on: by then V8 has compiled what each runs, and a report has all of its 100 breadcrumbs. Electron
 * itself keeps 17 kB of each: main of a bare window had 44.3 MB after 120 and 47.9 after 320 (33.2.1).
 */
const [SOME_WINDOWS, WINDOWS] = [120, 320];
const [HOUR, HOURS, STEP_MS] = [1, 24, 600_000];
const [SOME_MINUTES, MINUTES] = [60, 120];
/**
 * V8's young generation grows with use, to 16 MB and more in each process and alike with no growth of what lives in it:
 * main's 20 MB in an hour, of which its heap has none after a collection.
 */
const YOUNG = '--js-flags=--max-semi-space-size=1';

type Two = { few: number[]; many: number[] };

/** One run differs by that much from the next; and Chromium writes five files of its own some seconds after the start. */
const row = (what: string, unit: Row['unit'], values: Two): Row => ({
  ...{ what, unit, values, goals: [['many', unit === 'files' ? 1.15 : 1.1, 'few']] },
  floor: { value: median(values.few), of: 'no growth' },
});

/** Starts of two sides in turn: to the page, and what the processes have written three seconds later. */
async function compare(what: string, sides: Record<keyof Two, Side>, rounds: number): Promise<Row[]> {
  const { page, memory } = await inRounds(['few', 'many'] as const, rounds, async (size) => {
    const { root, times, stop } = await launch(sides[size], 3_000);
    const taken = { page: times.page, memory: memoryOf(root, 'Dirty') };
    await stop();
    return taken;
  });
  return [row(`${what}: start → page`, 'ms', page), row(`${what}: memory written after 3 s`, 'MB', memory)];
}

async function fill(userData: string): Promise<void> {
  const folder = join(userData, 'outbox');
  const { outbox, transport } = openOutbox(folder, DSN, { mode: 'ask', disk: new TestDisk(folder) });
  for (let n = 0; n < REPORTS; n += 1) await transport.send(errorEnvelope(idOf(n), { bytes: 1_000 }));
  outbox.close();
  const { length } = (await readdir(folder)).filter((name) => name !== 'quarantine');
  if (length < REPORTS) throw new Error(`Of ${REPORTS} reports ${length} are on the disk.`);
}

/** A build's other files, in folders of a thousand. */
async function addFiles(build: string): Promise<void> {
  for (let part = 0; part < FILES / 1_000; part += 1) {
    const folder = join(build, 'files', String(part));
    await mkdir(folder, { recursive: true });
    const names = Array.from({ length: 1_000 }, (_, n) => join(folder, `picture-${n}.svg`));
    await Promise.all(names.map((name) => writeFile(name, '<svg xmlns="http://www.w3.org/2000/svg"/>')));
  }
}

async function restOf(app: Watched) {
  await app.main(HEAP);
  await pause(5_000);
  const heap = await app.main<number>(HEAP);
  const pid = app.process.pid ?? 0;
  return { heap, ...measure(pid, app.userData), memory: privateOf([pid], 'Dirty') };
}

/** Rows of main's figures after a few and after many steps of something. */
async function repeat(what: string, few: number, many: number, step: (app: Watched) => Promise<unknown>) {
  const shop = await startOrigin(usual);
  const about = { settings: { sentryDsn: DSN, reports: 'on' }, config: { web: { address: shop.url } } };
  const app = await watch({ app: PROJECT, prelude: CLOCK, args: [YOUNG], ...about });
  await app.shows('The shop at /');
  await app.page(
    `void addEventListener('mousedown', () => open('/other', '_blank', 'width=500,height=400'))`,
  );
  const walk = async (from: number, to: number) => {
    for (let n = from; n < to; n += 1) await step(app);
    return await restOf(app);
  };
  const [before, after] = [await walk(0, few), await walk(few, many)];
  const code = await app.stop();
  await shop.close();
  if (code !== 0) throw new Error(`The app ended with ${code}.\n${app.stderr()}`);
  const of = (figure: keyof typeof before) => ({ few: [before[figure]], many: [after[figure]] });
  return [
    row(`${what}: main's memory written`, 'MB', of('memory')),
    row(`${what}: main's heap`, 'MB', of('heap')),
    row(`${what}: main's open files`, 'files', of('descriptors')),
    row(`${what}: files on the disk`, 'files', of('files')),
  ];
}

const ALL = 'electron.BrowserWindow.getAllWindows()';

/** A press opens a window of the page, which is closed once it has loaded. */
async function openAndClose(app: Watched): Promise<void> {
  // Electron lists windows in no order: a late press of the last step may have opened one.
  const first = await app.main<number>(`Math.min(...${ALL}.map(({ id }) => id))`);
  const contents = `electron.BrowserWindow.fromId(${first}).webContents`;
  const others = `${ALL}.filter(({ id }) => id !== ${first})`;
  // A page that has just loaded may miss the first press. A second one too early would open its page in this window.
  await until('a window', async () => {
    await clickAt(app, { x: 300, y: 300 }, { contents });
    const isThere = () => app.main<boolean>(`${others}.length > 0`);
    const late = performance.now() + 5_000;
    while (performance.now() < late && !(await isThere())) await pause(20);
    return await isThere();
  });
  const isLoaded = `({ webContents: it }) => it.getURL() && !it.isLoading()`;
  await until('its page', () => app.main<boolean>(`${others}.every(${isLoaded})`));
  // A late press opens one more.
  await until('its end', async () => {
    await app.main(`void ${others}.forEach((window) => window.close())`);
    return await app.main<boolean>(`${others}.length === 0`);
  });
}

/** Follows the links in turn, six a minute, most with data; the page reports an error at every twelfth. */
const use = (from: number, to: number) => `(async () => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const scope = globalThis.__SENTRY__?.[__SENTRY__.version].defaultCurrentScope;
  for (let n = ${from * 6}; n < ${to * 6}; n += 1) {
    const link = document.querySelectorAll('nav a')[(n + 1) % 5];
    link.click();
    for (let waits = 0; document.querySelector('h1').innerText !== link.innerText; waits += 1) {
      if (waits > 1_000) throw new Error(link.innerText + ' did not come: ' + document.body.innerText);
      await pause(10);
    }
    if (n % 12 === 0) scope?.captureException(new Error('Caught in use: ' + n));
    await pause(50);
  }
})()`;

/** Collects garbage in the page and its worker. */
async function collect(app: AppProcess): Promise<void> {
  const cdp = await connect(await devToolsAddress(app));
  type Found = { targetInfos: { type: string; targetId: string }[] };
  const { targetInfos } = await cdp.send<Found>('Target.getTargets');
  for (const { type, targetId } of targetInfos)
    if (['page', 'service_worker'].includes(type))
      await cdp.send('HeapProfiler.collectGarbage', {}, { sessionId: await attach(cdp, targetId) });
  cdp.close();
}

/** The example in use at machine speed, with a replay of it all and reports that no server takes. */
async function anHour(sides: Sides): Promise<Row> {
  const memory: Two = { few: [], many: [] };
  const { app, root, stop } = await launch({ ...(await sides.get('page')), args: [YOUNG] });
  for (const [size, from, to] of [
    ['few', 0, SOME_MINUTES],
    ['many', SOME_MINUTES, MINUTES],
  ] as const) {
    await inPage(app, use(from, to), 120_000);
    // Longer than a replay buffers its recording: 5.5 s.
    await pause(6_000);
    await collect(app);
    memory[size].push(memoryOf(root, 'Dirty'));
  }
  const kept = (await readdir(join(app.userData, 'outbox'))).length;
  await stop();
  if (kept < MINUTES / 2) throw new Error(`Of ${MINUTES / 2} reports ${kept} are on the disk.`);
  return row(`${SOME_MINUTES} and ${MINUTES} min of use: memory that stays`, 'MB', memory);
}

export async function measureScale(sides: Sides, rounds = 2): Promise<Findings> {
  const [holdfast, web] = [await sides.get('holdfast'), await sides.get('web')];
  const filled = { ...holdfast, fill };
  const large = await sides.withMore('web', 'large', addFiles);
  const hour = async (app: Watched) => {
    await app.passTime(STEP_MS);
    await pause(250);
  };
  const perHour = 3_600_000 / STEP_MS;
  return {
    rows: [
      ...(await compare('0 and 10,000 stored reports', { few: holdfast, many: filled }, rounds)),
      ...(await compare('2 and 20,000 files of a build', { few: web, many: large }, rounds)),
      ...(await repeat(`${SOME_WINDOWS} and ${WINDOWS} windows`, SOME_WINDOWS, WINDOWS, openAndClose)),
      ...(await repeat(`${HOUR} and ${HOURS} idle hours`, HOUR * perHour, HOURS * perHour, hour)),
      await anHour(sides),
    ],
  };
}
