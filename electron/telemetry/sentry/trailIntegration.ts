/** Lets the SDK's own hooks feed the trail, and puts the trail on every event before the app's own processors. */
import type { Event, EventHint, Integration } from '@sentry/core';
import type { Counters } from '../common/counters.ts';
import { isOfLastRun, setReplayId, WINDOW_TAG, windowOf } from '../common/links.ts';
import { bounded, type Trail } from '../common/trail.ts';
import type { LastRun } from './lastRun.ts';
import { currentSender } from './sender.ts';

export interface TrailOptions {
  trail: Trail;
  counters: Counters;
  release: string;
  environment: string;
  /** The run before this one, for a minidump that it left behind. */
  previous: LastRun | undefined;
  /** When this run began, in seconds since the epoch. */
  startedAt: number;
  /** The window whose process was the last to go. */
  lastGone: () => number | undefined;
  onBreadcrumb: () => void;
}

/**
 * An integration, to be put first: the app's event processors and `beforeSend` come after it and have the last
 * word on what the trail says.
 */
export function trailIntegration(options: TrailOptions): Integration {
  const { trail, counters, release, environment } = options;
  return {
    name: 'Trail',
    setup(client) {
      client.on('beforeAddBreadcrumb', (breadcrumb) => {
        trail.add('main', breadcrumb, Date.now());
        options.onBreadcrumb();
      });
    },
    preprocessEvent(event) {
      const window = currentSender();
      if (window !== undefined) event.tags = { ...event.tags, [WINDOW_TAG]: window };
    },
    processEvent(event, hint) {
      // The SDK asks its processors for what they would add to an event, to write it down: no event, no trail.
      if (!event.event_id) return event;
      if (isMinidump(hint)) {
        if (isOfLastRun(event)) return ofLastRun(event, options);
        const window = windowOf(event) ?? options.lastGone();
        if (window !== undefined) event.tags = { ...event.tags, [WINDOW_TAG]: window };
      }
      event.release = release;
      event.environment = environment;
      if (event.type !== 'transaction' || event.breadcrumbs?.length) {
        const source = windowOf(event) ?? 'main';
        // The times of a transaction come from another clock.
        const until = event.type === 'transaction' ? undefined : event.timestamp;
        const own = event.breadcrumbs ?? [];
        event.breadcrumbs = trail.read({ until, own, source });
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
function ofLastRun(event: Event, { trail, previous, startedAt }: TrailOptions): Event {
  const before = (event.breadcrumbs ?? []).filter(({ timestamp = 0 }) => timestamp < startedAt);
  event.breadcrumbs = bounded(previous?.breadcrumbs ?? before, trail.most());
  setReplayId(event, {}, previous?.replayId);
  return event;
}
