/** What every report gets: breadcrumbs before the app's own processors; replay and limits as the first steps of its way. */
import type { Envelope, Event, Integration } from '@sentry/core';
import type { LimitCounters } from '../../shared/limitValues/limits.ts';
import type { ReplayGate } from '../replay/gate.ts';
import type { ReplaySegments } from '../replay/replaySegments.ts';
import { type Breadcrumbs, WINDOW_TAG } from '../trimming/breadcrumbs.ts';
import { boundEvent } from '../trimming/size.ts';
import type { FaultReports } from './faultReports.ts';
import { isOfLastRun, type LastRun } from './lastRun.ts';

const MINIDUMP = 'event.minidump';
const NAMED_REPLAY = /\bsentry-replay_id=([0-9a-f]{32})?/;

interface EventOptions {
  isOn: () => boolean;
  breadcrumbs: Breadcrumbs;
  counters: LimitCounters;
  faults: Pick<FaultReports, 'claim'>;
  previous: LastRun | undefined;
  onStart: () => void;
}

export function eventIntegration(options: EventOptions): Integration {
  const { breadcrumbs, counters, faults, isOn, onStart, previous } = options;
  const begun = Date.now() / 1000;
  return {
    name: 'Holdfast',
    afterAllSetup: onStart,
    setup(client) {
      client.on('beforeSendSession', (session) => {
        const isPrevious = 'started' in session && session.started < begun;
        const { release, environment } = previous ?? {};
        if (isPrevious && release) Object.assign(session, { release, environment });
      });
    },
    processEvent(event, { attachments = [] }) {
      // The SDK asks its processors what they would add to an event, to save it: nothing.
      if (!event.event_id) return event;
      if (!isOn()) return null;
      if (attachments.some(({ attachmentType }) => attachmentType === MINIDUMP)) {
        faults.claim(event);
        if (isOfLastRun(event)) return ofLastRun(event, previous, breadcrumbs);
      }
      if (event.type !== 'transaction' || event.breadcrumbs?.length) {
        // A transaction's times come from another clock.
        const until = event.type === 'transaction' ? undefined : event.timestamp;
        const own = event.breadcrumbs ?? [];
        event.breadcrumbs = breadcrumbs.read({ until, own, source: windowOf(event) ?? 'main' });
        counters.add('breadcrumbs', 'trimmed', Math.max(0, own.length - event.breadcrumbs.length));
      }
      return event;
    },
  };
}

/** The SDK has mixed the scopes of both runs; our own file has those of the crashed run. */
function ofLastRun(event: Event, previous: LastRun | undefined, { bounded }: Breadcrumbs): Event {
  event.breadcrumbs = bounded(previous?.breadcrumbs ?? []);
  setReplayId(event, {}, previous?.replayId);
  return event;
}

/** Whether a report makes a held replay live: an error, with or without an exception, or a user's feedback. */
export function startsReplay({ type, exception, level }: Event): boolean {
  if (type !== undefined) return type === 'feedback';
  return exception !== undefined || level === 'fatal' || level === 'error';
}

function windowOf(event: Event): number | undefined {
  const tag = event.tags?.[WINDOW_TAG];
  return typeof tag === 'number' ? tag : undefined;
}

/** Writes the replay's id wherever a server looks for it, and removes any other one. */
function setReplayId(event: Event, header: Envelope[0], replayId: string | undefined): void {
  const { trace } = header as { trace?: { replay_id?: string } };
  for (const one of [trace, event.contexts?.feedback]) {
    delete one?.replay_id;
    if (one && replayId) one.replay_id = replayId;
  }
  delete event.tags?.replayId;
  delete event.contexts?.replay;
  if (!replayId) return;
  event.tags = { ...event.tags, replayId };
  event.contexts = { ...event.contexts, replay: { replay_id: replayId } };
}

/** Names this replay in our project's baggage of a request, and no other: the SDK names held ones, which may never be sent. */
export function nameReplay<T extends object>(
  headers: T,
  publicKey: string,
  replayOf: (named: string | undefined) => string | undefined,
): T {
  let changed = headers;
  for (const [name, value] of Object.entries(headers)) {
    const members = /^baggage$/i.test(name) ? String(value).split(',') : [];
    if (!members.some((member) => member.trim() === `sentry-public_key=${publicKey}`)) continue;
    const others = members.filter((entry) => !NAMED_REPLAY.test(entry));
    const replayId = replayOf(NAMED_REPLAY.exec(value)?.[1]);
    const baggage = [...others, ...(replayId ? [`sentry-replay_id=${replayId}`] : [])].join(',');
    changed = { ...changed, [name]: baggage };
  }
  return changed;
}

const REPORTS: ReadonlySet<string> = new Set(['event', 'transaction', 'feedback', 'replay_event']);

const reportsOf = (envelope: Envelope) =>
  (envelope[1] as [{ type: string }, Event][])
    .filter(([{ type }]) => REPORTS.has(type))
    .map(([, report]) => report);

/** Links an envelope's reports to their replays. Returns the ids of those that they make live. */
export function linkEnvelope(
  envelope: Envelope,
  gate: ReplayGate,
  segments: Pick<ReplaySegments, 'noteError'>,
): string[] {
  const items = envelope[1] as [{ attachment_type?: unknown }, unknown][];
  const hasDump = items.some(([header]) => header.attachment_type === MINIDUMP);
  const reports = reportsOf(envelope);
  const { trace } = envelope[0] as { trace?: { replay_id?: string } };
  if (reports.length === 0 && trace?.replay_id && !gate.isSent(trace.replay_id)) delete trace.replay_id;
  return reports.flatMap((report) => {
    if (hasDump && isOfLastRun(report)) return [];
    const named = /^[0-9a-f]{32}$/.exec(String(report.tags?.replayId))?.[0];
    const { replayId, release } = gate.link(
      windowOf(report),
      startsReplay(report) ? report.event_id : undefined,
      Date.now(),
      named,
    );
    setReplayId(report, envelope[0], replayId);
    if (replayId && report.event_id && !report.type) segments.noteError(replayId, report.event_id);
    return replayId && release ? [replayId] : [];
  });
}

/** Applies the limits to an envelope's reports, and to the event of a replay's segment. */
export function boundEnvelope(
  envelope: Envelope,
  counters: LimitCounters,
  { bounded }: Pick<Breadcrumbs, 'bounded'>,
): void {
  for (const report of reportsOf(envelope)) {
    if (report.breadcrumbs) {
      const kept = bounded(report.breadcrumbs);
      counters.add('breadcrumbs', 'trimmed', report.breadcrumbs.length - kept.length);
      report.breadcrumbs = kept;
    }
    // Sentry's schema requires texts as tags; the SDK sends any value.
    const tags = Object.entries(report.tags ?? {}).filter(([, tag]) => tag !== undefined && tag !== null);
    if (report.tags) report.tags = Object.fromEntries(tags.map(([name, tag]) => [name, String(tag)]));
    // Last, because earlier steps can enlarge a report.
    counters.add('eventBytes', 'trimmed', boundEvent(report));
  }
}
