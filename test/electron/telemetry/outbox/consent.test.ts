import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorEnvelope, idOf } from './support/envelopes.ts';
import { Harness, holding, OK } from './support/harness.ts';
import { MINUTE } from './support/virtualClock.ts';

describe('consent', () => {
  it('off stores nothing and makes no folder', async () => {
    const harness = new Harness({ mode: 'off' });
    expect(await harness.send(errorEnvelope(idOf(1)))).toEqual({});
    expect(existsSync(harness.folder)).toBe(false);
    expect(harness.outbox.state().counters.declined).toBe(1);
  });

  it('off ends a request that is under way and keeps what it was about; on sends it, without a pause', async () => {
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

  it('erase leaves no file, in quarantine and of other versions neither, and what is captured after is kept', async () => {
    const harness = await holding(1, { mode: 'ask' });
    writeFileSync(join(harness.folder, 'v9-something.envelope'), 'x');
    writeFileSync(join(harness.folder, 'quarantine', 'y'), 'x');
    harness.outbox.erase();
    expect(harness.names()).toEqual([]);
    await harness.send(errorEnvelope(idOf(2)));
    await harness.clock.advance(MINUTE);
    expect([harness.names().length, harness.requests]).toEqual([1, []]);
    expect(harness.quarantine()).toEqual([]);
  });

  it('erase says which file it could not remove, and what is left still counts', async () => {
    const harness = await holding(1, { mode: 'ask' });
    harness.files.fault = 'EACCES';
    harness.files.isFrozen = true;
    expect(() => harness.outbox.erase()).toThrow(/Not every stored report could be erased \(EACCES.*by hand/);
    expect(harness.outbox.state().priorities[0]?.count).toBe(1);
  });
});
