/** What a page may say reaches reports as data only, and what was said is forgotten when reports are switched off. */
import type { Breadcrumb } from '@sentry/core';
import { beforeAll, expect, it, vi } from 'vitest';
import { electron } from '../stubElectron.ts';
import {
  a,
  envelopes,
  first,
  fromPage,
  itemsOf,
  pageBreadcrumb,
  pageError,
  Sentry,
  sent,
  telemetry,
  thrown,
  withSdk,
} from './sdkHarness.ts';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);
vi.mock('@sentry/electron/main', async () => (await import('../stubElectron.ts')).loadSdk());

beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
withSdk();

const emit = (channel: string, message: unknown) =>
  electron.ipcMain.emit(`sentry-ipc.${channel}`, { sender: a, ...fromPage }, message);
const scope = (given: object) => emit('scope', JSON.stringify(given));
const envelope = (header: object, ...items: [object, unknown][]) =>
  emit('envelope', [header, ...items.flat()].map((part) => JSON.stringify(part)).join('\n'));
const items = () => envelopes.flatMap(([, all]) => all.map(([{ type }]) => type));
async function nextReport() {
  envelopes.length = 0;
  Sentry.captureException(new Error('afterwards'));
  return first(await sent('event'))[0];
}

it('tags and user are there, bounded; extras and what is no value are not', async () => {
  scope({
    tags: { plan: 'free', odd: { a: 1 }, long: 'x'.repeat(1_000) },
    user: { id: '7', nested: {} },
    extra: { secret: 'x' },
  });
  const { tags, user, extra } = await nextReport();
  expect(tags).toMatchObject({ plan: 'free', long: 'x'.repeat(200) });
  expect(tags).not.toHaveProperty('odd');
  expect(user).toEqual({ id: '7' });
  expect(extra ?? {}).not.toHaveProperty('secret');
});

it('the user is whom the page or main set last, and nobody once the page has taken it back', async () => {
  scope({ user: { id: 'page' } });
  Sentry.setUser({ id: 'main' });
  // A page says the same with every breadcrumb.
  scope({ user: { id: 'page' }, breadcrumbs: [{ message: 'one' }] });
  expect((await nextReport()).user).toEqual({ id: 'main' });
  // What the SDK makes of setUser(null).
  scope({ user: {} });
  expect((await nextReport()).user?.id).toBeUndefined();
  // A page that is loaded again begins without a user, and takes none back.
  scope({ user: { id: 'page' } });
  electron.ipcMain.emit('sentry-ipc.start', { sender: a, ...fromPage });
  scope({ user: {} });
  expect((await nextReport()).user).toEqual({ id: 'page' });
  // Unless it says so.
  scope({ user: { nobody: null } });
  expect((await nextReport()).user?.id).toBeUndefined();
});

it('what a page forges of a report does not leave', async () => {
  const event = {
    event_id: '7'.repeat(32),
    exception: thrown,
    release: 'forged',
    environment: 'forged',
    server_name: 'forged',
    platform: 'forged',
    sdkProcessingMetadata: { capturedSpanScope: 'forged' },
    tags: { 'event.window': 99, 'event.process': 'forged' },
    breadcrumbs: [{ timestamp: Date.now() / 1000, message: 'own', data: { 'electron.process': 'main' } }],
  };
  const dump = { type: 'attachment', attachment_type: 'event.minidump', filename: 'forged.dmp' };
  envelope(
    { trace: { trace_id: '1'.repeat(32), release: 'forged' } },
    [{ type: 'event' }, event],
    [dump, 'MDMP'],
  );
  envelope({}, [{ type: 'session' }, { sid: 'forged', status: 'crashed' }]);
  envelope({}, [{ type: 'check_in' }, { monitor_slug: 'forged' }]);
  const [report] = first(await sent('event'));
  expect(items()).toEqual(['event']);
  expect(JSON.stringify(envelopes)).not.toContain('forged');
  expect(report.tags).toMatchObject({ 'event.window': '1', 'event.process': 'renderer' });
  expect(report.breadcrumbs?.at(-1)).toMatchObject({
    message: 'own',
    data: { 'electron.process': 'renderer' },
  });
});

it('"off" stops and forgets what both processes say; a later yes tells nothing of it', async () => {
  const both = (word: string) => {
    scope({ tags: { secret: word }, user: { id: word } });
    pageBreadcrumb(a, word);
    Sentry.addBreadcrumb({ message: word });
  };
  both('secret before');
  telemetry.setReports('off');
  expect(telemetry.pageSettings()).toBeNull();
  both('secret while off');
  pageError(a, { event_id: '8'.repeat(32), exception: thrown });
  await telemetry.flush();
  expect(itemsOf('event').map(([{ event_id }]) => event_id)).not.toContain('8'.repeat(32));
  telemetry.setReports('on');
  expect(telemetry.pageSettings()).not.toBeNull();
  const report = await nextReport();
  // Its stack has lines of this file.
  expect(JSON.stringify({ ...report, exception: [] })).not.toContain('secret');
  expect(report.breadcrumbs as Breadcrumb[]).toEqual([]);
});
