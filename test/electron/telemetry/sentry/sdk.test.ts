/** The SDK's `init` with our options. A change of its version shows here what is new. */
import type { Breadcrumb, Envelope, Event, Transport } from '@sentry/core';
import { expect, it, vi } from 'vitest';
import { LEFT_OUT, limitedOptions, OF_SHELL } from '../../../../electron/telemetry/sentry/sdk.ts';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);
vi.mock('@sentry/electron/main', async () => (await import('../stubElectron.ts')).loadSdk());
const Sentry = await import('@sentry/electron/main');

const OPTIONS = { dsn: 'https://key@127.0.0.1/1', release: 'app@1.0.0', environment: 'test' };

const leftOut = { ...LEFT_OUT, ...OF_SHELL };
const breadcrumbs: unknown[] = [];

/** The report of an error, once all lookups are done. */
async function reportAfter(start: (transport: () => Transport) => void): Promise<Event> {
  const sent: Envelope[] = [];
  const send = (envelope: Envelope) => Promise.resolve(void sent.push(envelope)).then(() => ({}));
  start(() => ({ send, flush: () => Promise.resolve(true) }));
  await vi.waitFor(async () => {
    Sentry.captureException(new Error('thrown'));
    await Sentry.flush();
    expect(reportsIn(sent).at(-1)?.contexts).toMatchObject({
      os: { version: expect.any(String) },
      device: { screen_resolution: expect.any(String) },
      gpu: {},
    });
  });
  return reportsIn(sent).at(-1) as Event;
}

const reportsIn = (envelopes: Envelope[]) =>
  envelopes.flatMap(([, items]) =>
    (items as [{ type: string }, Event][]).filter(([{ type }]) => type === 'event').map(([, event]) => event),
  );

it("a report contains the same as after the SDK's own `init`, which has no integration unknown to us", async () => {
  const stock = await reportAfter((transport) =>
    Sentry.init({ ...OPTIONS, ipcMode: Sentry.IPCMode.Classic, transport }),
  );
  const given = {
    ...OPTIONS,
    integrations: [{ name: 'Anr' }, { name: 'ThreadBlocked' }],
    beforeBreadcrumb: (breadcrumb: Breadcrumb) => (breadcrumb.message === 'unwanted' ? null : breadcrumb),
  };
  const onBreadcrumb = ({ message }: Breadcrumb) => breadcrumbs.push(message);
  const parts = { own: { name: 'Holdfast' }, isOn: () => true, onBreadcrumb, hasShell: true };
  const own = await reportAfter((transport) => Sentry.init(limitedOptions(given, { ...parts, transport })));
  const { integrations: ours = [], ...sdk } = own.sdk ?? {};
  const { integrations: theirs = [], ...stockSdk } = stock.sdk ?? {};
  expect(sdk).toEqual(stockSdk);
  expect(ours.toSorted()).toEqual([...theirs.filter((name) => !(name in leftOut)), 'Holdfast'].toSorted());
  // The last two could only be added by the app, and are refused.
  expect(Object.keys(leftOut).filter((name) => !theirs.includes(name))).toEqual(['Anr', 'ThreadBlocked']);
  const others = { breadcrumbs: undefined, sdk: undefined };
  expect(shapeOf({ ...own, ...others })).toEqual(shapeOf({ ...stock, ...others }));
  expect(own.contexts?.culture).toEqual(stock.contexts?.culture);
  for (const message of ['unwanted', 'wanted']) Sentry.addBreadcrumb({ message });
  expect(breadcrumbs.slice(-1)).toEqual(['wanted']);
  expect(breadcrumbs).not.toContain('unwanted');
});

/** The names in an object and in those within. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return typeof value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, shapeOf(field)]));
}
