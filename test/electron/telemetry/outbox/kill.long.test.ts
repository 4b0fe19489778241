/** Processes that are killed while they store reports: what they had stored is delivered. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { listOutbox } from '../../../../electron/telemetry/outbox/disk.ts';
import { type Answer, HANGS, RESETS, startEnvelopeServer, TAKEN } from '../../../support/envelopeServer.ts';
import { freshFolder } from './support/harness.ts';
import { openOutbox } from './support/openOutbox.ts';

/** Mostly accepts; now and then an error, a broken connection or no response. */
function unsteady(): Answer {
  const chance = Math.random();
  if (chance < 0.97) return TAKEN;
  if (chance < 0.98) return { status: 500 };
  return chance < 0.99 ? RESETS : HANGS;
}

/** Resolves to the ids that the process reported as stored. */
async function killOnce(folder: string, url: string): Promise<string[]> {
  const script = join(import.meta.dirname, 'support', 'killedApp.ts');
  const child = spawn(process.execPath, [script, folder, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    output += chunk;
  });
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  await wait(Math.random() * 100);
  child.kill('SIGKILL');
  await closed;
  // A cut line is not a promise.
  return output.split('\n').slice(0, -1);
}

const kills = Number(process.env.OUTBOX_KILLS ?? 4);
/** Many more may fill an outbox: what it then evicts would count as lost. */
const MOST = 50;

it(`all that processes have stored arrives, of ${kills} killed at a random moment, and none is damaged`, async () => {
  const server = await startEnvelopeServer();
  for (let left = kills; left > 0; left -= MOST) {
    const folder = freshFolder();
    const accepted = new Set<string>();
    const rounds = Math.min(MOST, left);
    server.answer = unsteady;
    for (let round = 0; round < rounds; round += 1)
      for (const id of await killOnce(folder, server.url)) accepted.add(id);
    server.answer = TAKEN;
    const { outbox } = openOutbox(folder, server.url);
    const isWaiting = () => listOutbox(folder).some((one) => !one.isQuarantined);
    for (const end = Date.now() + 60_000; isWaiting() && Date.now() < end; ) await wait(20);
    outbox.close();
    const arrived = new Set(server.taken.map(({ header }) => header.event_id));
    expect([...accepted].filter((id) => !arrived.has(id))).toEqual([]);
    expect(listOutbox(folder)).toEqual([]);
    expect(accepted.size).toBeGreaterThan(rounds);
  }
  await server.close();
}, 1_200_000);
