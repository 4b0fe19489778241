import { expect, it } from 'vitest';
import { displayProblem } from '../../../electron/app/display.ts';

const nobody = () => false;

it.each([
  ['no display at all', {}, [], 'neither DISPLAY nor WAYLAND_DISPLAY is set'],
  ['a display without a server', { DISPLAY: ':99' }, [], 'nobody listens at :99'],
  ['a screen of one', { DISPLAY: ':99.1' }, [], 'nobody listens at :99.1'],
  ['a display that is forwarded', { DISPLAY: 'localhost:10.0' }, [], undefined],
  ['Wayland', { WAYLAND_DISPLAY: 'wayland-0' }, [], undefined],
  ['a platform of its own', {}, ['--ozone-platform=headless'], undefined],
])('%s', (_name, env, args, problem) => {
  const found = displayProblem('linux', env, args, nobody);
  if (problem) expect(found).toContain(problem);
  else expect(found).toBe(undefined);
  expect(displayProblem('darwin', env, args, nobody)).toBe(undefined);
});

it('a display whose server listens is none', () => {
  expect(displayProblem('linux', { DISPLAY: ':99' }, [], (number) => number === '99')).toBe(undefined);
});
