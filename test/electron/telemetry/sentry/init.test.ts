/** Telemetry in main, with what is the same everywhere. */
import { describe, expect, it, vi } from 'vitest';
import { crashFault } from '../../../../electron/shared/fault.ts';
import { electron } from '../stubElectron.ts';
import { b, lines, Sentry, sent, telemetry, withSdk } from './sdkHarness.ts';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);
vi.mock('@sentry/electron/main', async () => (await import('../stubElectron.ts')).loadSdk());

withSdk();

describe('the page', () => {
  it('is answered with what it needs to start', () => {
    expect(telemetry.pageSettings()).toEqual({
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
