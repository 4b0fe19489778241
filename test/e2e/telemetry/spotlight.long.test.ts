/** An independent reader of envelopes accepts what the app sends. */
import { Server } from 'node:net';
import { clearBuffer, setupSidecar } from '@spotlightjs/sidecar';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Envelope, readEnvelope, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { createBench, type TelemetryBench } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: console.error, debug: () => undefined };
const received: Envelope[] = [];
let bench: TelemetryBench;
let spotlight: Server;
let address: string;

beforeAll(async () => {
  bench = await createBench();
  const free = await startEnvelopeServer();
  await free.close();
  address = `http://127.0.0.1:${free.port}`;
  spotlight = await startOnLoopback(free.port);
});
afterAll(async () => {
  await bench.remove();
  clearBuffer();
  await new Promise((resolve) => spotlight.close(resolve));
});

it('Spotlight receives an error and its replay, and returns both', async () => {
  const settings = { reports: 'on', sentryDsn: address.replace('http://', 'http://key@').concat('/1') };
  const app = await bench.start({ settings, userData: await bench.folder() });
  const replayId = await app.recording();
  await app.throwInPage('for another reader');
  const item = (from: Envelope[], type: string) =>
    from.flatMap(({ items }) => items).find((one) => one.type === type)?.payload;
  await until(
    'an event and a replay at Spotlight',
    () => item(received, 'event') && item(received, 'replay_event'),
  );

  const given = await giveBack(received.length);
  for (const envelopes of [received, given]) {
    expect(item(envelopes, 'event')?.exception?.values[0]?.value).toBe('for another reader');
    expect(item(envelopes, 'replay_event')?.replay_id).toBe(replayId);
  }
  await until('an empty outbox', async () => (await app.waiting()).length === 0);
  await app.kill();
});

/** It listens on every interface and does not expose its server; both are changed while it starts. */
async function startOnLoopback(port: number): Promise<Server> {
  const { listen } = Server.prototype;
  let started: Server | undefined;
  const spy = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (
    this: Server,
    ...args: unknown[]
  ) {
    if (args[0] !== port) return listen.apply(this, args as Parameters<typeof listen>);
    started = this;
    return listen.call(this, { port, host: '127.0.0.1' }, args.at(-1) as () => void);
  } as typeof listen);
  setupSidecar({
    port,
    logger: quiet,
    incomingPayload: (body) => received.push(readEnvelope(Buffer.from(body, 'binary'))),
  });
  const server = await until('Spotlight', () => (started?.listening ? started : undefined));
  spy.mockRestore();
  return server;
}

/** Reads what Spotlight has received, as its own window does. */
async function giveBack(count: number): Promise<Envelope[]> {
  const leave = new AbortController();
  const headers = { accept: 'text/event-stream' };
  const { body } = await fetch(`${address}/stream?base64=1`, { headers, signal: leave.signal });
  if (!body) throw new Error('Spotlight gave nothing back.');
  let text = '';
  const envelopes = () =>
    [...text.matchAll(/^data:(.+)\n\n/gm)].map(([, data = '']) => readEnvelope(Buffer.from(data, 'base64')));
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (envelopes().length >= count) break;
  }
  leave.abort();
  return envelopes();
}
