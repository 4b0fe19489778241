/** The outbox on the real disk: storing, draining, starting with a full folder, and being killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorEnvelope, idOf } from '../../electron/telemetry/outbox/support/envelopes.ts';
import { runKillRounds } from '../../electron/telemetry/outbox/support/killRounds.ts';
import { type Loopback, startLoopback } from '../../electron/telemetry/outbox/support/loopback.ts';
import { openOutbox } from '../../electron/telemetry/outbox/support/openOutbox.ts';
import { TestFiles } from '../../electron/telemetry/outbox/support/testFiles.ts';
import { type Context, type Findings, once } from '../support/rows.ts';
import { sampleOf } from '../support/stats.ts';

const STORED = 200;
const DRAINED = 1_000;
const DRAINS = 7;
const DRAIN_LIMIT_S = 5;
const FILES = 10_000;
const STARTS = 7;
const KILLS = 200;

/** Seconds from the order to send until the server has all. */
export async function drain(folder: string, server: Loopback, count: number): Promise<number> {
  // Filling is no part of it, so it need not wait for the disk.
  const { outbox, transport } = openOutbox(folder, server.url, { mode: 'ask', files: new TestFiles() });
  for (let n = 0; n < count; n += 1) await transport.send(errorEnvelope(idOf(n), { bytes: 4_000 }));
  outbox.close();
  const { outbox: sending } = openOutbox(folder, server.url, { mode: 'ask' });
  const from = performance.now();
  sending.setMode('on');
  while (sending.state().counters.sent < count) await wait(2);
  const seconds = (performance.now() - from) / 1_000;
  sending.close();
  return seconds;
}

export async function measureOutbox({ log }: Context): Promise<Findings> {
  log(`outbox: ${DRAINS} drains of ${DRAINED}, ${STARTS} starts with ${FILES} files, ${KILLS} kills`);
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-outbox-'));
  const server = await startLoopback();
  try {
    const { outbox, transport } = openOutbox(join(folder, 'store'), server.url, { mode: 'ask' });
    const stores: number[] = [];
    for (let n = 0; n < STORED; n += 1) {
      const envelope = errorEnvelope(idOf(n), { bytes: 20_000 });
      const from = performance.now();
      void transport.send(envelope);
      stores.push(performance.now() - from);
    }
    outbox.close();

    const drains: number[] = [];
    for (let n = 0; n <= DRAINS; n += 1)
      drains.push(await drain(join(folder, `drain-${n}`), server, DRAINED));

    const full = join(folder, 'full');
    const filled = openOutbox(full, server.url, { mode: 'ask', maxBytes: 1e9, files: new TestFiles() });
    for (let n = 0; n < FILES; n += 1) await filled.transport.send(errorEnvelope(idOf(n)));
    filled.outbox.close();
    const starts: number[] = [];
    for (let n = 0; n <= STARTS; n += 1) {
      const from = performance.now();
      const { outbox: again } = openOutbox(full, server.url, { mode: 'ask', maxBytes: 1e9 });
      const { count } = again.state().priorities[0] ?? { count: 0 };
      starts.push(performance.now() - from);
      if (count !== FILES) throw new Error(`The outbox found ${count} of ${FILES} files.`);
      again.close();
    }

    // In two folders at once: a round is mostly the start of its process.
    const rounds = ['left', 'right'].map((name) => runKillRounds(join(folder, name), KILLS / 2));
    const kills = await Promise.all(rounds);
    const accepted = kills.reduce((sum, one) => sum + one.accepted, 0);
    const isStuck = kills.some(({ stuck }) => stuck > 0);
    const drained = sampleOf(drains.slice(1));
    const lost = kills.reduce((sum, one) => sum + one.lost.length + one.unreadable.length, 0);
    return {
      rows: [
        { what: 'store an error of 20 kB, synced', unit: 'ms', sides: { holdfast: sampleOf(stores) } },
        {
          what: 'drain 1,000 stored errors on loopback',
          unit: 's',
          sides: { holdfast: drained },
          goal: { text: `≤ ${DRAIN_LIMIT_S} s`, isMet: drained.median <= DRAIN_LIMIT_S },
          note: 'stock holds 30 at most, and sends one every 100 ms: 100 s for as many',
        },
        {
          what: 'open the outbox with 10,000 files',
          unit: 'ms',
          sides: { holdfast: sampleOf(starts.slice(1)) },
        },
        {
          what: `accepted reports lost or unreadable over ${KILLS} SIGKILLs`,
          unit: '',
          sides: { holdfast: once(lost) },
          goal: { text: '0', isMet: lost === 0 && !isStuck },
          note: `of ${accepted.toLocaleString('en')} accepted`,
        },
      ],
    };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
