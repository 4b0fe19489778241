/** Main's real SDK without Electron, and two pages. Files that import this install the two mocks of stubElectron.ts. */
import { rmSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Envelope, ErrorEvent, Event } from '@sentry/core';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { CONFIG_DEFAULTS } from '../../../../electron/builtConfig/config.ts';
import { Messages, refused } from '../../../../electron/common/messages.ts';
import { Origins } from '../../../../electron/common/origins.ts';
import { trust } from '../../../../electron/common/trusted.ts';
import { createCounters } from '../../../../electron/shared/limitValues/limits.ts';
import { TELEMETRY_CHANNELS } from '../../../../electron/shared/telemetryMessages.ts';
import { numbered } from '../../../../electron/telemetry/replay/recording.ts';
import { endTurns } from '../../../../electron/telemetry/workInTurns/turns.ts';
import { electron, Page, userData } from '../stubElectron.ts';

export const envelopes: Envelope[] = [];
export const a = new Page(1);
export const b = new Page(2);

export let Sentry: typeof import('@sentry/electron/main');
export let telemetry: import('../../../../electron/telemetry/reports.ts').Reports;
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

const IDENTITY = { dsn: 'https://key@127.0.0.1/1', release: 'holdfast@0.1.0', environment: 'development' };
const beforeSend = (event: ErrorEvent) => (event.message === 'unwanted' ? null : event);
const transport = () => ({
  send: (envelope: Envelope) => Promise.resolve({ statusCode: envelopes.push(envelope) && 200 }),
  flush: () => Promise.resolve(true),
});
const messages = new Messages(new Origins());

async function startSdk(isTrustedSender: (page: { id: number }) => boolean): Promise<void> {
  const { createReports, init } = await import('../../../../electron/telemetry/reports.ts');
  Sentry = await import('@sentry/electron/main');
  telemetry = createReports({
    sentry: { ...IDENTITY, tracesSampleRate: 1, beforeSend },
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

export function pageSegment(page: Page, replay_id: string, segment_id: number, replay_type = 'session') {
  const recording = numbered(deflateSync(JSON.stringify([{ type: 2, segment_id }])), segment_id);
  const timestamp = Date.now() / 1000;
  const of = { type: 'replay_event', replay_id, segment_id, replay_type, error_ids: ['of the page'] };
  const event = { ...of, replay_start_timestamp: timestamp - 5, timestamp };
  const { length } = recording;
  const item = { type: 'replay_recording', length };
  const head = [{ event_id: replay_id }, { type: 'replay_event' }, event, item];
  const text = head.map((part) => `${JSON.stringify(part)}\n`).join('');
  ipc(page, 'sentry-ipc.envelope', Buffer.concat([Buffer.from(text), recording]));
}

/** The SDK drops an exception without a value. */
export const thrown = { values: [{ type: 'Error', value: 'thrown' }] };

type Sent<T> = [payload: T, Envelope];
export async function sent<T = Event>(type: string, count = 1) {
  await vi.waitFor(() => expect(itemsOf(type)).toHaveLength(count), { timeout: 3000, interval: 5 });
  return itemsOf(type) as unknown as [Sent<T>, ...Sent<T>[]];
}
export const itemsOf = (type: string) =>
  envelopes.flatMap((envelope) =>
    (envelope[1] as [{ type: string }, Event][])
      .filter(([header]) => header.type === type)
      .map(([, payload]): Sent<Event> => [payload, envelope]),
  );
