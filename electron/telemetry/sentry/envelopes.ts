/**
 * The last place that every envelope of both processes passes before it is stored and sent. A transport, not the
 * SDK's `beforeEnvelope`: it can keep an envelope back, and nothing of the SDK comes after it.
 */
import type { BaseTransportOptions, Envelope, Event, Transport } from '@sentry/core';
import type { Counters } from '../common/counters.ts';
import { holdsMinidump, isOfLastRun, setReplayId, startsReplay, windowOf } from '../common/links.ts';
import { bounded, type Trail } from '../common/trail.ts';
import type { ReplayGate } from '../replay/gate.ts';
import { isReplay, type ReplaySegments } from '../replay/segments.ts';
import { currentSender } from './sender.ts';

/** Makes a transport from the SDK's options. */
export type MakeTransport = (options: BaseTransportOptions) => Transport;

export interface Limits {
  trail: Trail;
  gate: ReplayGate;
  counters: Counters;
  /** Made with what forwards a segment to the transport. */
  segments: (forward: (envelope: Envelope) => void) => ReplaySegments;
  now: () => number;
  onError: (error: Error) => void;
}

const REPORTS: ReadonlySet<string> = new Set(['event', 'transaction', 'feedback']);
/** No window has this id: a segment without a sender is nobody's. */
const NOBODY = -1;

/** Wraps the transport so that all it gets is within the limits. */
export function boundTransport(make: MakeTransport, limits: Limits): MakeTransport {
  return (options) => {
    const inner = make(options);
    const segments = limits.segments((envelope) => {
      inner.send(envelope).then(undefined, limits.onError);
    });
    return {
      async send(envelope) {
        if (isReplay(envelope)) {
          segments.receive(envelope, currentSender() ?? NOBODY);
          return {};
        }
        try {
          const released = reportsOf(envelope).flatMap((event) => finish(event, envelope, limits, segments));
          const answer = inner.send(envelope);
          for (const replayId of released) segments.release(replayId);
          return await answer;
        } catch (error) {
          // The SDK would say nothing of it.
          limits.onError(
            new Error(`A report could not be stored: ${(error as Error).message}`, { cause: error }),
          );
          return {};
        }
      },
      async flush(timeout) {
        await segments.settled();
        return await inner.flush(timeout);
      },
    };
  };
}

function reportsOf([, items]: Envelope): Event[] {
  const reports = (items as [{ type: string }, unknown][]).filter(([{ type }]) => REPORTS.has(type));
  return reports.map(([, payload]) => payload as Event);
}

/** Brings one report within the limits and ties it to its replay. Gives the replay that it makes live. */
function finish(event: Event, envelope: Envelope, limits: Limits, segments: ReplaySegments): string[] {
  const { trail, gate, counters, now } = limits;
  if (event.breadcrumbs) {
    const kept = bounded(event.breadcrumbs, trail.most());
    counters.add('breadcrumbs', 'trimmed', event.breadcrumbs.length - kept.length);
    event.breadcrumbs = kept;
  }
  if (holdsMinidump(envelope) && isOfLastRun(event)) return [];
  const { replayId, release } = gate.link(windowOf(event), startsReplay(event), now());
  setReplayId(event, envelope[0], replayId);
  if (replayId && event.event_id && !event.type) segments.noteError(replayId, event.event_id);
  return replayId && release ? [replayId] : [];
}
