import { describe, expect, it } from 'vitest';
import { INPUT_INTERVAL, watchInput } from '../../../renderer/telemetry/input.ts';

/** An event of a person, as only a browser makes them. */
class Trusted extends Event {
  override get isTrusted() {
    return true;
  }
}

function harness() {
  const target = new EventTarget();
  let now = 1_000_000;
  let heard = 0;
  watchInput(
    target,
    () => now,
    () => heard++,
  );
  return {
    fire: (event: Event) => target.dispatchEvent(event),
    wait: (time: number) => {
      now += time;
    },
    heard: () => heard,
  };
}

describe('input of a person', () => {
  it.each(['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart', 'input'])(
    'is heard: %s',
    (name) => {
      const { fire, heard } = harness();
      fire(new Trusted(name));
      expect(heard()).toBe(1);
    },
  );

  it('is told at once, and then at most once a second', () => {
    const { fire, wait, heard } = harness();
    fire(new Trusted('keydown'));
    fire(new Trusted('pointermove'));
    wait(INPUT_INTERVAL - 1);
    fire(new Trusted('pointermove'));
    expect(heard()).toBe(1);
    wait(1);
    fire(new Trusted('pointermove'));
    expect(heard()).toBe(2);
  });

  it('is told though the clock was set back', () => {
    const { fire, wait, heard } = harness();
    fire(new Trusted('keydown'));
    wait(-60_000);
    fire(new Trusted('keydown'));
    expect(heard()).toBe(2);
  });

  it('is not what a script dispatches', () => {
    const { fire, heard } = harness();
    fire(new Event('keydown'));
    expect(heard()).toBe(0);
  });
});
