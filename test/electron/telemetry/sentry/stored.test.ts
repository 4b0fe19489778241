import type { BaseTransportOptions, Envelope } from '@sentry/core';
import { describe, expect, it } from 'vitest';
import { createStored } from '../../../../electron/telemetry/sentry/stored.ts';

const options = {} as BaseTransportOptions;
const envelope = (id: string) => [{ event_id: id }, []] as unknown as Envelope;

/** A transport that answers each envelope with this. */
function scene(answer: { statusCode?: number }, patience = 20) {
  const stored = createStored(patience);
  const { send } = stored.wrap(() => ({ send: async () => answer, flush: async () => true }))(options);
  return { stored, send };
}

describe('an event of a page', () => {
  it('is known when it was stored before it is asked for, and after', async () => {
    const { stored, send } = scene({ statusCode: 202 }, 60_000);
    await send(envelope('before'));
    expect(await stored.holds('before')).toBe(true);
    const asked = stored.holds('after');
    await send(envelope('after'));
    expect(await asked).toBe(true);
  });

  it('is not known when it is only in memory, or never comes', async () => {
    const { stored, send } = scene({});
    await send(envelope('in memory'));
    expect(await stored.holds('in memory')).toBe(false);
    expect(await stored.holds('dropped')).toBe(false);
  });

  it('is forgotten after a hundred others', async () => {
    const { stored, send } = scene({ statusCode: 202 });
    for (let i = 0; i <= 100; i++) await send(envelope(String(i)));
    expect(await stored.holds('0')).toBe(false);
    expect(await stored.holds('1')).toBe(true);
  });
});
