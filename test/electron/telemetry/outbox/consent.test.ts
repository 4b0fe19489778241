import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorEnvelope, idOf } from './support/envelopes.ts';
import { Harness, holding, OK } from './support/harness.ts';
import { MINUTE } from './support/virtualClock.ts';

describe('consent', () => {
  it('off stores nothing and makes no folder', async () => {
    const harness = new Harness({ mode: 'off' });
    expect(await harness.send(errorEnvelope(idOf(1)))).toEqual({});
    expect(existsSync(harness.folder)).toBe(false);
  });

  it('off aborts a request and keeps its envelope, which on sends at once', async () => {
    const harness = await holding(1);
    harness.reply = () => 'hang';
    await harness.clock.advance(2_000);
    expect(harness.outbox.state().inFlight).toBe(1);
    harness.outbox.setMode('off');
    await harness.clock.advance(60 * MINUTE);
    expect(harness.outbox.state().inFlight).toBe(0);
    expect(harness.requests).toHaveLength(1);
    expect(harness.names()).toHaveLength(1);
    harness.reply = () => OK;
    harness.outbox.setMode('on');
    await harness.clock.advance(2_000);
    expect(harness.names()).toEqual([]);
  });

  it('erase removes every file, those in quarantine and of other versions too; what is captured later is kept', async () => {
    const harness = await holding(1, { mode: 'ask' });
    harness.disk.plant('v9-something.envelope', 'x');
    harness.disk.plant('y', 'x');
    harness.disk.quarantine('y');
    harness.outbox.erase();
    expect(readdirSync(harness.folder)).toEqual([]);
    await harness.send(errorEnvelope(idOf(2)));
    await harness.clock.advance(MINUTE);
    expect([harness.names().length, harness.requests]).toEqual([1, []]);
  });

  it('erase says which file it could not remove, and what is left is still counted', async () => {
    const harness = await holding(1, { mode: 'ask' });
    harness.disk.fault = 'EACCES';
    harness.disk.isFrozen = true;
    expect(() => harness.outbox.erase()).toThrow(/Not every stored report could be erased \(EACCES.*by hand/);
    expect(harness.outbox.state().priorities[0]?.count).toBe(1);
  });
});
