/** No report is lost: not offline, not by any response of a server, not when the app quits. */
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnApp } from '../../support/app.ts';
import {
  type Answer,
  type EnvelopeServer,
  HANGS,
  RESETS,
  readEnvelope,
  startEnvelopeServer,
  TAKEN,
} from '../../support/envelopeServer.ts';
import { killNetwork } from '../../support/recovery.ts';
import {
  captureInMain,
  createBench,
  type TelemetryApp,
  type TelemetryBench,
  waitingIn,
} from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

let bench: TelemetryBench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.remove());

const settingsFor = ({ dsn }: EnvelopeServer) => ({ reports: 'on', sentryDsn: dsn });
const emptied = (app: TelemetryApp) =>
  until('an empty outbox', async () => (await app.waiting()).length === 0);

it('an error captured offline, in an app that is then killed, arrives after the next start', async () => {
  const down = await startEnvelopeServer();
  await down.close();
  const userData = await bench.folder();
  const first = await bench.start({ settings: settingsFor(down), userData });
  await first.throwInPage('offline');
  await until('the report on disk', async () =>
    (await first.waiting()).some((name) => name.includes('-error-')),
  );
  await first.kill();
  expect(await storedErrors(userData)).toEqual(['offline']);
  if (process.platform !== 'win32') await expectPrivate(join(userData, 'outbox'));

  const server = await startEnvelopeServer(down.port);
  const second = await bench.start({ settings: settingsFor(server), userData });
  await server.error('offline');
  await emptied(second);
  await second.kill();
  await server.close();
});

it('an error whose server hangs arrives after the next start, once the server responds', async () => {
  const server = await startEnvelopeServer();
  server.answer = HANGS;
  const userData = await bench.folder();
  const first = await bench.start({ settings: settingsFor(server), userData });
  await first.main(captureInMain('unanswered'));
  await until('the request', () => server.requests > 0);
  await first.main('setTimeout(() => electron.app.quit(), 50)');
  await first.ended;
  expect(await storedErrors(userData)).toContain('unanswered');
  server.answer = TAKEN;
  const second = await bench.start({ settings: settingsFor(server), userData });
  await server.error('unanswered');
  await second.kill();
  await server.close();
});

it('a second launch exits before it opens the outbox, so only one process uses it', async () => {
  const settings = { reports: 'ask', sentryDsn: 'http://key@127.0.0.1:9/1' };
  const userData = await bench.folder();
  const first = await bench.start({ settings, userData });
  await first.main(captureInMain('waits'));
  // Opening an outbox removes unfinished files.
  const unfinished = join(userData, 'outbox', 'envelope.1');
  await writeFile(unfinished, '');
  const others = await Promise.all([1, 2, 3].map(() => spawnApp({ userData })));
  expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(existsSync(unfinished)).toBe(true);
  await first.kill();
  const next = await bench.start({ settings, userData });
  expect(existsSync(unfinished)).toBe(false);
  await next.kill();
});

it('an error whose upload is always reset delays no other, even after the next start', async () => {
  const down = await startEnvelopeServer();
  await down.close();
  const userData = await bench.folder();
  const settings = settingsFor(down);
  const first = await bench.start({ settings, userData });
  const capture = async (app: TelemetryApp, texts: string[]) => {
    for (const text of texts) await app.main(captureInMain(text));
    await until('all on disk', async () => {
      const stored = await storedErrors(userData);
      return texts.every((text) => stored.includes(text));
    });
  };
  await capture(first, ['first', 'second', 'third', 'fourth', 'reset']);
  const server = await startEnvelopeServer(down.port);
  server.answer = (envelope) => (envelope.includes('"value":"reset"') ? RESETS : TAKEN);
  await first.page.evaluate(() => void dispatchEvent(new Event('online')));
  for (const text of ['first', 'second', 'third', 'fourth']) await server.error(text);
  server.answer = RESETS;
  await capture(first, ['fifth', 'sixth']);
  await first.kill();
  server.answer = (envelope) => (envelope.includes('"value":"sixth"') ? RESETS : TAKEN);
  const second = await bench.start({ settings, userData });
  for (const text of ['fifth', 'reset']) await server.error(text);
  await until('only the one that is reset', async () => `${await storedErrors(userData)}` === 'sixth');
  await second.kill();
  await server.close();
});

/** Only this user can read waiting reports. */
async function expectPrivate(folder: string): Promise<void> {
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const files = (await readdir(folder, { withFileTypes: true, recursive: true })).filter((one) =>
    one.isFile(),
  );
  for (const { parentPath, name } of files) {
    expect((await stat(join(parentPath, name))).mode & 0o777, name).toBe(0o600);
  }
}

describe('an error that the server answers with', () => {
  let server: EnvelopeServer;
  let app: TelemetryApp;
  beforeAll(async () => {
    server = await startEnvelopeServer();
    app = await bench.start({ settings: settingsFor(server), userData: await bench.folder() });
    await emptied(app);
  });
  afterAll(async () => {
    await app.kill();
    await server.close();
  });

  /** Makes the app retry at once: the page learns that the machine is online. */
  const online = () => app.page.evaluate(() => void dispatchEvent(new Event('online')));

  async function answered(answer: Answer, text: string): Promise<void> {
    server.answer = answer;
    const { requests } = server;
    await app.main(captureInMain(text));
    await online();
    await until(`a request that is answered with ${answer.status}`, () => server.requests > requests);
  }

  const html = { headers: { 'content-type': 'text/html' }, body: '<html><title>Sign in</title></html>' };
  const kept: Record<string, Answer> = {
    '500': { status: 500 },
    '302': { status: 302, headers: { location: '/elsewhere' } },
    '200 with a page, as a captive portal does': { status: 200, ...html },
    '429 with Retry-After': { status: 429, headers: { 'retry-after': '1' } },
  };
  it.each(Object.entries(kept))('%s is sent again', async (name, answer) => {
    await answered(answer, `kept over ${name}`);
    expect((await app.waiting()).length).toBeGreaterThan(0);
    server.answer = TAKEN;
    await online();
    await server.error(`kept over ${name}`);
    await emptied(app);
  });

  it('429 with Retry-After waits until then', async () => {
    const at: number[] = [];
    server.answer = (envelope) => {
      if (envelope.includes('"value":"limited"')) at.push(performance.now());
      return at.length > 1 ? TAKEN : { status: 429, headers: { 'retry-after': '3' } };
    };
    await app.main(captureInMain('limited'));
    await until('the first request', () => at.length > 0);
    await online();
    await server.error('limited');
    const [first = 0, second = 0] = at;
    expect(second - first).toBeGreaterThan(2_990);
    await emptied(app);
  });

  it('400 is not sent again', async () => {
    await answered({ status: 400, headers: { 'content-type': 'application/json' }, body: '{}' }, 'refused');
    await emptied(app);
    server.answer = TAKEN;
    await app.main(captureInMain('after the refusal'));
    await server.error('after the refusal');
    expect(
      server.items('event').some(({ payload }) => payload.exception?.values[0]?.value === 'refused'),
    ).toBe(false);
  });

  it('no answer, as the network process crashed, arrives with a report of the crash', async () => {
    await killNetwork({ main: (code) => app.main(`return ${code}`) }, 'SIGSEGV');
    await app.main(captureInMain('after the crash'));
    await server.error('after the crash');
    await until('the report of the crash', () =>
      server.items('event').some(({ payload }) => payload.tags?.['fault.kind'] === 'crash'),
    );
    await emptied(app);
  });
});

describe('an error right before the end is on disk', () => {
  const ends: Record<string, string> = {
    'app.quit()': `${captureInMain('the last')} electron.app.quit();`,
    'process.exit()': `${captureInMain('the last')} process.exit(3);`,
    'process.exit(), and the report is large': `${captureInMain('the last', { large: 'password=hunter2 a@example.com '.repeat(25_000) })} process.exit(3);`,
    'an exception that nobody catches': `setImmediate(() => process.exit(3)); throw new Error('the last');`,
  };
  it.each(Object.entries(ends))('%s', async (_name, code) => {
    const down = await startEnvelopeServer();
    await down.close();
    const userData = await bench.folder();
    const app = await bench.start({ settings: settingsFor(down), userData });
    await app.main(`setTimeout(() => { ${code} }, 100);`);
    await app.ended;
    expect(await storedErrors(userData)).toEqual(['the last']);
  });
});

/** The exceptions of the stored events. */
async function storedErrors(userData: string): Promise<(string | undefined)[]> {
  const names = (await waitingIn(userData)).filter((name) => name.includes('-error-'));
  const read = names.map((name) =>
    readFile(join(userData, 'outbox', name)).catch((error: NodeJS.ErrnoException) => {
      // It was sent meanwhile.
      if (error.code === 'ENOENT') return [];
      throw error;
    }),
  );
  const files = (await Promise.all(read)).flat();
  const envelopes = files.map((file) => readEnvelope(file[0] === 0x1f ? gunzipSync(file) : file));
  return envelopes.map(({ items }) => items[0]?.payload.exception?.values[0]?.value);
}
