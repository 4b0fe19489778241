/**
 * Main's real SDK without Electron, and two pages that send what a page's SDK sends. Test files that import this
 * install the two mocks of stubElectron.ts.
 */
import { rmSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Envelope, ErrorEvent, Event, ReplayEvent } from '@sentry/core';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { Messages, refused } from '../../../../electron/common/messages.ts';
import { Origins } from '../../../../electron/common/origins.ts';
import { trust } from '../../../../electron/common/trusted.ts';
import { CONFIG_DEFAULTS } from '../../../../electron/configuration/config.ts';
import { createCounters } from '../../../../electron/shared/limits/limits.ts';
import { TELEMETRY_CHANNELS } from '../../../../electron/shared/telemetryMessages.ts';
import { endTurns } from '../../../../electron/telemetry/common/turns.ts';
import { electron, Page, userData } from '../stubElectron.ts';

export const envelopes: Envelope[] = [];
export const a = new Page(1);
export const b = new Page(2);

type Main = typeof import('@sentry/electron/main');
type Telemetry = import('../../../../electron/telemetry/reports.ts').Reports;
export let Sentry: Main;
export let telemetry: Telemetry;
export const counters = createCounters();

/** Starts telemetry before the tests of a file, with two open pages. Clears `envelopes` before each test. */
export function withSdk(isTrustedSender: (page: { id: number }) => boolean = () => true): void {
  beforeAll(() => startSdk(isTrustedSender));
  beforeEach(() => {
    envelopes.length = 0;
  });
  afterAll(async () => {
    await Sentry.close(0);
    // The SDK may still be writing there.
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  });
}

const beforeSend = (event: ErrorEvent) => (event.message === 'unwanted' ? null : event);
const transport = () => ({
  send: (envelope: Envelope) =>
    Promise.resolve(void envelopes.push(envelope)).then(() => ({ statusCode: 200 })),
  flush: () => Promise.resolve(true),
});

const messages = new Messages(new Origins());

async function startSdk(isTrustedSender: (page: { id: number }) => boolean): Promise<void> {
  const { createReports, init } = await import('../../../../electron/telemetry/reports.ts');
  Sentry = await import('@sentry/electron/main');
  telemetry = createReports({
    sentry: {
      dsn: 'https://key@127.0.0.1/1',
      release: 'holdfast@0.1.0',
      environment: 'development',
      ...{ tracesSampleRate: 1, beforeSend },
    },
    reports: 'on',
    userData,
    log: (line) => expect.fail(line),
    guard: {
      accepted(channel, event, ...rest) {
        if (isTrustedSender(event.sender)) trust(() => [event.sender]);
        return messages.accepted(channel, event, ...rest);
      },
      refused,
    },
    counters,
    outbox: { transport, ifStored: (capture) => capture(), wake: () => undefined },
    rateLimits: { reportsPerHour: 1e6, reportsPerDay: 1e6 },
    sample: CONFIG_DEFAULTS.telemetry.replays,
    redaction: {},
    hasShell: true,
  });
  init(telemetry.sdkOptions);
  for (const page of [a, b]) {
    electron.app.emit('web-contents-created', {}, page);
    report(page, { what: 'ready' });
  }
  Sentry.addBreadcrumb({ message: 'of this run' });
  pageBreadcrumb(a, 'of this run');
}

export const fromPage = { senderFrame: { origin: 'app://shell', parent: null } };
/** Sends a message from a page, which is handled at once, however slow the machine is. */
export function ipc(page: Page, channel: string, message: unknown): void {
  electron.ipcMain.emit(channel, { sender: page, ...fromPage }, message);
  endTurns();
}
export const report = (page: Page, message: unknown) => ipc(page, TELEMETRY_CHANNELS.report, message);

export function pageBreadcrumb(page: Page, message: string): void {
  const breadcrumbs = [{ message, timestamp: Date.now() / 1000, category: 'test' }];
  ipc(page, 'sentry-ipc.scope', JSON.stringify({ breadcrumbs, tags: {}, user: {}, extra: {}, contexts: {} }));
}

/** Sends an envelope: its header, then the header and the payload of each item. */
export const pageSends = (page: Page, ...parts: unknown[]) =>
  ipc(page, 'sentry-ipc.envelope', parts.map((part) => JSON.stringify(part)).join('\n'));

export function pageError(page: Page, event: Event): void {
  const trace = { trace_id: '1'.repeat(32), replay_id: event.tags?.replayId };
  pageSends(page, { event_id: event.event_id, trace }, { type: 'event' }, { level: 'error', ...event });
}

export function pageSegment(
  page: Page,
  replayId: string,
  number: number,
  event: Partial<ReplayEvent> = {},
): void {
  const data = deflateSync(JSON.stringify([{ type: 2, number }]));
  const recording = Buffer.concat([Buffer.from(`{"segment_id":${number}}\n`), data]);
  const now = Date.now() / 1000;
  const replay = {
    ...{ type: 'replay_event', replay_id: replayId, segment_id: number, replay_type: 'session' },
    ...{ replay_start_timestamp: now - 5, timestamp: now, error_ids: ['of the page'], ...event },
  };
  const { length } = recording;
  const head = [
    { event_id: replayId },
    { type: 'replay_event' },
    replay,
    { type: 'replay_recording', length },
  ];
  const text = head.map((part) => `${JSON.stringify(part)}\n`).join('');
  ipc(page, 'sentry-ipc.envelope', Buffer.concat([Buffer.from(text), recording]));
}

/** The SDK drops an exception without a value. */
export const thrown = { values: [{ type: 'Error', value: 'thrown' }] };

export async function sent(type: string, count = 1): Promise<[Event, Envelope][]> {
  await vi.waitFor(() => expect(itemsOf(type)).toHaveLength(count), { timeout: 3000, interval: 5 });
  return itemsOf(type);
}
export function itemsOf(type: string): [Event, Envelope][] {
  return envelopes.flatMap((envelope) =>
    (envelope[1] as [{ type: string }, Event][])
      .filter(([header]) => header.type === type)
      .map(([, payload]) => [payload, envelope] as [Event, Envelope]),
  );
}

export const first = <T>(list: T[]): T => list[0] as T;
