import { describe, expect, it } from 'vitest';
import { recorderOf } from '../../../renderer/telemetry/recorder.ts';

/** The SDK's integration as far as it is used. */
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
    stop({ flush }: { flush: boolean }) {
      done.push(flush ? 'stop+flush' : 'stop');
      id = undefined;
      return Promise.resolve();
    },
    flush: () => Promise.resolve(void done.push('flush')),
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
  it('flushes only while it records: the SDK would start one', async () => {
    const { recorder, done } = integration();
    await recorder.flush();
    recorder.start();
    await recorder.flush();
    expect(done).toEqual(['start', 'flush']);
  });

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

it('a blur and a hidden window wait for their time, as all else', () => {
  const { replay, done } = integration();
  // What the SDK's own handlers of both call.
  void replay._replay.conditionalFlush();
  expect(done).toEqual(['flush later']);
});

it('is not made of another version of the SDK, which would not keep the limits', () => {
  const { replay } = integration();
  Reflect.deleteProperty(replay._replay, 'pause');
  expect(() => recorderOf(replay)).toThrow(/@sentry\/replay has no pause: adapt recorder\.ts/);
});
