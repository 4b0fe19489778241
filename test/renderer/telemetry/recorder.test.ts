import { describe, expect, it, vi } from 'vitest';
import type { PageReport } from '../../../electron/shared/telemetry.ts';
import {
  createCommandRunner,
  INPUT_INTERVAL,
  recorderOf,
  watchInput,
} from '../../../renderer/telemetry/recorder.ts';

const slowly = () => new Promise((resolve) => setTimeout(resolve, 1));

/** The SDK's integration as far as it is used, slow where the SDK's is slow. */
function integration() {
  const done: string[] = [];
  let id: string | undefined;
  let count = 0;
  let paused = false;
  const replay = {
    getReplayId: () => id,
    start() {
      done.push('start');
      id = `replay-${++count}`;
      paused = false;
    },
    async stop({ flush }: { flush: boolean }) {
      await slowly();
      done.push(flush ? 'stop+flush' : 'stop');
      id = undefined;
    },
    async flush() {
      await slowly();
      done.push('flush');
    },
    _replay: {
      isPaused: () => paused,
      pause() {
        done.push('pause');
        paused = true;
      },
      resume() {
        done.push('resume');
        paused = false;
      },
      triggerUserActivity: () => done.push('activity'),
      flush: () => Promise.resolve(void done.push('flush later')),
      conditionalFlush: () => Promise.resolve(void done.push('flush at once')),
    },
  };
  return { done, replay, recorder: recorderOf(replay) };
}

describe('the recorder', () => {
  it('is not paused any more when it was stopped in a pause', async () => {
    const { recorder } = integration();
    recorder.start();
    recorder.pause();
    await recorder.stop(false);
    expect([recorder.id(), recorder.isPaused()]).toEqual([undefined, false]);
    recorder.resume();
    expect(recorder.id()).toBeUndefined();
  });
});

it('is not made of another version of the SDK, which would not keep the limits', () => {
  const { replay } = integration();
  Reflect.deleteProperty(replay._replay, 'pause');
  expect(() => recorderOf(replay)).toThrow(/@sentry\/replay has no pause: adapt recorder\.ts/);
});

/** Main's commands to such a recorder. */
function harness() {
  const { done, recorder } = integration();
  const reports: PageReport[] = [];
  const errors: unknown[] = [];
  const shown: boolean[] = [];
  const load = vi.fn(async () => {
    await slowly();
    return Object.assign(recorder, { show: (live: boolean) => void shown.push(live) });
  });
  const runner = createCommandRunner(
    load,
    (report) => reports.push(report),
    (error) => errors.push(error),
  );
  return { runner, recorder, done, reports, errors, shown, loads: () => load.mock.calls.length };
}

describe('the commands of main', () => {
  it('load the recorder for the first that records, and only once', async () => {
    const { runner, done, loads } = harness();
    for (const name of ['flush', 'pause', 'resume', 'checkpoint'] as const) await runner.run({ do: name });
    await runner.run({ do: 'stop', flush: false });
    expect([loads(), done]).toEqual([0, []]);
    await Promise.all([runner.run({ do: 'record', live: false }), runner.run({ do: 'record', live: true })]);
    expect([loads(), done]).toEqual([1, ['start']]);
  });

  it('checkpoint: what is recorded is sent before main hears of it', async () => {
    const { runner, done, recorder, reports } = harness();
    await runner.run({ do: 'record', live: false });
    await runner.run({ do: 'checkpoint' });
    expect(done).toEqual(['start', 'flush', 'pause', 'flush', 'resume']);
    expect(reports).toEqual([{ what: 'checkpoint', replayId: recorder.id() }]);
  });

  it('one that fails is told and does not stop the next', async () => {
    const { runner, recorder, errors, done } = harness();
    await runner.run({ do: 'record', live: true });
    recorder.flush = () => Promise.reject(new Error('broken'));
    await runner.run({ do: 'flush' });
    await runner.run({ do: 'pause' });
    expect([errors, done]).toEqual([[new Error('broken')], ['start', 'pause']]);
  });
});

/** An event of a person, as only a browser makes them. */
class Trusted extends Event {
  override get isTrusted() {
    return true;
  }
}

it.each(['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart', 'input'])(
  '%s of a person is told at once, then at most once a second, also when the clock was set back',
  (name) => {
    const target = new EventTarget();
    let now = 1_000_000;
    const heard = vi.fn();
    watchInput(target, () => now, heard);
    const after = (wait: number, event: Event) => {
      now += wait;
      target.dispatchEvent(event);
      return heard.mock.calls.length;
    };
    expect(after(0, new Event(name))).toBe(0);
    expect(after(0, new Trusted(name))).toBe(1);
    expect(after(INPUT_INTERVAL - 1, new Trusted('pointermove'))).toBe(1);
    expect(after(1, new Trusted('pointermove'))).toBe(2);
    expect(after(-60_000, new Trusted(name))).toBe(3);
  },
);
