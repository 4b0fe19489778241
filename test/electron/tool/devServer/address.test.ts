import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isUp, waitFor } from '../../../../electron/tool/devServer/address.ts';
import { freePort } from '../../../support/freePort.ts';

/** Listens there until the test is over. */
async function listen(host: string, port = 0): Promise<number> {
  const server = createServer((socket) => socket.destroy()).listen(port, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('a server that listens on IPv4 alone is found as localhost', async () => {
  const port = await listen('127.0.0.1');
  expect(await isUp(`http://localhost:${port}`)).toBe(true);
  expect(await isUp(`http://127.0.0.1:${port}`)).toBe(true);
});

it('nobody is found where nobody listens', async () => {
  expect(await isUp(`http://localhost:${await freePort()}`)).toBe(false);
  expect(await isUp(`http://[::1]:${await freePort()}`)).toBe(false);
});

it('a server that comes late is waited for, and that is said', async () => {
  const port = await freePort();
  const lines: string[] = [];
  const say = (line: string) => {
    lines.push(line);
    if (lines.length === 2) void listen('127.0.0.1', port);
  };
  const patience = { each: 1, first: 0, next: 10, last: 60_000 };
  await waitFor(`http://localhost:${port}`, new AbortController().signal, say, patience);
  expect(lines.slice(0, 2)).toEqual(Array(2).fill(`waiting for http://localhost:${port}`));
});

it('gives up with the address in the message', async () => {
  const address = `http://localhost:${await freePort()}`;
  const wait = waitFor(address, new AbortController().signal, () => undefined, {
    each: 1,
    first: 0,
    next: 1,
    last: 20,
  });
  await expect(wait).rejects.toThrow(`Nothing listens at ${address} after 0 s`);
});
