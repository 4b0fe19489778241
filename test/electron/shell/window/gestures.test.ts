import { expect, it } from 'vitest';
import { isGesture } from '../../../../electron/shell/window/gestures.ts';

it('a press is a gesture; a movement is none, nor is a key that is held down', () => {
  const moves = ['mouseUp', 'mouseMove', 'mouseWheel', 'mouseEnter', 'gestureScrollUpdate', 'pointerMove'];
  const presses = ['mouseDown', 'rawKeyDown', 'touchEnd', 'gestureTap'];
  expect([...moves, ...presses].filter((type) => isGesture({ type, modifiers: ['shift'] }))).toEqual(presses);
  expect(isGesture({ type: 'rawKeyDown', modifiers: ['isautorepeat'] })).toBe(false);
});
