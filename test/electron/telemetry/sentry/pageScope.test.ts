/** What a page may say of itself reaches reports as data only. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { electron } from '../stubElectron.ts';
import { a, envelopes, first, fromPage, sent, startSdk } from './sdkScene.ts';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);
vi.mock('@sentry/electron/main', async () => (await import('../stubElectron.ts')).loadSdk());

type Sdk = Awaited<ReturnType<typeof startSdk>>;
let Sentry: Sdk['Sentry'];
let stop: Sdk['stop'];
beforeAll(async () => {
  ({ Sentry, stop } = await startSdk());
});
beforeEach(() => {
  envelopes.length = 0;
});
afterAll(() => stop());

const say = (scope: object) =>
  electron.ipcMain.emit('sentry-ipc.scope', { sender: a, ...fromPage }, JSON.stringify(scope));

it.each([
  ['an attachment that is none', { attachments: [null] }],
  ['an attachment of many bytes', { attachments: [{ filename: 'x', data: 'x'.repeat(100_000) }] }],
])('%s is in no later report, and ends none', async (_name, scope) => {
  say(scope);
  Sentry.captureException(new Error('afterwards'));
  const reports = await sent('event');
  expect(first(reports)[0].exception?.values?.[0]?.value).toBe('afterwards');
  expect(envelopes.flatMap(([, items]) => items.map(([{ type }]) => type))).not.toContain('attachment');
});

it('tags and user are there, bounded; extras and what is no value are not', async () => {
  say({
    tags: { plan: 'free', odd: { a: 1 }, long: 'x'.repeat(1_000) },
    user: { id: '7', nested: {} },
    extra: { secret: 'x' },
  });
  Sentry.captureException(new Error('tagged'));
  const [event] = first(await sent('event'));
  expect(event.tags).toMatchObject({ plan: 'free', long: 'x'.repeat(200) });
  expect(event.tags).not.toHaveProperty('odd');
  expect(event.user).toMatchObject({ id: '7' });
  expect(event.extra ?? {}).not.toHaveProperty('secret');
});
