/** Telemetry in main: on, with what is the same everywhere; or off. */
import { describe, expect, it, vi } from 'vitest';
import { crashFault, mainFault } from '../../../../electron/shared/fault.ts';
import { TELEMETRY_CHANNELS } from '../../../../electron/shared/telemetry.ts';
import { electron, userData } from '../stubElectron.ts';
import {
  a,
  b,
  envelopes,
  fromPage,
  lines,
  pageError,
  Sentry,
  sent,
  telemetry,
  thrown,
  withSdk,
} from './sdkHarness.ts';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);
vi.mock('@sentry/electron/main', async () => (await import('../stubElectron.ts')).loadSdk());

withSdk();

describe('what is the same on every item', () => {
  it('release, environment and user, of main and of pages', async () => {
    Sentry.setUser({ id: 'alice' });
    Sentry.captureException(new Error('in main'));
    pageError(a, {
      event_id: '5'.repeat(32),
      exception: thrown,
      release: 'page@1',
      environment: 'production',
    });
    for (const [event] of await sent('event', 2)) {
      expect(event).toMatchObject({ release: 'holdfast@0.1.0', environment: 'test', user: { id: 'alice' } });
    }
  });
});

describe('the page', () => {
  it('is answered with what it needs to start', () => {
    expect(electron.ipcMain.handlers.get(TELEMETRY_CHANNELS.settings)?.(fromPage)).toEqual({
      release: 'holdfast@0.1.0',
      environment: 'test',
      publicKey: 'key',
      tracesSampleRate: 1,
      replay: true,
      replayFlush: { minimum: 5000, maximum: 5500 },
      masks: {},
      replayMaximum: 3_600_000,
    });
  });

  it('is not given a preload script that lies about, nor photographed', () => {
    const names = ['PreloadInjection', 'Screenshots', 'SentryMinidump', 'Holdfast'];
    const there = names.map((name) => Sentry.getClient()?.getIntegrationByName(name) !== undefined);
    expect(there).toEqual([false, false, true, true]);
  });

  it('nothing went wrong on the way', () => {
    expect(lines).toEqual([]);
  });
});

it.each(['launch-failed', 'abnormal-exit', 'integrity-failure'])(
  'a page that is gone (%s) is reported by recovery, and not by the SDK too',
  async (reason) => {
    electron.app.emit('render-process-gone', {}, b, { reason, exitCode: 1 });
    telemetry.report(crashFault(reason, '/', 1));
    const reports = await sent('event');
    expect(reports.map(([{ tags }]) => tags?.['fault.code'])).toEqual([reason]);
  },
);

describe('telemetry that is off', () => {
  it('captures nothing once reports are switched off', async () => {
    telemetry.setReports('off');
    Sentry.captureException(new Error('not wanted'));
    await Sentry.flush(1000);
    expect(envelopes).toEqual([]);
    telemetry.setReports('on');
  });

  it.each([
    ['no DSN', undefined, 'on', 'Telemetry is off: "sentryDsn" is not set.', false],
    ['reports off', 'https://key@127.0.0.1/1', 'off', 'Telemetry is off: "reports" is "off".', false],
    ['a bad DSN', 'https://127.0.0.1', 'on', 'Telemetry is off: "sentryDsn" must be', true],
  ] as const)('%s: one line, no SDK, the page hears of it', async (_name, dsn, reports, line, faulty) => {
    const { startTelemetry } = await import('../../../../electron/telemetry/sentry/init.ts');
    const told: string[] = [];
    const none = startTelemetry({
      isTrustedSender: () => true,
      dsn,
      reports,
      release: 'r',
      environment: 'e',
      folder: userData,
      ifStored: () => undefined,
      replays: { session: 0, onError: 1 },
      masks: {},
      log: (text) => told.push(text),
      transport: () => {
        throw new Error('no transport is made');
      },
    });
    expect([none.on, told.length, told[0]?.startsWith(line)]).toEqual([false, 1, true]);
    expect(none.fault?.detail?.includes('sentryDsn') ?? false).toBe(faulty);
    expect(electron.ipcMain.handlers.get(TELEMETRY_CHANNELS.settings)?.(fromPage)).toBeNull();
    expect(none.report(mainFault('x', '/', 1))).toBeUndefined();
  });
});
