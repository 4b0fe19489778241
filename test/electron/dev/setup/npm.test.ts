import { describe, expect, it } from 'vitest';
import { npmCommand, npmError } from '../../../../electron/dev/setup/npm.mjs';

describe('how npm is called', () => {
  it('by the script that npm ran us with, on the Node that was chosen', () => {
    const env = { npm_execpath: '/usr/lib/node_modules/npm/bin/npm-cli.js' };
    expect(npmCommand(env, 'linux', '/n/node', ['ci'])).toEqual({
      command: '/n/node',
      args: ['/usr/lib/node_modules/npm/bin/npm-cli.js', 'ci'],
      shell: false,
    });
  });

  it('by its name when another package manager ran us, or none', () => {
    const env = { npm_execpath: '/usr/lib/node_modules/yarn/bin/yarn.js' };
    expect(npmCommand(env, 'linux', '/n/node', ['ci'])).toEqual({
      command: 'npm',
      args: ['ci'],
      shell: false,
    });
    expect(npmCommand({}, 'darwin', '/n/node', ['ci'])).toEqual({
      command: 'npm',
      args: ['ci'],
      shell: false,
    });
  });

  it('in a shell on Windows, where npm is a batch file', () => {
    expect(npmCommand({}, 'win32', 'C:\\n\\node.exe', ['ci', '--x'])).toEqual({
      command: 'npm ci --x',
      args: [],
      shell: true,
    });
  });
});

describe('what npm says about a failure', () => {
  it('is its code and its first words, in the form of npm 11 and of npm 10', () => {
    for (const prefix of ['npm error', 'npm ERR!']) {
      const output = `${prefix} code ECONNREFUSED\n${prefix} syscall connect\n${prefix} errno -111\n${prefix} FetchError: refused\n`;
      expect(npmError(output, 1)).toEqual({ code: 'ECONNREFUSED', detail: 'FetchError: refused' });
    }
  });

  it('is the package that the lock file lacks, rather than the general remark before it', () => {
    const output =
      'npm error code EUSAGE\nnpm error\nnpm error `npm ci` can only ...\nnpm error Missing: a@1 from lock file\n';
    expect(npmError(output, 1)).toEqual({ code: 'EUSAGE', detail: 'Missing: a@1 from lock file' });
  });

  it('is a file that could not be unpacked, although npm calls that a success', () => {
    const output =
      'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\n\nadded 3 packages\n';
    expect(npmError(output, 0)).toEqual({ code: 'ENOSPC', detail: 'ENOSPC: no space left on device, write' });
  });

  it('is nothing after a success', () => {
    expect(npmError('npm warn deprecated a@1: use b\nadded 3 packages\n', 0)).toBeUndefined();
  });

  it('is never empty', () => {
    expect(npmError('', 1)).toEqual({ code: undefined, detail: 'npm gave no reason' });
  });
});
