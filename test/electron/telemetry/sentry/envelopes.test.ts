import type { Envelope } from '@sentry/core';
import { expect, it, vi } from 'vitest';
import { createCounters } from '../../../../electron/shared/limits.ts';
import { createBreadcrumbs } from '../../../../electron/telemetry/common/breadcrumbs.ts';
import type { ReplaySegments } from '../../../../electron/telemetry/replay/segments.ts';
import { boundTransport, type EnvelopeOptions } from '../../../../electron/telemetry/sentry/events.ts';

it('what throws while a report is stored is told, and does not come back to the SDK', async () => {
  const onError = vi.fn<(error: Error) => void>();
  const options = {
    breadcrumbs: createBreadcrumbs(),
    counters: createCounters(),
    gate: { link: () => ({ replayId: undefined, release: false }) },
    segments: {} as ReplaySegments,
    now: () => 0,
    onError,
  } as unknown as EnvelopeOptions;
  const make = boundTransport(
    () => ({ send: () => Promise.reject(new Error('crc32 is not a function')), flush: async () => true }),
    options,
  );
  const transport = make({ url: 'http://127.0.0.1/', recordDroppedEvent: () => undefined });
  const report = [{ event_id: '1' }, [[{ type: 'event' }, { event_id: '1' }]]] as unknown as Envelope;
  expect(await transport.send(report)).toEqual({});
  expect(onError.mock.lastCall?.[0].message).toBe('A report could not be stored: crc32 is not a function');
});
