/** Breadcrumbs on what the real SDK hands to the transport. */
import { describe, expect, it, vi } from 'vitest';
import {
  a,
  counters,
  expectOrdered,
  fill,
  first,
  pageError,
  Sentry,
  sent,
  thrown,
  timesOf,
  withSdk,
} from './sdkHarness.ts';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);
vi.mock('@sentry/electron/main', async () => (await import('../stubElectron.ts')).loadSdk());

withSdk();

describe('breadcrumbs on what leaves the machine', () => {
  it('a transaction that has any, and feedback, stay within the limit', async () => {
    fill();
    Sentry.startSpan({ name: 'work', forceTransaction: true }, () => undefined);
    const [transaction] = first(await sent('transaction'));
    expectOrdered(transaction.breadcrumbs);
    Sentry.captureFeedback({ message: 'hello' });
    const [feedback] = first(await sent('feedback'));
    expectOrdered(feedback.breadcrumbs);
  });

  it("the app's own processors cannot go over it", async () => {
    Sentry.addEventProcessor((event) => {
      if (event.message !== 'many') return event;
      const added = Array.from({ length: 150 }, (_, i) => ({ timestamp: 1000 - i }));
      return { ...event, breadcrumbs: [...(event.breadcrumbs ?? []), ...added] };
    });
    Sentry.captureMessage('many');
    const times = timesOf(first(await sent('event'))[0].breadcrumbs);
    expect(times).toHaveLength(100);
    expect(times).toEqual([...times].sort((x, y) => x - y));
  });

  it('counts what was trimmed', async () => {
    fill();
    const before = counters.read().breadcrumbs.trimmed;
    const breadcrumbs = Array.from({ length: 150 }, (_, i) => ({ timestamp: i }));
    pageError(a, { event_id: '2'.repeat(32), exception: thrown, breadcrumbs });
    await sent('event');
    expect(counters.read().breadcrumbs.trimmed).toBe(before + 50);
  });
});
