/** `node killedApp.ts FOLDER URL` captures until it is killed, and prints each id that the transport has accepted. */
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { errorEnvelope, replayEnvelope } from './envelopes.ts';
import { openOutbox } from './openOutbox.ts';

const [folder = '', url = ''] = process.argv.slice(2);
const { transport } = openOutbox(folder, url);

for (;;) {
  const id = randomBytes(16).toString('hex');
  const isReplay = Math.random() < 0.3;
  const bytes = Math.floor(Math.random() * 40_000);
  const taken = transport.send(isReplay ? replayEnvelope(id, 1, bytes) : errorEnvelope(id, { bytes }));
  // An error is on disk when send returns, a replay when its promise resolves.
  if (isReplay) await taken;
  writeSync(1, `${id}\n`);
  if (Math.random() < 0.5) await turn();
}
