import { beforeEach, expect, it, vi } from 'vitest';
import { afterPaint, FRAME_WAIT } from '../../../renderer/error/afterPaint.ts';

let frames: (() => void)[];
const nextFrame = () => {
  for (const frame of frames.splice(0)) frame();
};

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});

it('reports ready once, in the second frame, after the first was painted', () => {
  const done = vi.fn();
  afterPaint(done);
  nextFrame();
  expect(done).not.toHaveBeenCalled();
  nextFrame();
  vi.advanceTimersByTime(10 * FRAME_WAIT);
  expect(done).toHaveBeenCalledOnce();
});

it('reports ready by a timer in a window without frames, and not again when it is shown', () => {
  const done = vi.fn();
  afterPaint(done);
  vi.advanceTimersByTime(FRAME_WAIT - 1);
  expect(done).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  nextFrame();
  nextFrame();
  expect(done).toHaveBeenCalledOnce();
});
