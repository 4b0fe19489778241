/**
 * Runs inside a network namespace of its own (test/e2e/error/backToWork): pulls the cable of its only interface, goes to a
 * page with data, and plugs it in again. Prints the words read as JSON once the page is there without a click.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import en from '../../electron/shared/texts/en.json' with { type: 'json' };
import { startApp } from './app.ts';
import { selfSigned } from './selfSigned.ts';
import { FAULT_WORDS } from './words.ts';

const [, , folder = '', hosts = ''] = process.argv;
const server = createServer(selfSigned(), (_request, response) =>
  response.end('{"pageProps":{"said":"yes"}}'),
);
await once(server.listen(0, '0.0.0.0'), 'listening');
const own = await mkdtemp(join(tmpdir(), 'holdfast-offline-'));
const settings = join(own, 'settings.json');
const origin = `https://server.test:${(server.address() as AddressInfo).port}`;
await writeFile(settings, JSON.stringify({ origin, buildId: 'b1' }));
const app = await startApp({
  app: folder,
  args: ['--ignore-certificate-errors'],
  env: { HOLDFAST_SETTINGS: settings },
});
const { page } = app;
await page.getByText('The start page').waitFor();
execFileSync('ip', ['link', 'set', 'out', 'down']);
await page.waitForFunction(() => !navigator.onLine);
await page.evaluate(() => {
  const button = document.getElementById('data') as HTMLButtonElement;
  button.value = '/data';
  button.click();
});
await page.getByText(en.fault.load.offline.title).first().waitFor();
const words = await page.evaluate<string>(FAULT_WORDS);
// The name is known again as soon as the network is.
await writeFile(hosts, '127.0.0.1 localhost\n10.123.0.1 server.test\n');
execFileSync('ip', ['link', 'set', 'out', 'up']);
await page.getByText('The server said yes').waitFor();
console.log(JSON.stringify({ words }));
await app.stop();
server.close();
await rm(own, { recursive: true });
