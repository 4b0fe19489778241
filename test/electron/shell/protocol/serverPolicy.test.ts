import { expect, it } from 'vitest';
import { admitShell } from '../../../../electron/shell/protocol/serverPolicy.ts';

const SHELL = 'app://shell/_holdfast/';

it.each([
  ["default-src 'self'", `default-src 'self'; script-src 'self' ${SHELL}; connect-src 'self' ${SHELL}`],
  ["script-src 'none'; connect-src 'none'", `script-src ${SHELL}; connect-src ${SHELL}`],
  [
    "Script-Src 'nonce-x' 'strict-dynamic'; script-src-elem 'self'; img-src *",
    `Script-Src 'nonce-x' 'strict-dynamic'; script-src-elem 'self' ${SHELL}; img-src *`,
  ],
  [
    "connect-src 'self';, default-src 'none'",
    `connect-src 'self' ${SHELL}, default-src 'none'; script-src ${SHELL}; connect-src ${SHELL}`,
  ],
  ["frame-ancestors 'none'; upgrade-insecure-requests", "frame-ancestors 'none'; upgrade-insecure-requests"],
  ['', ''],
])('%s lets in the shell’s own scripts and its tunnel, and nothing else', (policy, admitted) => {
  expect(admitShell(policy)).toBe(admitted);
});
