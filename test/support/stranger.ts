/** A server of another user of this machine. Only root can start one: `lacks('another user')`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** The user `nobody`: not this one, and not root. */
export const STRANGER = 65_534;

const SERVER = `
  process.setgid(${STRANGER});
  process.setuid(${STRANGER});
  const [host, port, words] = process.argv.slice(1);
  const server = require('node:http').createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><h1>' + words + '</h1>');
  });
  server.listen({ host, port: Number(port), ipv6Only: true }, () => console.log('listening'));
`;

/** Serves a page with these words there until the test ends. @returns a function that ends it earlier */
export async function startStranger(host: string, port: number, words: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['-e', SERVER, host, String(port), words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  if (child.exitCode !== null) throw new Error(`Nobody could listen at ${host}, port ${port}.`);
  const end = async () => {
    child.kill();
    await ended;
  };
  onTestFinished(end);
  return end;
}
