import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '@sentry/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Outbox } from '../../../../electron/telemetry/outbox/outbox.ts';
import { limitedOptions } from '../../../../electron/telemetry/sentry/sdk.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../../support/envelopeServer.ts';
import { openOutbox } from '../outbox/support/openOutbox.ts';
import { readStored, storedErrors } from '../outbox/support/stored.ts';
import { userData } from '../stubElectron.ts';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);
vi.mock('@sentry/electron/main', async () => (await import('../stubElectron.ts')).loadSdk());
const sentry = await import('@sentry/electron/main');

describe('an error captured by the real SDK', () => {
  let outbox: Outbox;
  let server: EnvelopeServer;
  const folder = join(userData, 'outbox');

  beforeAll(async () => {
    server = await startEnvelopeServer();
    ({ outbox } = openOutbox(folder, server.url, { mode: 'ask' }));
    sentry.init(
      limitedOptions(
        { dsn: server.dsn, release: 'holdfast@0.1.0', environment: 'test' },
        {
          own: { name: 'Holdfast' },
          transport: outbox.transport,
          isOn: () => true,
          onBreadcrumb: () => undefined,
          hasShell: true,
        },
      ),
    );
  });
  afterAll(async () => {
    outbox.close();
    await sentry.close(100);
    await server.close();
    rmSync(userData, { recursive: true });
  });

  it('is on disk when captureException returns, even at the very start', () => {
    sentry.captureException(new Error('first'));
    expect(storedErrors(folder)).toEqual(['first']);
  });

  it('is on disk, even as one of 70 at once: more than the SDK prepares at a time', () => {
    outbox.erase();
    for (let n = 0; n < 70; n += 1) sentry.captureException(new Error(`one of many ${n}`));
    expect(storedErrors(folder)).toHaveLength(70);
  });

  it('has the device context, once that is known', async () => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    outbox.erase();
    sentry.captureException(new Error('later'));
    const [stored] = readStored(folder);
    const event = stored?.envelope?.[1][0]?.[1] as Event | undefined;
    expect(event?.contexts).toMatchObject({
      gpu: { active: true },
      os: { name: expect.any(String), version: expect.any(String) },
      device: {
        arch: process.arch,
        family: 'Desktop',
        screen_resolution: '1000x500',
        free_memory: expect.any(Number),
      },
      runtime: { name: 'Electron' },
      culture: { timezone: expect.any(String) },
    });
  });
});
