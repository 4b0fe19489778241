/** Ends that are not the app's: a log-off, a display that is gone, and one that never was. */
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnApp } from '../../support/app.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

let userData: string;
beforeEach(async () => {
  userData = await mkdtemp(join(tmpdir(), 'holdfast-end-'));
});
afterEach(() => rm(userData, { recursive: true, force: true, maxRetries: 5 }));

const stamp = async () => JSON.parse(await readFile(join(userData, 'start.json'), 'utf8'));
const dumps = () => globSync(join(userData, 'Crashpad', '*', '*.dmp'));

describe.runIf(process.platform === 'linux')('on Linux', () => {
  it.each([
    ['that never was', undefined, /neither DISPLAY nor WAYLAND_DISPLAY is set/],
    ['where nobody listens', ':4711', /nobody listens at :4711/],
  ])(
    'a display %s | one sentence on stderr, and the exit code 1 | the app',
    async (_name, display, words) => {
      const app = await spawnApp({ userData, env: { DISPLAY: display, WAYLAND_DISPLAY: undefined } });
      expect(await app.ended).toBe(1);
      expect(app.stderr()).toMatch(words);
      // It is no start that failed, and no crash.
      expect(existsSync(join(userData, 'start.json'))).toBe(false);
      expect(dumps()).toEqual([]);
    },
  );
});

it.skipIf(process.platform === 'win32')(
  'a log-off while the app starts (SIGTERM) | nothing | the app, and no start that failed',
  async () => {
    for (const delay of [0, 50, 100, 150, 200]) {
      const app = await spawnApp({ userData });
      await until('the stamp', () => existsSync(join(userData, 'start.json')));
      await new Promise((resolve) => setTimeout(resolve, delay));
      app.process.kill('SIGTERM');
      expect(await app.ended, `${delay} ms later`).toBe(0);
      expect(await stamp(), `${delay} ms later`).toMatchObject({ attempts: 0 });
      await rm(join(userData, 'start.json'));
    }
  },
);

it('a log-off that the system tells of | the app ends in order | the app | event', async () => {
  const app = await watch({ userData });
  await app.shows('404');
  await app.main(
    `void setTimeout(() => electron.powerMonitor.emit('shutdown', { preventDefault() {} }), 100)`,
  );
  expect(await app.gone()).toBe(0);
});
