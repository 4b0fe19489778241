/** How long the outbox takes to send what waits: after an hour without a network, or a week. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorEnvelope, idOf } from '../../electron/telemetry/outbox/support/envelopes.ts';
import { openOutbox } from '../../electron/telemetry/outbox/support/openOutbox.ts';
import { TestDisk } from '../../electron/telemetry/outbox/support/testDisk.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import type { Findings } from '../report.ts';

const COUNT = 1_000;

async function drain(folder: string, server: EnvelopeServer): Promise<number> {
  // Filling is not measured, so it skips syncing.
  const { outbox, transport } = openOutbox(folder, server.url, { mode: 'ask', disk: new TestDisk(folder) });
  for (let n = 0; n < COUNT; n += 1) await transport.send(errorEnvelope(idOf(n), { bytes: 4_000 }));
  outbox.close();
  const { outbox: sending } = openOutbox(folder, server.url, { mode: 'ask' });
  const end = server.taken.length + COUNT;
  const from = performance.now();
  sending.setMode('on');
  // Asks the server: the outbox's own state sums up everything that waits.
  while (server.taken.length < end) await wait(2);
  sending.close();
  return (performance.now() - from) / 1_000;
}

export async function measureDrain(_sides: unknown, rounds = 5): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-drain-'));
  const server = await startEnvelopeServer();
  const holdfast: number[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const seconds = await drain(join(folder, String(round)), server);
      if (round > 0) holdfast.push(seconds);
    }
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const what = `send ${COUNT.toLocaleString('en')} errors that wait`;
  return { rows: [{ what, unit: 's', values: { holdfast }, goals: [['holdfast', 5]] }] };
}
