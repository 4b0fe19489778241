import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { steadyTime } from '../../../../electron/shared/clock.ts';
import { envelopeOf, errorEnvelope, idOf, replayEnvelope, transactionEnvelope } from './support/envelopes.ts';
import { Harness, holding, OK, status } from './support/harness.ts';
import { MINUTE } from './support/virtualClock.ts';

describe('a response of the server', () => {
  const captureWith = async (reply: Harness['reply']) => {
    const harness = new Harness();
    harness.reply = reply;
    await harness.send(errorEnvelope(idOf(1)));
    await harness.clock.advance(2_000);
    return harness;
  };

  it('400 removes the envelope, which is counted', async () => {
    const harness = await captureWith(() => status(400));
    expect(harness.names()).toEqual([]);
    expect(harness.outbox.state().counters).toMatchObject({ sent: 0, rejected: 1 });
  });

  const large = () =>
    envelopeOf({ event_id: idOf(1) }, [
      [{ type: 'event' }, { event_id: idOf(1), message: 'm', breadcrumbs: [{}, {}], extra: { a: 1 } }],
      [{ type: 'attachment', length: 4, filename: 'a.txt' }, 'text'],
    ]);

  it('413 gets it again without attachments, breadcrumbs and extras, and the event says so', async () => {
    const harness = new Harness();
    harness.reply = () => (harness.requests.length === 0 ? status(413) : OK);
    await harness.send(large());
    await harness.clock.advance(2_000);
    expect(harness.requests[1]?.envelope[1]).toEqual([
      [
        { type: 'event' },
        {
          event_id: idOf(1),
          message: 'm',
          contexts: { omitted: { attachments: 1, breadcrumbs: 2, extra: 1 } },
        },
      ],
    ]);
    expect(harness.names()).toEqual([]);
    expect(harness.outbox.state().counters).toMatchObject({ sent: 1, rejected: 0, quarantined: 0 });
  });

  it('a second 413 puts the whole report into quarantine and holds up nothing', async () => {
    const harness = new Harness();
    harness.reply = (id) => (id === idOf(2) ? OK : status(413));
    await harness.send(large());
    await harness.send(replayEnvelope(idOf(9), 1));
    await harness.send(errorEnvelope(idOf(2)));
    await harness.clock.advance(5 * MINUTE);
    expect(harness.sentIds().sort()).toEqual([idOf(1), idOf(1), idOf(2), idOf(9)]);
    expect(harness.names()).toEqual([]);
    const [file = ''] = harness.quarantine().filter((name) => name.includes(idOf(1)));
    expect(readFileSync(join(harness.folder, 'quarantine', file), 'utf8')).toContain('breadcrumbs');
    expect(harness.outbox.state()).toMatchObject({ quarantined: 2, counters: { sent: 1, rejected: 2 } });
  });

  it('a second 413 is not followed by a third at once when the disk keeps the report where it is', async () => {
    const harness = new Harness();
    harness.reply = () => status(413);
    await harness.send(large());
    Object.assign(harness.disk, { fault: 'EROFS', isFrozen: true });
    await harness.clock.advance(5_000);
    expect(harness.requests.length).toBeLessThan(5);
  });

  it('200 without a body removes it over https, which proves who responded', async () => {
    const harness = new Harness();
    harness.restart({}, 'https://server.test/api/1/envelope/?sentry_key=k');
    harness.reply = () => status(200);
    await harness.send(errorEnvelope(idOf(1)));
    await harness.clock.advance(2_000);
    expect(harness.names()).toEqual([]);
    expect(harness.outbox.state().counters.sent).toBe(1);
  });

  it.each(['hang', 'hang for ever'] as const)(
    'that never comes (%s) ends with the time limit, and it is sent again',
    async (reply) => {
      const harness = await captureWith(() => reply);
      await harness.clock.advance(29_000);
      expect(harness.requests).toHaveLength(1);
      harness.reply = () => OK;
      await harness.clock.advance(5_000);
      expect(harness.requests).toHaveLength(2);
      expect(harness.names()).toEqual([]);
    },
  );

  it.each([
    ['a broken connection', 'reset' as const],
    ['no response', 'hang' as const],
    ['500', status(500)],
    ['the page of a proxy', status(200, { 'content-type': 'text/html' }, '<html>')],
  ])('%s for one envelope does not hold up the others', async (_, reply) => {
    const harness = await holding(12, { mode: 'ask' });
    harness.reply = (id) => (id === idOf(12) ? reply : OK);
    harness.outbox.setMode('on');
    await harness.clock.advance(2 * MINUTE);
    expect(harness.ids()).toEqual([idOf(12)]);
  });

  it.each([401, 403, 404])('%i, for a project that is gone, is asked for a few times a day', async (code) => {
    const harness = new Harness();
    harness.reply = () => status(code, {}, '{"detail":"no such project"}');
    for (let n = 1; n <= 20; n += 1) await harness.send(errorEnvelope(idOf(n)));
    for (let hour = 0; hour < 24; hour += 1) {
      harness.outbox.wake();
      await harness.clock.advance(60 * MINUTE);
    }
    expect(harness.requests.length).toBeLessThanOrEqual(8);
    expect(harness.names()).toHaveLength(20);
    harness.reply = () => OK;
    harness.restart();
    await harness.clock.advance(10_000);
    expect(harness.names()).toEqual([]);
  });

  it.each([401, 403, 404])('%i of a proxy is tried again as soon as the network changes', async (code) => {
    const harness = new Harness();
    harness.reply = () => status(code, { 'content-type': 'text/html' }, '<html>Sign in</html>');
    await harness.send(errorEnvelope(idOf(1)));
    await harness.clock.advance(60 * MINUTE);
    harness.reply = () => OK;
    harness.outbox.wake();
    await harness.clock.advance(2_000);
    expect(harness.names()).toEqual([]);
  });

  it('that limits one category lets the others through', async () => {
    const harness = new Harness({ mode: 'ask' });
    await harness.send(transactionEnvelope(idOf(1)));
    await harness.send(errorEnvelope(idOf(2)));
    harness.reply = (id) =>
      id === idOf(2) ? status(429, { 'x-sentry-rate-limits': '600:error:organization' }) : OK;
    harness.outbox.setMode('on');
    await harness.clock.advance(MINUTE);
    expect(harness.sentIds()).toEqual([idOf(2), idOf(1)]);
    harness.reply = () => OK;
    harness.outbox.wake();
    await harness.clock.advance(8 * MINUTE);
    expect(harness.requests).toHaveLength(2);
    await harness.clock.advance(2 * MINUTE);
    expect(harness.sentIds()).toEqual([idOf(2), idOf(1), idOf(2)]);
    expect(harness.names()).toEqual([]);
  });

  it.each([
    ['Retry-After in seconds', 429, { 'retry-after': '30' }, { all: 30 }],
    ['429 without a header: a minute', 429, {}, { all: 60 }],
    ['categories', 429, { 'x-sentry-rate-limits': '60:error;replay:key' }, { error: 60, replay: 60 }],
    ['a wrong header: a day at most', 429, { 'retry-after': '31536000' }, { all: 86_400 }],
    ['limits of a success', 200, { 'x-sentry-rate-limits': '9:transaction:key' }, { transaction: 9 }],
    ['a response without limits', 500, {}, {}],
  ])('says until when to wait: %s', async (_, code, headers: Record<string, string>, seconds) => {
    const told: object[] = [];
    const harness = await holding(1, { onLimits: (limits) => told.push(limits) });
    harness.reply = () => status(code, headers, '{}');
    await harness.clock.advance(1_000);
    const at = steadyTime();
    expect(told).toEqual([
      Object.fromEntries(Object.entries(seconds).map(([name, s]) => [name, at + s * 1_000])),
    ]);
  });
});
