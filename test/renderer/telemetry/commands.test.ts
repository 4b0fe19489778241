import { describe, expect, it } from 'vitest';
import type { PageReport } from '../../../electron/shared/telemetry.ts';
import { createCommandRunner, type PageRecorder } from '../../../renderer/telemetry/recorder.ts';

/** A recorder that notes what is done to it, slowly where the SDK's is slow. */
function harness() {
  const done: string[] = [];
  const reports: PageReport[] = [];
  const errors: unknown[] = [];
  const shown: boolean[] = [];
  let loads = 0;
  let id: string | undefined;
  let paused = false;
  const slowly = () => new Promise((resolve) => setTimeout(resolve, 1));
  const recorder: PageRecorder = {
    id: () => id,
    isPaused: () => paused,
    start() {
      done.push('start');
      id = `replay-${done.length}`;
    },
    async stop(flush) {
      await slowly();
      done.push(flush ? 'stop+flush' : 'stop');
      id = undefined;
      paused = false;
    },
    async flush() {
      await slowly();
      done.push('flush');
    },
    pause() {
      done.push('pause');
      paused = true;
    },
    resume() {
      done.push('resume');
      paused = false;
    },
    touch: () => done.push('touch'),
    show: (live) => shown.push(live),
  };
  const load = async () => {
    loads++;
    await slowly();
    return recorder;
  };
  const runner = createCommandRunner(
    load,
    (report) => reports.push(report),
    (error) => errors.push(error),
  );
  return { runner, recorder, done, reports, errors, shown, loads: () => loads };
}

describe('the commands of main', () => {
  it('are done one after the other, in their order', async () => {
    const { runner, done } = harness();
    const commands = [
      { do: 'record', live: true },
      { do: 'flush' },
      { do: 'pause' },
      { do: 'resume' },
      { do: 'stop', flush: true },
    ] as const;
    await Promise.all(commands.map((command) => runner.run(command)));
    expect(done).toEqual(['start', 'flush', 'pause', 'resume', 'stop+flush']);
  });

  it('load the recorder for the first that records, and only once', async () => {
    const { runner, done, loads } = harness();
    for (const name of ['flush', 'pause', 'resume', 'checkpoint'] as const) await runner.run({ do: name });
    await runner.run({ do: 'stop', flush: false });
    expect([loads(), done]).toEqual([0, []]);
    await Promise.all([runner.run({ do: 'record', live: false }), runner.run({ do: 'record', live: true })]);
    expect([loads(), done]).toEqual([1, ['start']]);
  });

  it('record: a recorder that runs or is paused is not started again', async () => {
    const { runner, done, shown } = harness();
    await runner.run({ do: 'record', live: false });
    await runner.run({ do: 'pause' });
    expect(runner.isLive()).toBe(false);
    await runner.run({ do: 'record', live: true });
    expect(done).toEqual(['start', 'pause']);
    expect([runner.isLive(), shown]).toEqual([true, [false, true]]);
  });

  it('renew: the old replay is not sent, and a new one begins', async () => {
    const { runner, done, recorder } = harness();
    await runner.run({ do: 'record', live: false });
    const before = recorder.id();
    await runner.run({ do: 'renew', live: false });
    expect(done).toEqual(['start', 'stop', 'start']);
    expect(recorder.id()).not.toBe(before);
  });

  it('checkpoint: what is recorded is sent before main hears of it', async () => {
    const { runner, done, recorder, reports } = harness();
    await runner.run({ do: 'record', live: false });
    await runner.run({ do: 'checkpoint' });
    expect(done).toEqual(['start', 'flush', 'pause', 'flush', 'resume']);
    expect(reports).toEqual([{ what: 'checkpoint', replayId: recorder.id() }]);
  });

  it('checkpoint: does not wake a recorder that is paused', async () => {
    const { runner, done, reports } = harness();
    await runner.run({ do: 'record', live: false });
    await runner.run({ do: 'pause' });
    await runner.run({ do: 'checkpoint' });
    expect([done, reports]).toEqual([['start', 'pause'], []]);
  });

  it('one that fails is told and does not stop the next', async () => {
    const { runner, recorder, errors, done } = harness();
    await runner.run({ do: 'record', live: true });
    recorder.flush = () => Promise.reject(new Error('broken'));
    await runner.run({ do: 'flush' });
    await runner.run({ do: 'pause' });
    expect([errors, done]).toEqual([[new Error('broken')], ['start', 'pause']]);
  });

  it('input reaches the recorder once there is one', async () => {
    const { runner, done } = harness();
    runner.touch();
    await runner.run({ do: 'record', live: true });
    runner.touch();
    expect(done).toEqual(['start', 'touch']);
  });
});
