/** The path to the disk. Every envelope passes the same steps: its replay, rate limit, size, redaction, outbox. */
import {
  type BaseTransportOptions,
  createEnvelope,
  type Envelope,
  type Event,
  type ReplayEnvelope,
  type Transport,
} from '@sentry/core';
import type { RecordedSegment, ReplaySegments } from '../replay/replaySegments.ts';
import { inTurns, type Steps } from '../workInTurns/turns.ts';

export type MakeTransport = (options: BaseTransportOptions) => Transport;

export interface PipelineSteps {
  /** Whether the event is within the hourly and daily limits; counts it. */
  limit: (event: Event) => boolean;
  redact: (envelope: Envelope) => Steps<Envelope>;
  /** Writes to disk before it returns a promise, and sends from there. */
  store: MakeTransport;
  link: (envelope: Envelope) => string[];
  bound: (envelope: Envelope) => void;
  /** Applies the limit on logs, metrics and spans. Returns whether anything remains. */
  limitDetails: (envelope: Envelope) => boolean;
  segments: Pick<ReplaySegments, 'forward' | 'release' | 'settled'>;
  onError: (error: Error) => void;
}

/** The transport for the SDK, and for replays that `segments` releases. It never rejects: the SDK would not report it. */
export function createPipeline(steps: PipelineSteps): MakeTransport {
  const { bound, limit, limitDetails, link, redact, segments, onError } = steps;
  const failed = (error: Error) =>
    onError(new Error(`A report could not be stored: ${error.message}`, { cause: error }));
  return (options) => {
    const outbox = steps.store(options);
    const pending = new Set<Promise<unknown>>();

    /** Writing is part of the last step: on a slow disk it takes longer than the others. */
    function* store(envelope: Envelope): Steps<ReturnType<Transport['send']>> {
      return outbox.send(yield* redact(envelope));
    }
    async function sendSegment({ event, recording }: RecordedSegment): Promise<void> {
      const envelope = createEnvelope<ReplayEnvelope>({ event_id: event.replay_id }, [
        [{ type: 'replay_event' }, event],
        [{ type: 'replay_recording', length: recording.length }, recording],
      ]);
      bound(envelope);
      await inTurns(store(envelope));
    }
    /** `flush` waits for it. */
    function wait<T>(sending: Promise<T>): Promise<T> {
      const done = sending.catch(() => undefined).finally(() => pending.delete(done));
      pending.add(done);
      return sending;
    }
    segments.forward = (segment) => void wait(sendSegment(segment).catch(failed));

    return {
      async send(envelope) {
        try {
          const released = link(envelope);
          const items = envelope[1] as [{ type: string }, Event][];
          const event = items.find(([{ type }]) => type === 'event')?.[1];
          // Before the other steps, so that a flood costs little.
          const isWithin = event ? limit(event) : limitDetails(envelope);
          if (isWithin) bound(envelope);
          const answer = isWithin && wait(Promise.resolve(inTurns(store(envelope))));
          for (const replayId of released) segments.release(replayId);
          return (await answer) || {};
        } catch (error) {
          failed(error as Error);
          return {};
        }
      },
      async flush(timeout) {
        await segments.settled();
        await Promise.all(pending);
        return await outbox.flush(timeout);
      },
    };
  };
}
