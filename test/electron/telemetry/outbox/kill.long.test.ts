/** Processes that are killed while they store reports: what they had stored is delivered. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listOutbox } from '../../../../electron/telemetry/outbox/disk.ts';
import { type Answer, HANGS, RESETS, startEnvelopeServer, TAKEN } from '../../../support/envelopeServer.ts';
import { freshFolder } from './support/folder.ts';
import { openOutbox } from './support/openOutbox.ts';
import { readStored, waitingIn } from './support/stored.ts';

interface KillResult {
  /** Ids that a process reported as stored. */
  accepted: number;
  /** Of these, neither delivered nor on disk after a round. */
  lost: string[];
  /** Files whose bytes were not the stored ones. */
  unreadable: string[];
  /** How often the server accepted one that it already had. */
  sentTwice: number;
  /** Left on disk after the last round, before the last run that drains. */
  leftOver: number;
  /** Left on disk after that. */
  stuck: number;
}

/** Mostly accepts; now and then an error, a broken connection or no response. */
function unsteady(): Answer {
  const chance = Math.random();
  if (chance < 0.97) return TAKEN;
  if (chance < 0.98) return { status: 500 };
  return chance < 0.99 ? RESETS : HANGS;
}

/** Runs `rounds` rounds in `folder`. */
async function runKillRounds(folder: string, rounds: number): Promise<KillResult> {
  const server = await startEnvelopeServer();
  server.answer = unsteady;
  const delivered = () => server.taken.map(({ header }) => String(header.event_id));
  const accepted = new Set<string>();
  const lost = new Set<string>();
  const unreadable = new Set<string>();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const id of await killOnce(folder, server.url)) accepted.add(id);
      const safe = new Set([...delivered(), ...inspect(folder, unreadable)]);
      for (const id of accepted) if (!safe.has(id)) lost.add(id);
    }
    const leftOver = inspect(folder, unreadable).size;
    server.answer = TAKEN;
    const { outbox } = openOutbox(folder, server.url);
    const until = Date.now() + 60_000;
    while (waitingIn(folder).length > 0 && Date.now() < until) await wait(20);
    outbox.close();
    const stuck = waitingIn(folder).length;
    const arrived = new Set(delivered());
    for (const id of accepted) if (!arrived.has(id)) lost.add(id);
    return {
      accepted: accepted.size,
      lost: [...lost],
      unreadable: [...unreadable],
      sentTwice: delivered().length - arrived.size,
      leftOver,
      stuck,
    };
  } finally {
    await server.close();
  }
}

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

/** Complete envelopes by id; adds the names of others to `unreadable`. */
function inspect(folder: string, unreadable: Set<string>): Set<string> {
  const ids = new Set<string>();
  for (const { file, isQuarantined } of listOutbox(folder)) if (isQuarantined) unreadable.add(file);
  for (const { file, id, envelope } of readStored(folder)) {
    if (envelope) ids.add(id);
    else unreadable.add(file);
  }
  return ids;
}

const kills = Number(process.env.OUTBOX_KILLS ?? 4);
/** Many more may fill an outbox: what it then evicts would count as lost. */
const MOST = 50;

describe('a process killed at a random moment', () => {
  it(`loses nothing that it had stored, ${kills} times, at most ${MOST} in one folder`, async () => {
    for (let left = kills; left > 0; left -= MOST) {
      const rounds = Math.min(MOST, left);
      const result = await runKillRounds(freshFolder(), rounds);
      console.log(
        `${rounds} kills: ${result.accepted} stored, ${result.leftOver} left, ${result.sentTwice} sent twice`,
      );
      expect(result).toMatchObject({ lost: [], unreadable: [], stuck: 0 });
      expect(result.accepted).toBeGreaterThan(rounds);
    }
  }, 1_200_000);
});
