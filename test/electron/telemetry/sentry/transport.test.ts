import { createEnvelope, type EventEnvelope, type ReplayEvent } from '@sentry/core';
import { beforeEach, expect, it } from 'vitest';
import type { RecordedSegment } from '../../../../electron/telemetry/replay/replaySegments.ts';
import { createPipeline, type PipelineSteps } from '../../../../electron/telemetry/sentry/transport.ts';

const REPORT = createEnvelope<EventEnvelope>({ event_id: '1', sent_at: '' }, [
  [{ type: 'event' }, { event_id: '1' }],
]);
let steps: string[];
beforeEach(() => {
  steps = [];
});

function create(changes: Partial<PipelineSteps> = {}) {
  const segments = {
    forward: (_segment: RecordedSegment): void => undefined,
    release: (replayId: string) => void steps.push(`release ${replayId}`),
    settled: () => Promise.resolve(),
  };
  const make = createPipeline({
    link() {
      steps.push('link');
      return ['r'];
    },
    bound: () => void steps.push('bound'),
    limit: () => steps.push('limit') > 0,
    limitDetails: () => true,
    // biome-ignore lint/correctness/useYield: all in one step
    *redact(envelope) {
      steps.push('redact');
      return envelope;
    },
    store: () => ({
      send: () => Promise.resolve({ statusCode: steps.push('store') && 202 }),
      flush: () => Promise.resolve(true),
    }),
    segments,
    onError: ({ message }) => steps.push(message),
    ...changes,
  });
  return { transport: make({ url: '', recordDroppedEvent: () => undefined }), segments };
}

it('a report passes all steps in order, and reaches the outbox synchronously', async () => {
  const { transport } = create();
  const answer = transport.send(REPORT);
  expect(steps).toEqual(['link', 'limit', 'bound', 'redact', 'store', 'release r']);
  expect(await answer).toEqual({ statusCode: 202 });
});

it('a report over the rate limit is neither limited in size nor stored, but its held replay is sent', async () => {
  const { transport } = create({ limit: () => false });
  expect(await transport.send(REPORT)).toEqual({});
  expect(steps).toEqual(['link', 'release r']);
});

it.each(['report', 'segment'])('a %s that cannot be stored is logged, and does not reject', async (what) => {
  const bound = () => {
    throw new Error('crc32 is not a function');
  };
  const { transport, segments } = create({ bound });
  if (what === 'report') expect(await transport.send(REPORT)).toEqual({});
  else segments.forward({ event: { replay_id: 'r' } as ReplayEvent, recording: Buffer.from('') });
  await transport.flush();
  expect(steps.at(-1)).toBe('A report could not be stored: crc32 is not a function');
});
