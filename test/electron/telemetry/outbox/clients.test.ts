import { describe, expect, it } from 'vitest';
import { type Scenario, seeded, simulate } from './support/clients.ts';

const CLIENTS = 5_000;
const scenario = (changes: Partial<Scenario>): Scenario => ({
  clients: CLIENTS,
  returnMs: 60_000,
  errors: 3,
  segments: 10,
  capacity: Number.POSITIVE_INFINITY,
  ...changes,
});

describe('many machines that come back in the same minute', () => {
  it('deliver everything, and errors within seconds of coming back', () => {
    const outcome = simulate('outbox', scenario({}), seeded(1));
    expect(outcome.lost).toBe(0);
    expect(outcome.allErrors).toBeLessThan(60 + 5);
  });

  it('do not arrive as one wave when they come back in the same moment', () => {
    const firstOnly = { returnMs: 0, errors: 1, segments: 0 };
    const ours = simulate('outbox', scenario(firstOnly), seeded(1));
    const told = simulate('stock, told', scenario(firstOnly), seeded(1));
    expect(told.peak).toBe(CLIENTS);
    expect(ours.peak).toBeLessThan(CLIENTS * 0.6);
  });

  it('lose nothing to a server that cannot keep up; the stock policy does', () => {
    const small = scenario({ capacity: 300 });
    expect(simulate('outbox', small, seeded(1)).lost).toBe(0);
    expect(simulate('stock, told', small, seeded(1)).lost).toBeGreaterThan(CLIENTS);
  });
});
