import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { uploadSourcemaps } from '../../../../electron/tool/pack/sourcemaps.ts';
import { testFolder } from '../../testFolder.ts';

/** Runs the upload with an npm that only records its arguments, and exits with a status. */
function upload(env: Record<string, string>, status = 0) {
  const folder = join(testFolder(), 'Ann & Bob');
  mkdirSync(folder);
  const npm = join(folder, 'npm-cli.js');
  const asked = join(folder, 'asked.json');
  const write = `require('node:fs').writeFileSync(${JSON.stringify(asked)}, JSON.stringify(process.argv.slice(2)))`;
  writeFileSync(npm, `${write}; process.exitCode = ${status};`);
  const run = () =>
    uploadSourcemaps(join(folder, 'source maps'), {
      PATH: '',
      npm_node_execpath: process.execPath,
      npm_execpath: npm,
      ...env,
    });
  const args = () => existsSync(asked) && JSON.parse(readFileSync(asked, 'utf8'));
  return { folder, run, args };
}

describe('source maps', () => {
  it('in a folder with spaces are uploaded as one folder', () => {
    const { folder, run, args } = upload({ SENTRY_AUTH_TOKEN: 'x' });
    expect(run()).toBe(true);
    expect(args()).toEqual([
      ...['exec', '--yes', '--', expect.stringMatching(/^@sentry\/cli@\d/), 'sourcemaps', 'upload'],
      join(folder, 'source maps'),
    ]);
  });

  it('stay here without a token', () => {
    const { run, args } = upload({});
    expect([run(), args()]).toEqual([false, false]);
  });

  it('fail if they cannot be uploaded, and say where they are', () => {
    const { folder, run } = upload({ SENTRY_AUTH_TOKEN: 'x' }, 3);
    expect(run).toThrow(`ended with 3). They are in ${join(folder, 'source maps')}.`);
  });
});
