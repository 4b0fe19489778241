import { beforeEach, expect, it, vi } from 'vitest';
import { npmCommand, step } from '../../../../electron/tool/setup/programs.mjs';

beforeEach(() => void vi.useFakeTimers());

const CLEAR = '\x1b[K';

it.each([
  [60, false, []],
  [4, true, [CLEAR]],
  [11, true, [`setup: packing and c, 5 s${CLEAR}\r`, `setup: packing and c, 10 ${CLEAR}\r`, CLEAR]],
])('a step of %d s says its name, and on a terminal (%s) its time', async (seconds, isTTY, told) => {
  const lines: string[] = [];
  const out = { isTTY, columns: 26, write: (text: string) => lines.push(text) > 0 };
  const work = () => new Promise((_, reject) => setTimeout(reject, seconds * 1000, new Error('full')));
  const over = expect(step('setup: packing and c', work, out)).rejects.toThrow('full');
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  await over;
  expect(lines).toEqual(['setup: packing and c ...\n', ...told]);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['npm', '/n', '/npm-cli.js', ['/n', '/npm-cli.js']],
  ['another client', '/n', '/pnpm.cjs', ['npm']],
  ['no client', undefined, undefined, ['npm']],
])('under %s runs the npm that started it, or the one on PATH', (_, node, script, command) => {
  expect(npmCommand({ npm_node_execpath: node, npm_execpath: script })).toEqual(command);
});
