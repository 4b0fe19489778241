import fc from 'fast-check';
import { expect, it } from 'vitest';
import { POWER_EVENTS } from '../../../../electron/telemetry/replay/gate.ts';
import { GRACE } from '../../../../electron/telemetry/replay/segment.policy.ts';
import { GateHarness, MAXIMUM, PAUSE, SECOND } from './gateHarness.ts';

const window = fc.constantFrom(1, 2, 3);
const seconds = (max: number) => fc.integer({ min: 0, max });
/** An event that occurs as often as its weight says. */
const one = <K extends string, T extends object>(weight: number, names: K[], values: fc.Arbitrary<T>) => ({
  weight,
  arbitrary: fc.tuple(fc.constantFrom(...names), values).map(([name, value]) => ({ do: name, ...value })),
});
const step = fc.oneof(
  one(4, ['wait'], fc.record({ time: seconds(400) })),
  one(1, ['sleep'], fc.record({ time: seconds(5000) })),
  one(4, ['input'], fc.record({ window })),
  one(6, ['segment'], fc.record({ window, of: window })),
  one(2, ['error'], fc.record({ window: fc.option(window, { nil: undefined }) })),
  one(1, ['load', 'crash', 'close'], fc.record({ window })),
  one(1, ['clone'], fc.record({ window, of: window })),
  one(1, [...POWER_EVENTS], fc.constant({})),
  one(1, ['consent'], fc.record({ given: fc.boolean() })),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

it.each([
  ['live', 1],
  ['held', 0],
  ['mixed', 0.5],
])('whatever happens, what is sent of %s replays is within the limits', (_name, session) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), fc.integer(), (steps, seed) => {
      const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
      const draws = fc.sample(share, { seed, numRuns: 50 });
      let drawn = 0;
      const draw = () => draws[drawn++ % draws.length] ?? 0;
      const harness = new GateHarness({ session, onError: 0.7 }, draw).open();
      const app = { lastInput: harness.now, awaySince: undefined as number | undefined, consent: true };
      const away = new Set<string>();

      const take = (one: Step): unknown => {
        switch (one.do) {
          case 'wait':
            return harness.wait(one.time * SECOND);
          case 'sleep':
            return harness.sleep(one.time * SECOND);
          case 'input':
            app.lastInput = harness.now;
            return harness.input(one.window);
          case 'error':
            return harness.error(one.window);
          case 'segment': {
            const decision = harness.segment(one.window, harness.replayId(one.of));
            if (decision.do === 'drop') return;
            expect(app.consent).toBe(true);
            expect(harness.now - app.lastInput).toBeLessThanOrEqual(PAUSE + GRACE);
            if (app.awaySince !== undefined) expect(harness.now - app.awaySince).toBeLessThanOrEqual(GRACE);
            return;
          }
          case 'crash':
            harness.gate.pageGone(one.window, harness.now);
            return harness.load(one.window);
          case 'load':
            return harness.load(one.window);
          case 'close':
            harness.recorders.delete(one.window);
            harness.stored.delete(one.window);
            return harness.gate.windowClosed(one.window, harness.now);
          case 'clone': {
            const copied = harness.stored.get(one.of);
            if (copied !== undefined && !harness.recorders.has(one.window))
              harness.stored.set(one.window, copied);
            return harness.load(one.window);
          }
          case 'consent':
            app.consent = one.given;
            harness.gate.consent(one.given, harness.now);
            return harness.deliver();
          default: {
            const state = one.do === 'suspend' || one.do === 'resume' ? 'suspended' : 'locked';
            if (one.do === 'lock-screen' || one.do === 'suspend') away.add(state);
            else away.delete(state);
            app.awaySince = away.size ? (app.awaySince ?? harness.now) : undefined;
            return harness.power(one.do as 'suspend');
          }
        }
      };
      for (const one of steps) take(one);

      for (const sent of Map.groupBy(harness.sent, ({ replayId }) => replayId).values()) {
        expect(sent.map(({ number }) => number)).toEqual([...sent.keys()]);
        expect(new Set(sent.map(({ window }) => window)).size).toBe(1);
        expect(Math.max(...sent.map(({ began, end }) => end - began))).toBeLessThanOrEqual(MAXIMUM);
      }
    }),
    { seed: 20261120, numRuns: 300 },
  );
});
