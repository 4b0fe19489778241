/**
 * Figures of the outbox, taken by hand on the real disk: `node figures.ts [store] [drain] [memory] [start] [clients]`.
 * Not part of the tests: they are of the machine as much as of the code.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Outbox } from '../../../../../electron/telemetry/outbox/outbox.ts';
import { type Policy, type Scenario, seeded, simulate } from './clients.ts';
import { errorEnvelope, idOf, replayEnvelope } from './envelopes.ts';
import { startLoopback } from './loopback.ts';
import { openOutbox } from './openOutbox.ts';

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'outbox-figures-'));
const server = await startLoopback();
let opened: Outbox[] = [];

function open(name: string, options: Parameters<typeof openOutbox>[2] = {}): ReturnType<typeof openOutbox> {
  const one = openOutbox(join(folder, name), server.url, options);
  opened.push(one.outbox);
  return one;
}

async function figure(name: string, take: () => Promise<void> | void): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  await take();
  for (const outbox of opened) outbox.close();
  opened = [];
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const diskUse = (name: string) =>
  Number(execFileSync('du', ['-sB1', join(folder, name)], { encoding: 'utf8' }).split('\t')[0]);

await figure('store', () => {
  const { transport } = open('store', { mode: 'ask' });
  const times: number[] = [];
  for (let n = 0; n < 1_000; n += 1) {
    const envelope = errorEnvelope(idOf(n), { bytes: 20_000 });
    const from = performance.now();
    void transport.send(envelope);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => `${times[Math.floor(times.length * part)]?.toFixed(2)} ms`;
  console.log(`store one error of 20 kB, synced: median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(0.999)}`);
});

await figure('drain', async () => {
  const { outbox, transport } = open('drain', { mode: 'ask' });
  for (let n = 0; n < 1_000; n += 1) await transport.send(errorEnvelope(idOf(n), { bytes: 4_000 }));
  const from = performance.now();
  outbox.setMode('on');
  while (outbox.state().counters.sent < 1_000) await wait(5);
  console.log(`drain 1,000 envelopes on loopback: ${((performance.now() - from) / 1_000).toFixed(2)} s`);
});

await figure('memory', async () => {
  const { outbox, transport } = open('memory', { mode: 'ask' });
  const samples: string[] = [];
  let mostOnDisk = 0;
  for (let n = 0; n < 10_000; n += 1) {
    await transport.send(errorEnvelope(idOf(n), { bytes: 20_000 }));
    // Two hours of replay among them: 1,440 segments of 30 kB.
    if (n % 7 === 0) await transport.send(replayEnvelope(idOf(1_000_000), n, 30_000));
    if (n % 1_000 !== 999) continue;
    globalThis.gc?.();
    mostOnDisk = Math.max(mostOnDisk, diskUse('memory'));
    samples.push(`${n + 1}: ${megabytes(process.memoryUsage().heapUsed)}`);
  }
  const { lanes, counters, usedBytes } = outbox.state();
  console.log(`heap by errors captured: ${samples.join(', ')}`);
  console.log(
    `kept ${lanes[0]?.count} errors, evicted ${counters.evicted}, budget used ${megabytes(usedBytes)}, most on disk ${megabytes(mostOnDisk)}`,
  );
});

await figure('start', async () => {
  const filled = open('start', { mode: 'ask', maxBytes: 1e9 });
  for (let n = 0; n < 10_000; n += 1) await filled.transport.send(errorEnvelope(idOf(n)));
  const from = performance.now();
  const { outbox } = open('start', { mode: 'ask', maxBytes: 1e9 });
  console.log(
    `start with ${outbox.state().lanes[0]?.count} files: ${(performance.now() - from).toFixed(0)} ms`,
  );
});

await figure('clients', () => {
  const scenarios: Record<string, Partial<Scenario>> = {
    'over a minute': {},
    'over a minute, server takes 20,000/s': { capacity: 20_000 },
    'over a minute, server takes 5,000/s': { capacity: 5_000 },
    'at the same moment': { returnMs: 0 },
    'at the same moment, server takes 20,000/s': { returnMs: 0, capacity: 20_000 },
  };
  for (const [name, changes] of Object.entries(scenarios)) {
    const base = {
      clients: 100_000,
      returnMs: 60_000,
      errors: 3,
      segments: 10,
      capacity: Number.POSITIVE_INFINITY,
    };
    const rows = (['outbox', 'stock', 'stock, told'] satisfies Policy[]).map((policy) => [
      policy,
      simulate(policy, { ...base, ...changes }, seeded(1)),
    ]);
    console.log(`100,000 machines come back ${name}, each with 3 errors and 10 segments:`);
    console.table(Object.fromEntries(rows));
  }
});

await server.close();
rmSync(folder, { recursive: true });
