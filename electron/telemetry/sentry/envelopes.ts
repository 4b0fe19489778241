/**
 * The last place that every report of both processes passes before it is stored and sent. A transport, not the SDK's
 * `beforeEnvelope`: it can keep an envelope back, and nothing of the SDK comes after it.
 */
import type { BaseTransportOptions, Envelope, Event, Transport } from '@sentry/core';
import { bounded } from '../common/breadcrumbs.ts';
import type { LimitCounters } from '../common/counters.ts';
import { holdsMinidump, isOfLastRun, setReplayId, startsReplay, windowOf } from '../common/links.ts';
import { boundEvent } from '../common/size.ts';
import type { ReplayGate } from '../replay/gate.policy.ts';
import type { ReplaySegments } from '../replay/segments.ts';

/** Makes a transport from the SDK's options. */
export type MakeTransport = (options: BaseTransportOptions) => Transport;

export interface EnvelopeOptions {
  gate: ReplayGate;
  counters: LimitCounters;
  segments: ReplaySegments;
  /** Called before a segment is sent. */
  onSegment: () => void;
  now: () => number;
  onError: (error: Error) => void;
}

const REPORTS: ReadonlySet<string> = new Set(['event', 'transaction', 'feedback']);

/** Wraps the transport so that every report it gets is within the limits. */
export function boundTransport(make: MakeTransport, options: EnvelopeOptions): MakeTransport {
  const { counters, onError, onSegment, segments } = options;
  return (transportOptions) => {
    const inner = make(transportOptions);
    segments.forward = ({ event, recording }) => {
      onSegment();
      textTags(event);
      counters.add('eventBytes', 'trimmed', boundEvent(event));
      const items = [
        [{ type: 'replay_event' }, event],
        [{ type: 'replay_recording', length: recording.length }, recording],
      ];
      const envelope = [{ event_id: event.replay_id }, items] as unknown as Envelope;
      inner.send(envelope).then(undefined, onError);
    };
    return {
      async send(envelope) {
        try {
          const items = envelope[1] as [{ type: string }, Event][];
          const reports = items.filter(([{ type }]) => REPORTS.has(type));
          const released = reports.flatMap(([, report]) => finish(report, envelope, options));
          const answer = inner.send(envelope);
          for (const replayId of released) segments.release(replayId);
          return await answer;
        } catch (error) {
          // The SDK would say nothing of it.
          const { message } = error as Error;
          onError(new Error(`A report could not be stored: ${message}`, { cause: error }));
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

/** Ties one report to its replay and brings it within the limits. Gives the replay that it makes live. */
function finish(report: Event, envelope: Envelope, options: EnvelopeOptions): string[] {
  const replayIds = link(report, envelope, options);
  textTags(report);
  const { counters } = options;
  if (report.breadcrumbs) {
    const kept = bounded(report.breadcrumbs);
    counters.add('breadcrumbs', 'trimmed', report.breadcrumbs.length - kept.length);
    report.breadcrumbs = kept;
  }
  // Last of all: what comes before can make a report larger.
  counters.add('eventBytes', 'trimmed', boundEvent(report));
  return replayIds;
}

/** Tags are texts to Sentry's schema, and to the SDK whatever was set. */
function textTags(report: Event): void {
  const tags = Object.entries(report.tags ?? {}).filter(([, tag]) => tag !== undefined && tag !== null);
  if (report.tags) report.tags = Object.fromEntries(tags.map(([name, tag]) => [name, String(tag)]));
}

function link(report: Event, envelope: Envelope, { gate, now, segments }: EnvelopeOptions): string[] {
  if (holdsMinidump(envelope) && isOfLastRun(report)) return [];
  const { replayId, release } = gate.link(windowOf(report), startsReplay(report), now());
  setReplayId(report, envelope[0], replayId);
  if (replayId && report.event_id && !report.type) segments.noteError(replayId, report.event_id);
  return replayId && release ? [replayId] : [];
}
