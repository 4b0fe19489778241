import { expect, it } from 'vitest';
import { npmCommand } from '../../../../electron/tool/setup/npm.mjs';

it.each([
  ['npm', '/n', '/npm-cli.js', ['/n', '/npm-cli.js']],
  ['another client', '/n', '/pnpm.cjs', ['npm']],
  ['no client', undefined, undefined, ['npm']],
])('under %s runs the npm that started it, or the one on PATH', (_, node, script, command) => {
  expect(npmCommand({ npm_node_execpath: node, npm_execpath: script })).toEqual(command);
});
