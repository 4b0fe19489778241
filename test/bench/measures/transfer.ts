/** 100 MB sent and fetched by a page at its own address, beside a plain window; and what main holds meanwhile. */
import { writeFileSync } from 'node:fs';
import { inPage, launch } from '../launchApp.ts';
import { type Findings, type Goal, inRounds, median, type Row } from '../report.ts';
import { BULK, type Sides } from '../sides.ts';
import { statusOf } from './processes.ts';

const NAMES = ['address', 'bareAddress', 'bareListens', 'site', 'sitePlain'] as const;

const post = (body: string) => `fetch('/bulk', { method: 'POST', body: ${body} }).then((it) => it.text())`;
/** Each tells how many bytes arrived. */
const UPLOAD = post(`new Blob([new Uint8Array(${BULK})])`);
const DOWNLOAD = `fetch('/bulk').then((it) => it.arrayBuffer()).then((it) => String(it.byteLength))`;
const BYTES = post(`new Uint8Array(${BULK})`);

const timed = (way: string) => `(async () => {
  const from = performance.now();
  const moved = await ${way};
  if (moved !== '${BULK}') throw new Error('Only ' + moved + ' bytes arrived.');
  return performance.now() - from;
})()`;

export async function measureTransfer(sides: Sides, rounds = 5): Promise<Findings> {
  const found = await inRounds(NAMES, rounds, async (name) => {
    const { app, root, stop } = await launch(await sides.get(name));
    const isLinux = process.platform === 'linux';
    // From here on the kernel keeps main's highest amount anew (proc(5), clear_refs).
    if (isLinux) writeFileSync(`/proc/${root}/clear_refs`, '5');
    const take = (way: string) => inPage<number>(app, timed(way), 60_000);
    const [upload, download] = [await take(UPLOAD), await take(DOWNLOAD)];
    const held = isLinux ? statusOf(root, 'VmHWM') : 0;
    const bytes = await take(BYTES);
    await stop();
    return { upload, download, held, bytes };
  });
  const goals: Goal[] = [
    ['address', 1.1, 'bareAddress'],
    ['site', 1.1, 'sitePlain'],
  ];
  const row = (what: string, unit: Row['unit'], figure: keyof typeof found): Row => ({
    ...{ what, unit, goals, values: found[figure] },
    // Whoever listens to requests has Chromium's main process between page and server (Electron, webRequest).
    floor: { value: median(found[figure].bareListens), of: 'a bare window with one listener of requests' },
  });
  const rows = [
    row('upload of 100 MB, a Blob', 'ms', 'upload'),
    row('download of 100 MB', 'ms', 'download'),
    // Electron copies what is no Blob and no file into main for each listener of requests.
    row('upload of 100 MB, bytes of the page', 'ms', 'bytes'),
  ];
  if (process.platform !== 'linux') return { rows };
  // A plain window's main has the Blob too: Chromium keeps it there.
  return { rows: [...rows, row('main holds of Blob and download, at most', 'MB', 'held')] };
}
