import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isUp } from '../../../../electron/common/localServer.ts';
import { waitFor } from '../../../../electron/tool/devServer/devServer.ts';
import { freePort } from '../../../support/freePort.ts';
import { lacks } from '../../../support/lacks.ts';
import { STRANGER, startStranger } from '../../../support/stranger.ts';

function listen(port: number): void {
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
}

it.skipIf(lacks('another user'))("skips another user's server, and names it", async () => {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const belongs = `A server at ${address} belongs to another user (uid ${STRANGER}) and is not shown.`;
  await startStranger('::1', port, '');
  expect(await isUp(address)).toBe(false);
  const told = new AbortController();
  const patience = { each: 1, first: 0, next: 1 };
  const wait = (last: number) =>
    waitFor(address, told.signal, (line) => told.abort(new Error(`told: ${line}`)), { ...patience, last });
  await expect(wait(-1)).rejects.toThrow(belongs);
  await expect(wait(60_000)).rejects.toThrow(`told: ${belongs}`);
  // By address, not by port.
  listen(port);
  const hosts = ['localhost', '127.0.0.1', '[::1]'];
  const areUp = await Promise.all(hosts.map((host) => isUp(`http://${host}:${port}`)));
  expect(areUp).toEqual([true, true, false]);
});

it('waits for a late server, which listens only on IPv4, and says so', async () => {
  const port = await freePort();
  const lines: string[] = [];
  const say = (line: string) => {
    lines.push(line);
    if (lines.length === 2) listen(port);
  };
  const patience = { each: 1, first: 0, next: 10, last: 60_000 };
  await waitFor(`http://localhost:${port}`, new AbortController().signal, say, patience);
  expect(lines.slice(0, 2)).toEqual(Array(2).fill(`waiting for http://localhost:${port}`));
});

it('gives up with the address in the message', async () => {
  const address = `http://localhost:${await freePort()}`;
  const patience = { each: 1, first: 0, next: 1, last: 20 };
  const wait = waitFor(address, new AbortController().signal, () => undefined, patience);
  await expect(wait).rejects.toThrow(`Nothing listens at ${address} after 0 s`);
});
