import { expect, it, vi } from 'vitest';
import { INPUT_INTERVAL, watchInput } from '../../../renderer/telemetry/recorder.ts';

/** A trusted event, as only a browser makes it. */
class Trusted extends Event {
  override get isTrusted() {
    return true;
  }
}

const EVENTS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart', 'input'];
it.each(EVENTS)('reports a person’s %s at once, then once a second, whatever the clock does', (name) => {
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
});
