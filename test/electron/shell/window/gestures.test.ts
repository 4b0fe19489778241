import type { WebContents } from 'electron';
import { expect, it, vi } from 'vitest';
import {
  GESTURE_MS,
  isGesture,
  lastGesture,
  lastPress,
  takeGesture,
  watchGestures,
} from '../../../../electron/shell/window/gestures.ts';

it('a press is a gesture; a movement is none, nor is a key that is held down', () => {
  const moves = [
    'mouseUp',
    'mouseMove',
    'mouseWheel',
    'mouseEnter',
    'gestureScrollUpdate',
    'pointerMove',
    '',
  ];
  const presses = ['mouseDown', 'rawKeyDown', 'touchEnd', 'gestureTap'];
  expect([...moves, ...presses].filter((type) => isGesture({ type, modifiers: ['shift'] }))).toEqual(presses);
  expect(isGesture({ type: 'rawKeyDown', modifiers: ['isautorepeat'] })).toBe(false);
});

it('a press causes one thing, within five seconds', () => {
  vi.useFakeTimers();
  let press = (_event: unknown, _input: object) => undefined;
  const contents = {
    on: (name: string, listener: typeof press) => {
      if (name === 'input-event') press = listener;
    },
  } as unknown as WebContents;
  watchGestures(contents);
  expect(takeGesture(contents)).toBe(false);
  for (const [ms, isTaken] of [
    [GESTURE_MS, true],
    [GESTURE_MS + 1, false],
  ] as const) {
    press({}, { type: 'mouseDown' });
    vi.advanceTimersByTime(ms);
    expect([takeGesture(contents), takeGesture(contents)]).toEqual([isTaken, false]);
    // What waits for the next press has had one, whatever used it up.
    expect([lastGesture(contents) === null, performance.now() - lastPress(contents)]).toEqual([isTaken, ms]);
  }
  vi.useRealTimers();
});
