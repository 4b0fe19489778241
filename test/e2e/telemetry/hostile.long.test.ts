/** A page that sends anything on the SDK's channels: reports still work, and nothing forged is sent. */
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { captureInMain, server, startReporting, withBench } from '../../support/telemetryApp.ts';

const MESSAGES = 1_000;
/** Maximum bytes of the outbox (its default budget). */
const BUDGET = 100_000_000;
withBench();

const body = fc.record(
  Object.fromEntries(
    ['exception', 'contexts', 'tags', 'user', 'breadcrumbs', 'attachments', 'spans', 'release', 'level'].map(
      (name) => [name, fc.oneof(fc.jsonValue(), fc.constant('forged'), fc.constant('x'.repeat(50_000)))],
    ),
  ),
  { requiredKeys: [] },
);
/** Types that pages may send without main reading them. */
const FORWARDED = ['attachment', 'check_in', '__proto__', 'profile', 'profile_chunk'];
const TYPES =
  'event transaction feedback session attachment profile profile_chunk replay_event check_in __proto__'.split(
    ' ',
  );
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
  const app = await startReporting();
  const messages = fc.sample(message, { seed: 20261122, numRuns: MESSAGES });
  await app.inPage((all) => {
    const { __SENTRY_IPC__: channels } = globalThis as unknown as {
      __SENTRY_IPC__: Record<string, Record<string, (text: string) => void>>;
    };
    for (const [name, text] of all) channels['sentry-ipc']?.[name]?.(text);
  }, messages);
  await app.main(captureInMain('main is well'));
  await app.throwInPage('the page is well');
  await server.error('main is well');
  await server.error('the page is well');

  const outbox = join(app.userData, 'outbox');
  const names = await readdir(outbox, { recursive: true });
  // Sent files are gone meanwhile.
  const sizes = names.map((name) => statSync(join(outbox, name), { throwIfNoEntry: false })?.size ?? 0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUDGET);
  const known = ['event', 'transaction', 'feedback', 'session', 'client_report', 'replay_event'];
  for (const { items } of server.taken) {
    // The errors above send the recorder's replay; a forged segment has no recording.
    if (items.some(({ type }) => type === 'replay_event')) {
      expect(items.map(({ type }) => type)).toEqual(['replay_event', 'replay_recording']);
      items.pop();
    }
    for (const { payload, type } of items) {
      // Forwarded as they are: main knows nothing of them.
      if (FORWARDED.includes(type)) continue;
      expect(known).toContain(type);
      expect(payload?.release ?? `holdfast@`).toMatch(/^holdfast@/);
      expect(payload?.breadcrumbs?.length ?? 0).toBeLessThanOrEqual(100);
    }
  }
  await app.kill();
});
