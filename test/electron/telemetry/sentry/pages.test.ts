/** Pages add only known data to reports, and all of it is forgotten when reports are turned off. */
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

it('keeps tags and user, bounded, and drops extras and nested values', async () => {
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

it('the user is whom the page or main set last, and nobody after the page removed it', async () => {
  scope({ user: { id: 'page' } });
  Sentry.setUser({ id: 'main' });
  // A page repeats its user with every breadcrumb.
  scope({ user: { id: 'page' }, breadcrumbs: [{ message: 'one' }] });
  expect((await nextReport()).user).toEqual({ id: 'main' });
  // The SDK sends this for setUser(null).
  scope({ user: {} });
  expect((await nextReport()).user?.id).toBeUndefined();
  // A reloaded page begins without a user, which removes none.
  scope({ user: { id: 'page' } });
  electron.ipcMain.emit('sentry-ipc.start', { sender: a, ...fromPage });
  scope({ user: {} });
  expect((await nextReport()).user).toEqual({ id: 'page' });
  // Unless it removes it.
  scope({ user: { nobody: null } });
  expect((await nextReport()).user?.id).toBeUndefined();
});

it('forged parts of a report are not sent', async () => {
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

it('"off" stops both processes and forgets everything; nothing of it is in a report after a later yes', async () => {
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
  // The stack has lines of this file.
  expect(JSON.stringify({ ...report, exception: [] })).not.toContain('secret');
  expect(report.breadcrumbs as Breadcrumb[]).toEqual([]);
});
