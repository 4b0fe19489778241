/** A log-off, which ends the app from outside. */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { testFolder } from '../../electron/testFolder.ts';
import { spawnApp } from '../../support/app.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { lacks } from '../../support/lacks.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

let userData: string;
beforeEach(() => {
  userData = testFolder();
});

const stamp = async () => JSON.parse(await readFile(join(userData, 'start.json'), 'utf8'));

it.skipIf(process.platform === 'win32')(
  'a log-off while the app starts (SIGTERM) | nothing | the app, and no start that failed',
  async () => {
    for (const delay of [0, 100, 200]) {
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

it.skipIf(lacks('signals'))(
  'a log-off (SIGTERM) while the page hangs and the app is started once more | the app ends in order | the app, and no report',
  async () => {
    const ingest = await startEnvelopeServer();
    const settings = { sentryDsn: ingest.dsn, reports: 'on' };
    const app = await watch({ userData, settings });
    await app.shows('404');
    await app.page('void setTimeout(() => { for (;;); })');
    const second = await spawnApp({ userData });
    // All at once, as a log-off does: a second start that outlives the first starts the app again. In its first moments a
    // process has no handler yet, and the signal itself ends it.
    for (const { process } of [app, second]) process.kill('SIGTERM');
    expect(await app.gone(), app.stderr()).toBe(0);
    await second.ended;
    expect(second.process.exitCode ?? second.process.signalCode, second.stderr()).toBeOneOf([0, 'SIGTERM']);
    const next = await watch({ userData, settings });
    await next.shows('404');
    expect(await next.stop()).toBe(0);
    // Newest errors go first: a report about the first instance's end would have arrived before this session.
    await until(
      'both sessions',
      () => new Set(ingest.items('session').map(({ payload }) => payload.sid)).size > 1,
    );
    expect(ingest.items('event')).toEqual([]);
    const ends = ingest.items('session').map(({ payload }) => payload.status);
    expect(ends.filter((status) => status !== 'ok' && status !== 'exited')).toEqual([]);
    await ingest.close();
  },
);

it('a log-off that the system announces | the app ends in order | the app | event', async () => {
  const app = await watch({ userData });
  await app.shows('404');
  await app.main(
    `void setTimeout(() => electron.powerMonitor.emit('shutdown', { preventDefault() {} }), 100)`,
  );
  expect(await app.gone()).toBe(0);
});
