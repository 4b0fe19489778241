/** Rounds of a process that is killed at a random moment, on one folder and against one server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listOutbox } from '../../../../../electron/telemetry/outbox/disk.ts';
import { accept, type Responder, startLoopback } from './loopback.ts';
import { openOutbox } from './openOutbox.ts';
import { readStored } from './stored.ts';

export interface KillResult {
  /** Ids that a process said it had stored. */
  accepted: number;
  /** Of these, neither delivered nor on disk after a round. */
  lost: string[];
  /** Files whose bytes were not the stored ones. */
  unreadable: string[];
  /** Accepted by the server more than once. */
  sentTwice: number;
  /** Left on disk after the last round, before the last run that drains. */
  leftOver: number;
  /** Left on disk after that. */
  stuck: number;
}

/** Mostly accepts; now and then an error, a broken connection or no response. */
const unsteady: Responder = (response, ...rest) => {
  const chance = Math.random();
  if (chance < 0.97) accept(response, ...rest);
  else if (chance < 0.98) response.writeHead(500).end();
  else if (chance < 0.99) response.destroy();
};

/** Runs `rounds` rounds in `folder`. */
export async function runKillRounds(folder: string, rounds: number): Promise<KillResult> {
  const deliveries = new Map<string, number>();
  let isWell = false;
  const server = await startLoopback((response, envelope, request) => {
    (isWell ? accept : unsteady)(response, envelope, request);
    if (!response.writableEnded || response.statusCode !== 200) return;
    const id = String(envelope[0].event_id);
    deliveries.set(id, (deliveries.get(id) ?? 0) + 1);
  });
  const accepted = new Set<string>();
  const lost = new Set<string>();
  const unreadable = new Set<string>();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const id of await killOnce(folder, server.url)) accepted.add(id);
      const onDisk = inspect(folder, unreadable);
      for (const id of accepted) if (!deliveries.has(id) && !onDisk.has(id)) lost.add(id);
    }
    const leftOver = inspect(folder, unreadable).size;
    isWell = true;
    const { outbox } = openOutbox(folder, server.url);
    const until = Date.now() + 60_000;
    while (listOutbox(folder).envelopes.length > 0 && Date.now() < until) await wait(20);
    outbox.close();
    const stuck = listOutbox(folder).envelopes.length;
    for (const id of accepted) if (!deliveries.has(id)) lost.add(id);
    const sentTwice = [...deliveries.values()].filter((count) => count > 1).length;
    return {
      accepted: accepted.size,
      lost: [...lost],
      unreadable: [...unreadable],
      sentTwice,
      leftOver,
      stuck,
    };
  } finally {
    await server.close();
  }
}

async function killOnce(folder: string, url: string): Promise<string[]> {
  const script = join(import.meta.dirname, 'killedApp.ts');
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
  // A line that was cut off is no promise.
  return output.split('\n').slice(0, -1);
}

/** Whole envelopes by id; adds the names of others to `unreadable`. */
function inspect(folder: string, unreadable: Set<string>): Set<string> {
  const ids = new Set<string>();
  for (const { file } of listOutbox(folder).quarantined) unreadable.add(file);
  for (const { file, name, envelope } of readStored(folder)) {
    if (envelope) ids.add(name.id);
    else unreadable.add(file);
  }
  return ids;
}
