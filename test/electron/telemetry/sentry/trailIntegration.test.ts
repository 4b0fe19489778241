import type { Client, Event, EventHint } from '@sentry/core';
import { describe, expect, it } from 'vitest';
import { createCounters } from '../../../../electron/telemetry/common/counters.ts';
import { createTrail } from '../../../../electron/telemetry/common/trail.ts';
import { trailIntegration } from '../../../../electron/telemetry/sentry/trailIntegration.ts';

const dump: EventHint = { attachments: [{ attachmentType: 'event.minidump', filename: 'a.dmp', data: '' }] };

function process(event: Event, hint: EventHint = {}): Event {
  const trail = createTrail();
  trail.add('main', { timestamp: 100, message: 'of this run' }, 0);
  const integration = trailIntegration({
    trail,
    counters: createCounters(),
    release: 'this',
    environment: 'now',
    previous: undefined,
    startedAt: 50,
    lastGone: () => undefined,
    onBreadcrumb: () => undefined,
  });
  return integration.processEvent?.(event, hint, {} as Client) as Event;
}

describe('the trail on an event', () => {
  it("of a run without a record: what the SDK's own file had of before this start", () => {
    const breadcrumbs = [{ timestamp: 60 }, { timestamp: 30 }, { timestamp: 20 }];
    const event = process({ event_id: '1', breadcrumbs, tags: { replayId: 'of this run' } }, dump);
    expect(event.breadcrumbs).toEqual([{ timestamp: 20 }, { timestamp: 30 }]);
    expect(event.tags).toEqual({});
    expect(event.release).toBeUndefined();
  });

  it('is not put on what the SDK only asks its processors about', () => {
    expect(process({ message: 'test' })).toEqual({ message: 'test' });
  });

  it('is not put on a transaction that has none', () => {
    expect(process({ event_id: '1', type: 'transaction', timestamp: 200 }).breadcrumbs).toBeUndefined();
    const some = process({
      event_id: '1',
      type: 'transaction',
      timestamp: 1,
      breadcrumbs: [{ timestamp: 100, message: 'of this run' }],
    });
    expect(some.breadcrumbs).toHaveLength(1);
  });

  it('ends with the event', () => {
    expect(process({ event_id: '1', timestamp: 99 }).breadcrumbs).toEqual([]);
    expect(process({ event_id: '1', timestamp: 100 }).breadcrumbs).toHaveLength(1);
  });
});
