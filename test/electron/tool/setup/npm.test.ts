import { expect, it } from 'vitest';
import { npmCommand } from '../../../../electron/tool/setup/npm.mjs';

const NONE = () => false;

it('runs the npm that started it', () => {
  const env = {
    npm_node_execpath: 'C:\\node\\node.exe',
    npm_execpath: 'C:\\node\\npm-cli.js',
    PATH: 'C:\\else',
  };
  expect(npmCommand(env, 'win32', NONE)).toEqual(['C:\\node\\node.exe', 'C:\\node\\npm-cli.js']);
});

it('runs the one on PATH under another client', () => {
  expect(npmCommand({ npm_node_execpath: '/n', npm_execpath: '/pnpm.cjs' }, 'linux', NONE)).toEqual(['npm']);
});

it("runs npm's script on this Node on Windows, where npm.cmd needs a shell", () => {
  const script = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js';
  const env = { PATH: 'C:\\Windows;C:\\Program Files\\nodejs;C:\\later' };
  expect(npmCommand(env, 'win32', (path) => path === script)).toEqual([process.execPath, script]);
});

it('says what to install on Windows without npm', () => {
  expect(() => npmCommand({ PATH: 'C:\\Windows' }, 'win32', NONE)).toThrow('install Node 24');
});
