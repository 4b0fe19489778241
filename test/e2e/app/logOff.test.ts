/** Ends that are not the app's: a log-off, a display that is gone, and one that never was. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDisplay } from '../../../electron/dev/display.ts';
import { spawnApp } from '../../support/app.ts';
import { startIngest } from '../../support/ingest.ts';
import { reportOf, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const ingest = await startIngest();
afterAll(() => ingest.close());

let userData: string;
beforeEach(async () => {
  userData = await mkdtemp(join(tmpdir(), 'holdfast-end-'));
});
afterEach(() => rm(userData, { recursive: true, force: true, maxRetries: 5 }));

const stamp = async () => JSON.parse(await readFile(join(userData, 'start.json'), 'utf8'));
const dumps = () => globSync(join(userData, 'Crashpad', '*', '*.dmp'));

/** The process and those that it has started, at any depth. */
function familyOf(pid: string): string[] {
  const parents = globSync('/proc/[0-9]*/stat').map((file) => {
    const [, child = '', parent] = /^(\d+) \(.*\) \S (\d+)/s.exec(read(file)) ?? [];
    return { child, parent };
  });
  return [pid, ...parents.filter(({ parent }) => parent === pid).flatMap(({ child }) => familyOf(child))];
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}

/** The next start tells of no crash, and still tells of an exception. */
async function showsNoCrash(env = {}): Promise<void> {
  const again = await watch({ userData, ingest, env });
  await again.shows('404');
  expect(dumps()).toEqual([]);
  await again.page(`void setTimeout(() => { throw new Error('made up'); })`);
  await reportOf(await again.shows('a client-side exception', 'Report id'), ingest);
  expect(ingest.events().filter(({ level }) => level === 'fatal')).toEqual([]);
  expect(await stamp()).toMatchObject({ attempts: 0 });
  expect(await again.stop()).toBe(0);
}

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

  it('a log-off that ends all processes at once (SIGTERM) | nothing, and no report of a crash | the app', async () => {
    const app = await watch({ userData, ingest });
    await app.shows('404');
    // Main is not told: on a busy machine it would often quit in order before it misses the others, and leave no dump.
    const [, ...others] = familyOf(String(app.process.pid));
    for (const pid of others) process.kill(Number(pid), 'SIGTERM');
    expect(await app.gone()).toBeNull();
    await until('a memory dump', () => dumps()[0]);
    // The next login.
    await writeFile(join(userData, 'bus'), '');
    await showsNoCrash({ XDG_RUNTIME_DIR: userData });
  });

  it('a log-off that takes the display away | nothing, and no report of a crash | the app', async () => {
    const display = await startDisplay();
    const app = await watch({ userData, ingest, env: { DISPLAY: display.name } });
    await app.shows('404');
    display.stop();
    await app.gone();
    await until('a memory dump', () => dumps()[0]);
    await showsNoCrash();
  });
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
  const app = await watch({ userData, ingest });
  await app.shows('404');
  await app.main(
    `void setTimeout(() => electron.powerMonitor.emit('shutdown', { preventDefault() {} }), 100)`,
  );
  expect(await app.gone()).toBe(0);
});
