import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isOnPath, startDisplay } from '../../../electron/setup/display.ts';

/** A client's first message, without a secret (X Window System Protocol, chapter 8). */
const HELLO = Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

it.skipIf(!isOnPath('Xvfb'))('lets nobody in without its secret', async () => {
  const display = await startDisplay();
  onTestFinished(() => display.stop());
  const socket = connect(`/tmp/.X11-unix/X${display.env.DISPLAY?.slice(1)}`);
  socket.write(HELLO);
  // The server's reason may come after the head of its answer. An answer that admits the client is longer.
  let answer = '';
  for await (const part of socket) {
    answer += part;
    if (answer.length > 64) break;
  }
  expect(answer).toContain('Authorization required');
});
