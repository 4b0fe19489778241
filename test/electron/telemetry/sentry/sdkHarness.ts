/**
 * The real SDK of the main process, without Electron, with two pages that say to it what the SDK in a page says.
 * A test file that imports this puts the two mocks of stubElectron.ts in place.
 */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Breadcrumb, Envelope, Event, ReplayEvent } from '@sentry/core';
import { expect, vi } from 'vitest';
import { TELEMETRY_CHANNELS } from '../../../../electron/shared/telemetry.ts';
import { PROCESS_KEY, WINDOW_KEY } from '../../../../electron/telemetry/common/breadcrumbs.ts';
import { electron, Page, userData } from '../stubElectron.ts';

/** What the run before this one wrote down. */
export const previous = {
  breadcrumbs: [{ timestamp: 1, message: 'of the run that crashed' }],
  replayId: 'f'.repeat(32),
};
/** What telemetry said. */
export const lines: string[] = [];
/** What it handed to the transport. */
export const envelopes: Envelope[] = [];
export const a = new Page(1);
export const b = new Page(2);

/** What a run that crashed leaves behind: a dump, the SDK's scope file, and the record of the run. */
function crashBefore(): void {
  const lines = [
    ...previous.breadcrumbs.map((breadcrumb) => ({ breadcrumb })),
    { replayId: previous.replayId },
  ];
  writeFileSync(join(userData, 'last-run.json'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  for (const name of ['sentry', 'completed', 'reports']) mkdirSync(join(userData, name));
  const dump = join(userData, process.platform === 'win32' ? 'reports' : 'completed', 'a.dmp');
  writeFileSync(dump, Buffer.concat([Buffer.from('MDMP'), Buffer.alloc(12_000)]));
  const aMinuteAgo = Date.now() / 1000 - 60;
  utimesSync(dump, aMinuteAgo, aMinuteAgo);
  const breadcrumbs = Array.from({ length: 200 }, (_, i) => ({ timestamp: 1000 + i, message: `scope ${i}` }));
  const nothing = {
    tags: {},
    extra: {},
    user: {},
    contexts: {},
    attachments: [],
    fingerprint: [],
    eventProcessors: [],
  };
  const scope = {
    ...nothing,
    breadcrumbs,
    sdkProcessingMetadata: {},
    propagationContext: { traceId: 'e'.repeat(32) },
  };
  const event = { release: 'holdfast@0.0.9', environment: 'before' };
  writeFileSync(join(userData, 'sentry', 'scope_v3.json'), JSON.stringify({ scope, event }));
}

/** Starts telemetry after a crash of the run before, and opens the two pages. */
export async function startSdk({ isOurs = () => true }: { isOurs?: (page: { id: number }) => boolean } = {}) {
  crashBefore();
  const { startTelemetry } = await import('../../../../electron/telemetry/sentry/init.ts');
  const Sentry = await import('@sentry/electron/main');
  const telemetry = startTelemetry({
    dsn: 'https://key@127.0.0.1/1',
    reports: 'on',
    release: 'holdfast@0.1.0',
    environment: 'test',
    folder: userData,
    ifStored: (capture) => capture(),
    isOurs,
    log: (line) => lines.push(line),
    transport: () => ({
      send: (envelope) => Promise.resolve(void envelopes.push(envelope)).then(() => ({ statusCode: 200 })),
      flush: () => Promise.resolve(true),
    }),
    sentry: {
      tracesSampleRate: 1,
      beforeSend: (event) => (event.message === 'unwanted' ? null : event),
    },
  });
  open(a);
  open(b);
  Sentry.addBreadcrumb({ message: 'of this run' });
  pageBreadcrumb(a, 'of this run');
  const startup = await sent('event');

  /** 500 breadcrumbs of main and of each page, in turn, the last one just now. */
  const fill = () => {
    const base = Date.now() / 1000 - (499 * 0.03 + 0.02);
    for (let i = 0; i < 500; i++) {
      Sentry.addBreadcrumb({ message: `main ${i}`, timestamp: base + i * 0.03 });
      pageBreadcrumb(a, `a ${i}`, base + i * 0.03 + 0.01);
      pageBreadcrumb(b, `b ${i}`, base + i * 0.03 + 0.02);
    }
  };
  const stop = async () => {
    await Sentry.close(0);
    rmSync(userData, { recursive: true, force: true });
  };
  return { Sentry, telemetry, startup, fill, stop };
}

/** Opens a window, and its page is ready. */
export function open(page: Page): void {
  electron.app.emit('web-contents-created', {}, page);
  report(page, { what: 'ready', maxBreadcrumbs: 100 });
}

/** The main frame of a page of the app. */
export const fromPage = { senderFrame: { url: 'app://shell/', parent: null } };
const ipc = (page: Page, channel: string, message: unknown) =>
  electron.ipcMain.emit(channel, { sender: page, ...fromPage }, message);
export const report = (page: Page, message: unknown) => ipc(page, TELEMETRY_CHANNELS.report, message);

/** What the SDK in a page does for each breadcrumb. */
export function pageBreadcrumb(page: Page, message: string, timestamp = Date.now() / 1000): void {
  const scope = {
    breadcrumbs: [{ message, timestamp, category: 'test' }],
    tags: {},
    user: {},
    extra: {},
    contexts: {},
  };
  ipc(page, 'sentry-ipc.scope', JSON.stringify(scope));
}

/** What the SDK in a page does for an error. */
export function pageError(page: Page, event: Event): void {
  const header = {
    event_id: event.event_id,
    trace: { trace_id: '1'.repeat(32), replay_id: event.tags?.replayId },
  };
  const text = [header, { type: 'event' }, { level: 'error', ...event }].map((part) => JSON.stringify(part));
  ipc(page, 'sentry-ipc.envelope', text.join('\n'));
}

/** What the SDK in a page does for a segment. */
export function pageSegment(
  page: Page,
  replayId: string,
  number: number,
  event: Partial<ReplayEvent> = {},
): void {
  const recording = Buffer.concat([
    Buffer.from(`{"segment_id":${number}}\n`),
    deflateSync(JSON.stringify([{ type: 2, number }])),
  ]);
  const now = Date.now() / 1000;
  const replay = {
    type: 'replay_event',
    replay_id: replayId,
    segment_id: number,
    replay_start_timestamp: now - 5,
    timestamp: now,
    error_ids: ['of the page'],
    replay_type: 'session',
    ...event,
  };
  const head = [
    { event_id: replayId },
    { type: 'replay_event' },
    replay,
    { type: 'replay_recording', length: recording.length },
  ];
  const text = head.map((part) => `${JSON.stringify(part)}\n`).join('');
  ipc(page, 'sentry-ipc.envelope', Buffer.concat([Buffer.from(text), recording]));
}

/** Without a value the SDK would take it for nothing and drop it. */
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
export const timesOf = (list: Breadcrumb[] = []) => list.map(({ timestamp = 0 }) => timestamp);
export function expectOrdered(breadcrumbs: Breadcrumb[] | undefined): void {
  const times = timesOf(breadcrumbs);
  expect(times.length).toBeLessThanOrEqual(100);
  expect(times).toEqual([...times].sort((x, y) => x - y));
  for (const { data } of breadcrumbs ?? []) {
    expect(['main', 'renderer']).toContain(data?.[PROCESS_KEY]);
    expect(typeof data?.[WINDOW_KEY]).toBe(data?.[PROCESS_KEY] === 'main' ? 'undefined' : 'number');
  }
}
