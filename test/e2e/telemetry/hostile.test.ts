/** A page that sends what it likes through the SDK's door: reports are made as before, and nothing forged leaves. */
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { captureInMain, createBench, type TelemetryBench } from '../../support/telemetryApp.ts';

const MESSAGES = 1_000;
/** Bytes that the outbox may take (its default budget). */
const BUDGET = 100_000_000;
let server: EnvelopeServer;
let bench: TelemetryBench;
beforeAll(async () => {
  [server, bench] = await Promise.all([startEnvelopeServer(), createBench()]);
});
afterAll(async () => {
  await bench.remove();
  await server.close();
});

const body = fc.record(
  Object.fromEntries(
    ['exception', 'contexts', 'tags', 'user', 'breadcrumbs', 'attachments', 'spans', 'release', 'level'].map(
      (name) => [name, fc.oneof(fc.jsonValue(), fc.constant('forged'), fc.constant('x'.repeat(50_000)))],
    ),
  ),
  { requiredKeys: [] },
);
const TYPES = [
  'event',
  'transaction',
  'feedback',
  'session',
  'attachment',
  'replay_event',
  'check_in',
  '__proto__',
];
const envelope = fc
  .tuple(fc.constantFrom(...TYPES), fc.constantFrom('event.minidump', undefined), body)
  .map(([type, attachment_type, payload]) =>
    [{}, { type, attachment_type }, payload].map((part) => JSON.stringify(part)).join('\n'),
  );
const message = fc.oneof(
  body.map((scope) => ['sendScope', JSON.stringify(scope)] as const),
  envelope.map((text) => ['sendEnvelope', text] as const),
  fc.string().map((text) => ['sendEnvelope', text] as const),
);

it(`after ${MESSAGES} hostile messages of a page both processes report, within the limits`, async () => {
  const app = await bench.start({
    settings: { reports: 'on', sentryDsn: server.dsn },
    userData: await bench.folder(),
  });
  const messages = fc.sample(message, { seed: 20261122, numRuns: MESSAGES });
  await app.page.evaluate((all) => {
    const { __SENTRY_IPC__: doors } = globalThis as unknown as {
      __SENTRY_IPC__: Record<string, Record<string, (text: string) => void>>;
    };
    for (const [name, text] of all) doors['sentry-ipc']?.[name]?.(text);
  }, messages);
  await app.main(captureInMain('main is well'));
  await app.throwInPage('the page is well');
  await server.error('main is well');
  await server.error('the page is well');

  const outbox = join(app.userData, 'outbox');
  const names = await readdir(outbox, { recursive: true });
  // What has been sent meanwhile is gone.
  const sizes = names.map((name) => statSync(join(outbox, name), { throwIfNoEntry: false })?.size ?? 0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUDGET);
  for (const { items } of server.taken) {
    for (const { payload, type } of items) {
      expect(['event', 'transaction', 'feedback', 'session', 'client_report']).toContain(type);
      expect(payload?.release ?? `holdfast@`).toMatch(/^holdfast@/);
      expect(payload?.breadcrumbs?.length ?? 0).toBeLessThanOrEqual(100);
    }
  }
  await app.kill();
});
