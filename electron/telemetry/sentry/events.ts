/**
 * What every report of both processes gets: breadcrumbs before the app's own event processors, which have the last
 * word; its replay and the limits in the last place that it passes before it is stored and sent. That is a transport,
 * not the SDK's `beforeEnvelope`: nothing of the SDK comes after it.
 */
import type { BaseTransportOptions, Envelope, Event, EventHint, Integration, Transport } from '@sentry/core';
import type { LimitCounters } from '../../shared/limits.ts';
import { type Breadcrumbs, bounded, WINDOW_TAG } from '../common/breadcrumbs.ts';
import { boundEvent } from '../common/size.ts';
import type { ReplayGate } from '../replay/gate.policy.ts';
import type { ReplaySegments } from '../replay/segments.ts';
import type { FaultReports } from './faultReports.ts';
import type { LastRun } from './lastRun.ts';

export interface EventOptions {
  breadcrumbs: Breadcrumbs;
  counters: LimitCounters;
  faults: Pick<FaultReports, 'claim'>;
  /** The run before this one, for a minidump that it left behind. */
  previous: LastRun | undefined;
}

export function eventIntegration(options: EventOptions): Integration {
  const { breadcrumbs, counters, faults } = options;
  return {
    name: 'Holdfast',
    processEvent(event, hint) {
      // The SDK asks its processors for what they would add to an event, to write it down: that is none.
      if (!event.event_id) return event;
      if (isMinidump(hint)) {
        faults.claim(event);
        if (isOfLastRun(event)) return ofLastRun(event, options);
      }
      if (event.type !== 'transaction' || event.breadcrumbs?.length) {
        // The times of a transaction come from another clock.
        const until = event.type === 'transaction' ? undefined : event.timestamp;
        const own = event.breadcrumbs ?? [];
        event.breadcrumbs = breadcrumbs.read({ until, own, source: windowOf(event) ?? 'main' });
        counters.add('breadcrumbs', 'trimmed', Math.max(0, own.length - event.breadcrumbs.length));
      }
      return event;
    },
  };
}

function isMinidump(hint: EventHint): boolean {
  return hint.attachments?.some(({ attachmentType }) => attachmentType === 'event.minidump') ?? false;
}

/** The SDK has mixed the scopes of both runs by now; what is of the run that crashed is known from its own file. */
function ofLastRun(event: Event, { previous }: EventOptions): Event {
  event.breadcrumbs = bounded(previous?.breadcrumbs ?? []);
  setReplayId(event, {}, previous?.replayId);
  return event;
}

/** Whether a report makes a held replay live: an error, with an exception or without, or a user's feedback. */
export function startsReplay({ type, exception, level }: Event): boolean {
  if (type !== undefined) return type === 'feedback';
  return exception !== undefined || level === 'fatal' || level === 'error';
}

/** The window that a report says it came from. */
function windowOf(event: Event): number | undefined {
  const tag = event.tags?.[WINDOW_TAG];
  return typeof tag === 'number' ? tag : undefined;
}

/** Writes the replay's id wherever a server looks for it, and takes out any other one. */
function setReplayId(event: Event, header: Envelope[0], replayId: string | undefined): void {
  const { trace } = header as { trace?: { replay_id?: string } };
  const feedback = event.contexts?.feedback;
  if (replayId !== undefined) {
    event.tags = { ...event.tags, replayId };
    event.contexts = { ...event.contexts, replay: { replay_id: replayId } };
    if (trace) trace.replay_id = replayId;
    if (feedback) feedback.replay_id = replayId;
    return;
  }
  delete event.tags?.replayId;
  delete event.contexts?.replay;
  delete trace?.replay_id;
  delete feedback?.replay_id;
}

/** Whether this envelope holds the dump of a crashed process. */
export function holdsMinidump(envelope: Envelope): boolean {
  const items = envelope[1] as [{ attachment_type?: string }, unknown][];
  return items.some(([{ attachment_type }]) => attachment_type === 'event.minidump');
}

/**
 * Whether a report about a minidump is of the run before this one. The SDK looks for dumps at the start, and
 * when a process has gone in this run; only then does it know, and tag, the reason.
 */
export function isOfLastRun(event: Event): boolean {
  return event.tags?.['exit.reason'] === undefined;
}

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
