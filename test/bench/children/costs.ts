/**
 * What limits cost in main: `node costs.ts holdfast|stock`, one JSON line on stdout. The transport takes envelopes and
 * does nothing with them, so that disk and network are no part of it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope, Event } from '@sentry/core';
import { Page } from '../../electron/telemetry/stubElectron.ts';
import { until } from '../../support/until.ts';
import { electron, provideSdk } from './sdkHost.ts';

const BREADCRUMBS = 5_000;
const EVENTS = 300;
const SEGMENTS = 2_000;
const HEADERS = 2_000;

export interface Costs {
  /** Microseconds for each. */
  mainBreadcrumb: number;
  pageBreadcrumb: number;
  event: number;
  segment?: number;
  baggage?: number;
  /** On the last event. */
  breadcrumbs: number;
  inOrder: boolean;
}

const sdk = provideSdk();
const side = process.argv[2];
const folder = mkdtempSync(join(tmpdir(), 'holdfast-costs-'));
const DSN = 'http://key@127.0.0.1:9/1';
const events: Event[] = [];
const transport = () => ({
  send(envelope: Envelope) {
    for (const [header, payload] of envelope[1] as [{ type: string }, Event][])
      if (header.type === 'event') events.push(payload);
    return Promise.resolve({ statusCode: 200 });
  },
  flush: () => Promise.resolve(true),
});

if (side === 'holdfast') {
  const { startTelemetry } = await import('../../../electron/telemetry/sentry/init.ts');
  const { syncIntegrations } = await import('../../../electron/telemetry/syncIntegrations.ts');
  startTelemetry({
    dsn: DSN,
    reports: 'on',
    release: 'bench@1',
    environment: 'bench',
    ifStored: (capture) => capture(),
    replays: { session: 0, onError: 1 },
    masks: {},
    folder,
    isTrustedSender: () => true,
    transport,
    log: console.error,
    sentry: { integrations: (defaults) => syncIntegrations(defaults, electron.app.whenReady()) },
  });
} else {
  sdk.init({ dsn: DSN, release: 'bench@1', ipcMode: sdk.IPCMode.Classic, transport });
}

const pages = [new Page(1), new Page(2)];
for (const page of pages) electron.app.emit('web-contents-created', {}, page);

/** Microseconds for one of `count`. */
async function timeOf(
  count: number,
  run: (n: number) => void,
  ended?: () => Promise<unknown>,
): Promise<number> {
  const from = performance.now();
  for (let n = 0; n < count; n += 1) run(n);
  await ended?.();
  return ((performance.now() - from) / count) * 1000;
}

const mainCrumb = (n: number) => sdk.addBreadcrumb({ category: 'bench', message: `main ${n}`, timestamp: n });
const senderFrame = { url: 'app://shell/', parent: null };
const pageCrumb = (n: number) => {
  const breadcrumbs = [{ category: 'bench', message: `page ${n}`, timestamp: n + 0.5 }];
  const scope = { breadcrumbs, tags: {}, user: {}, extra: {}, contexts: {} };
  electron.ipcMain.emit('sentry-ipc.scope', { sender: pages[n % 2], senderFrame }, JSON.stringify(scope));
};
// Once unmeasured, so that both are compiled.
await timeOf(500, mainCrumb);
await timeOf(500, pageCrumb);
const mainBreadcrumb = await timeOf(BREADCRUMBS, mainCrumb);
const pageBreadcrumb = await timeOf(BREADCRUMBS, pageCrumb);

/** Captures one after another, as errors come: each is finished before the next. */
async function capture(count: number): Promise<number> {
  let spent = 0;
  for (let n = 0; n < count; n += 1) {
    const before = events.length;
    const from = performance.now();
    sdk.captureException(new Error(`bench ${n}`));
    for (let turns = 0; events.length === before; turns += 1) {
      if (turns > 100_000) throw new Error('An event was not sent.');
      await new Promise((resolve) => setImmediate(resolve));
    }
    spent += performance.now() - from;
  }
  return (spent / count) * 1000;
}
await until('the look-ups of the start', () => electron.app.isReady());
await capture(50);
const event = await capture(EVENTS);
const last = events.at(-1)?.breadcrumbs ?? [];
const times = last.map(({ timestamp = 0 }) => timestamp);

const costs: Costs = {
  mainBreadcrumb,
  pageBreadcrumb,
  event,
  breadcrumbs: last.length,
  inOrder: times.every((time, n) => n === 0 || time >= (times[n - 1] ?? 0)),
};
if (side === 'holdfast') {
  const { GateHarness } = await import('../../electron/telemetry/replay/harness.ts');
  const { boundBaggage } = await import('../../../electron/shared/baggage.ts');
  const gate = new GateHarness().open();
  costs.segment = await timeOf(SEGMENTS, () => gate.wait(5_000).input().segment());
  const entries = Array.from({ length: 120 }, (_, n) => `key${n}=${'v'.repeat(60)}`).join(',');
  const sentry = 'sentry-environment=production,sentry-trace_id=771a43a4192642f0b136d5159a501700';
  costs.baggage = await timeOf(HEADERS, () => boundBaggage(entries, sentry));
}
process.stdout.write(`${JSON.stringify(costs)}\n`);
rmSync(folder, { recursive: true, force: true });
process.exit(0);
