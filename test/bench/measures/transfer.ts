/** 100 MB sent and fetched by a page at its own address, beside a plain window; and what main holds meanwhile. */
import { writeFileSync } from 'node:fs';
import { inPage, launch } from '../launchApp.ts';
import { type Findings, type Goal, inTurn, median, type Row, type SideName } from '../report.ts';
import { BULK, type Sides } from '../sides.ts';
import { statusOf } from './processes.ts';

const NAMES: readonly SideName[] = ['address', 'bareAddress', 'bareListens', 'site', 'sitePlain'];

const post = (body: string) => `fetch('/bulk', { method: 'POST', body: ${body} }).then((it) => it.text())`;
/** What a page does; it tells how many bytes arrived. */
const WAYS = {
  upload: post(`new Blob([new Uint8Array(${BULK})])`),
  download: `fetch('/bulk').then((it) => it.arrayBuffer()).then((it) => String(it.byteLength))`,
  bytes: post(`new Uint8Array(${BULK})`),
};
type Way = keyof typeof WAYS;

const timed = (way: string) => `(async () => {
  const from = performance.now();
  const moved = await ${way};
  if (moved !== '${BULK}') throw new Error('Only ' + moved + ' bytes arrived.');
  return performance.now() - from;
})()`;

export async function measureTransfer(sides: Sides, rounds = 5): Promise<Findings> {
  const none = (): Record<string, number[]> => Object.fromEntries(NAMES.map((name) => [name, []]));
  const took: Record<Way, ReturnType<typeof none>> = { upload: none(), download: none(), bytes: none() };
  const held = none();
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of inTurn(NAMES, round)) {
      const { app, root, stop } = await launch(await sides.get(name));
      // From here on the kernel keeps main's highest amount anew (proc(5), clear_refs).
      if (process.platform === 'linux') writeFileSync(`/proc/${root}/clear_refs`, '5');
      for (const way of ['upload', 'download', 'bytes'] as const) {
        const ms = await inPage<number>(app, timed(WAYS[way]), 60_000);
        if (round === 0) continue;
        took[way][name]?.push(ms);
        if (way === 'download' && process.platform === 'linux') held[name]?.push(statusOf(root, 'VmHWM'));
      }
      await stop();
    }
  }
  const goals: Goal[] = [
    ['address', 1.1, 'bareAddress'],
    ['site', 1.1, 'sitePlain'],
  ];
  const row = (what: string, unit: Row['unit'], values: Row['values']): Row => ({
    what,
    unit,
    values,
    goals,
    // Whoever listens to requests has Chromium's main process between page and server (Electron, webRequest).
    floor: { value: median(values.bareListens ?? []), of: 'a bare window with one listener of requests' },
  });
  const rows = [
    row('upload of 100 MB, a Blob', 'ms', took.upload),
    row('download of 100 MB', 'ms', took.download),
    // Electron copies what is no Blob and no file into main for each listener of requests.
    row('upload of 100 MB, bytes of the page', 'ms', took.bytes),
  ];
  if (process.platform !== 'linux') return { rows };
  // A plain window's main has the Blob too: Chromium keeps it there.
  return { rows: [...rows, row('main holds of Blob and download, at most', 'MB', held)] };
}
