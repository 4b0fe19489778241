/** An hour without a network, with the real SDK: 60 errors, and 720 replay segments or none, on a virtual clock. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { type Envelope, parseEnvelope } from '@sentry/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Outbox } from '../../../../electron/telemetry/outbox/outbox.ts';
import { electron, loadSdk, NetRequest, userData } from '../stubElectron.ts';
import { REPLAY, replayEnvelope } from './support/envelopes.ts';
import { TestDisk } from './support/testDisk.ts';
import { fileWork } from './support/virtualClock.ts';

const network = {
  /** Its status for uploads, or none. */
  answers: 200 as number | 'offline',
  /** Envelopes that were answered with 2xx. */
  delivered: [] as Envelope[],
  /** Requests of any outcome. */
  attempts: 0,
};

/** A request that the network answers as soon as it is complete. */
class Upload extends NetRequest {
  override _final(done: () => void): void {
    done();
    network.attempts += 1;
    const statusCode = network.answers;
    if (statusCode === 'offline') {
      this.emit('error', new Error('net::ERR_INTERNET_DISCONNECTED'));
      return;
    }
    const body = Buffer.concat(this.chunks);
    const isZipped = this.getHeader('content-encoding') === 'gzip';
    if (statusCode < 300) network.delivered.push(parseEnvelope(isZipped ? gunzipSync(body) : body));
    const headers = { 'content-type': 'application/json' };
    this.emit('response', Object.assign(Readable.from([Buffer.from('{}')]), { statusCode, headers }));
  }
}
electron.net.request = (options) => new Upload(options);

vi.mock('electron', () => electron);
vi.mock('@sentry/electron/main', () => sentry);
const sentry = loadSdk();

const DSN = 'http://k@127.0.0.1:9/1';
/** The size of a quiet page's segment. */
const SEGMENT_BYTES = 12_160;

/** Longer than the longest pause of the SDK's own store, an hour. */
const AFTER_MS = 66 * 60_000;

/** Passes time from timer to timer; real file work that one of them began ends before the next. */
async function pass(ms: number): Promise<void> {
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, ms);
  while (!isOver) {
    await fileWork();
    await vi.advanceTimersToNextTimerAsync();
  }
  await fileWork();
}

interface Hour {
  /** Different errors that arrived in the time after the network came back. */
  errors: number;
  segments: number;
  /** Milliseconds from the network's return to the first error and to the last one. */
  firstError: number;
  lastError: number;
  /** Requests made while there was no network. */
  attempts: number;
}

async function offlineHour(replay: boolean, onReturn: () => void): Promise<Hour> {
  network.answers = 'offline';
  network.attempts = 0;
  network.delivered.length = 0;
  for (let segment = 0; segment < 720; segment += 1) {
    if (segment % 12 === 6) sentry.captureException(new Error(`error ${segment}`));
    if (replay) void sentry.getClient()?.sendEnvelope(replayEnvelope(REPLAY, segment, SEGMENT_BYTES));
    await pass(5_000);
  }
  const { attempts } = network;
  const back = Date.now();
  network.answers = 200;
  onReturn();
  const errorIds = new Set<string>();
  let [firstError, lastError] = [Number.NaN, Number.NaN];
  while (Date.now() - back < AFTER_MS) {
    await pass(Date.now() - back < 20_000 ? 500 : 60_000);
    const before = errorIds.size;
    for (const [header, items] of network.delivered) {
      if (items[0]?.[0].type === 'event') errorIds.add(String(header.event_id));
    }
    if (errorIds.size > before) lastError = Date.now() - back;
    if (before === 0) firstError = lastError;
  }
  const segments = network.delivered.filter(([, items]) => items[0]?.[0].type === 'replay_event').length;
  return { errors: errorIds.size, segments, firstError, lastError, attempts };
}

async function closeSdk(): Promise<void> {
  const closed = sentry.close(100);
  await pass(1_000);
  await closed;
  // The next start registers its own.
  electron.ipcMain.handlers.clear();
}

describe('an hour without a network', () => {
  const told: Record<string, Hour> = {};
  beforeAll(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
      now: Date.UTC(2026, 2, 1),
    });
  });
  afterAll(async () => {
    vi.useRealTimers();
    // The SDK writes its session some time after it was closed.
    await new Promise((resolve) => setTimeout(resolve, 500));
    rmSync(userData, { recursive: true });
    console.table(told);
  });

  // First, because the other's leftovers keep retrying.
  it.each([true, false])(
    'loses none, and all errors arrive within ten seconds; replay: %s',
    async (replay) => {
      const { netRequest } = await import('../../../../electron/telemetry/outbox/netRequest.ts');
      const { mainIntegrations } = await import('../../../../electron/telemetry/sentry/integrations.ts');
      const outbox = new Outbox({
        mode: 'on',
        request: netRequest(electron.net.request as never),
        disk: new TestDisk(join(userData, `outbox-${replay}`)),
        onLimits: () => undefined,
      });
      sentry.init({
        dsn: DSN,
        ipcMode: sentry.IPCMode.Classic,
        transport: outbox.transport,
        integrations: (defaults) => mainIntegrations(defaults, electron.app.whenReady(), true),
      });
      await pass(6_000);
      const hour = await offlineHour(replay, () => outbox.wake());
      told[`outbox, replay ${replay}`] = hour;
      expect(hour.errors).toBe(60);
      expect(hour.segments).toBe(replay ? 720 : 0);
      expect(hour.firstError).toBeLessThanOrEqual(3_000);
      expect(hour.lastError).toBeLessThanOrEqual(10_000);
      expect(outbox.state()).toMatchObject({ inMemory: 0, counters: { evicted: 0, quarantined: 0 } });
      expect(outbox.state().priorities.map(({ count }) => count)).toEqual([0, 0, 0, 0]);
      outbox.close();
      await closeSdk();
    },
    120_000,
  );
});
