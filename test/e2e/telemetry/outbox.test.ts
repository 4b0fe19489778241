/** No report is lost: not offline, not by any response of a server, not when the app quits. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { HANGS, RESETS, readEnvelope, startEnvelopeServer, TAKEN } from '../../support/envelopeServer.ts';
import { killNetwork } from '../../support/recovery.ts';
import { captureInMain, createBench, errorsIn, type TelemetryApp } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

const server = await startEnvelopeServer();
const bench = await createBench();
const userData = bench.folder();
let app: TelemetryApp;
const start = async () => {
  app = await bench.start({ ingest: server, userData });
};
/** Makes the app retry at once: the page learns that the machine is online. */
const online = () => app.inPage(() => void dispatchEvent(new Event('online')));
const emptied = () => until('an empty outbox', async () => (await app.waiting()).length === 0);
const has = (text: string) => (envelope: Buffer) => envelope.includes(`"value":"${text}"`);

const unfinished = () => join(userData, 'outbox', 'envelope.1');
beforeAll(async () => {
  server.answer = RESETS;
  await start();
});

it('an app that is offline keeps an error on disk', async () => {
  await app.throwInPage('offline');
  await until('the report on disk', async () => `${await storedErrors()}` === 'offline');
});

it('is started a second time, which ends before it opens the outbox, so only one process uses it', async () => {
  // Opening an outbox removes unfinished files.
  await writeFile(unfinished(), '');
  expect(await (await bench.spawn({ ingest: server, userData })).ended).toBe(0);
  expect(existsSync(unfinished())).toBe(true);
});

it('is killed, starts when the server is there, sends the error, and removes unfinished files', async () => {
  await app.kill();
  server.answer = TAKEN;
  await start();
  await server.error('offline');
  await emptied();
  expect(existsSync(unfinished())).toBe(false);
});

it('sends an error after the network process has crashed, and a report of that crash', async () => {
  await killNetwork({ main: (code) => app.main(`return ${code}`) }, 'SIGSEGV');
  await app.main(captureInMain('after the crash'));
  await server.error('after the crash');
  await until('the report of the crash', () =>
    server.items('event').some(({ payload }) => payload.tags?.['fault.kind'] === 'crash'),
  );
  await emptied();
});

it('quits with an error whose server hangs, and one right before the end: both are on disk', async () => {
  let isAsked = false;
  server.answer = (envelope) => {
    isAsked ||= has('unanswered')(envelope);
    return isAsked ? HANGS : TAKEN;
  };
  await app.main(captureInMain('unanswered'));
  await until('the request', () => isAsked);
  await end(`${captureInMain('the last')} electron.app.quit();`);
  expect((await storedErrors()).sort()).toEqual(['the last', 'unanswered']);
});

it('sends them after the next start, even if the newest is reset again and again', async () => {
  server.answer = (envelope) => (has('the last')(envelope) ? RESETS : TAKEN);
  await start();
  await server.error('unanswered');
  await until('only the one that is reset', async () => `${await storedErrors()}` === 'the last');
  server.answer = TAKEN;
  await online();
  await server.error('the last');
  await emptied();
});

it('ends by process.exit() with all errors on disk, also a large one, and one that nobody catches', async () => {
  server.answer = HANGS;
  const large = { large: 'password=hunter2 a@example.com '.repeat(25_000) };
  await end(`{ ${captureInMain('small')} } ${captureInMain('large', large)}
        setImmediate(() => process.exit(3));
        throw new Error('nobody catches it');`);
  expect((await storedErrors()).sort()).toEqual(['large', 'nobody catches it', 'small']);
});

async function end(code: string): Promise<void> {
  await app.main(`setTimeout(() => { ${code} }, 100);`);
  await app.gone();
}

async function storedErrors(): Promise<(string | undefined)[]> {
  const read = (await errorsIn(userData)).map((name) =>
    readFile(join(userData, 'outbox', name)).catch((error: NodeJS.ErrnoException) => {
      // It was sent meanwhile.
      if (error.code === 'ENOENT') return [];
      throw error;
    }),
  );
  const envelopes = (await Promise.all(read)).flat().map(readEnvelope);
  return envelopes.map(({ items }) => items[0]?.payload.exception?.values[0]?.value);
}
