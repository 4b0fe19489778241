import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { taskkill, WATCHER } from '../../../../electron/dev/devServer/tree.policy.ts';

it('on Windows the tree is ended by its first process', () => {
  expect(taskkill(42)).toEqual({ program: 'taskkill', args: ['/PID', '42', '/T', '/F'] });
});

it.skipIf(process.platform === 'win32')('elsewhere a shell that knows no group ends nothing', () => {
  const { program, args } = WATCHER;
  expect(spawnSync(program, args, { input: '' }).status).toBe(0);
});
