/** Puts on every event what is the same everywhere, before the app's own event processors: they have the last word. */
import type { Event, EventHint, Integration } from '@sentry/core';
import { type Breadcrumbs, bounded } from '../common/breadcrumbs.ts';
import type { LimitCounters } from '../common/counters.ts';
import { isOfLastRun, setReplayId, windowOf } from '../common/links.ts';
import type { FaultReports } from './faultReports.ts';
import type { LastRun } from './lastRun.ts';

export interface EventOptions {
  breadcrumbs: Breadcrumbs;
  counters: LimitCounters;
  release: string;
  environment: string;
  faults: Pick<FaultReports, 'claim'>;
  /** The run before this one, for a minidump that it left behind. */
  previous: LastRun | undefined;
}

export function eventIntegration(options: EventOptions): Integration {
  const { breadcrumbs, counters, release, environment, faults } = options;
  return {
    name: 'Holdfast',
    processEvent(event, hint) {
      // The SDK asks its processors for what they would add to an event, to write it down: that is none.
      if (!event.event_id) return event;
      if (isMinidump(hint)) {
        faults.claim(event);
        if (isOfLastRun(event)) return ofLastRun(event, options);
      }
      event.release = release;
      event.environment = environment;
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
