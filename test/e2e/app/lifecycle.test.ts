/** How the app starts, announces its debugging address, and ends. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startApp } from '../../support/app.ts';
import { lacks } from '../../support/lacks.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

// SIGTERM ends nearly every other test, also with 0; SIGHUP is in window/leaving.test.ts.
it.skipIf(lacks('signals'))(
  'quits on SIGINT as if the user quit, even after it has written files',
  async () => {
    const app = await watch({ settings: { sentryDsn: 'http://key@127.0.0.1:9/1', reports: 'on' } });
    await app.shows('404');
    await until('a file', () => existsSync(join(app.userData, 'telemetry', 'last-run.json')));
    await app.main(`void electron.app.on('before-quit', () => console.error('quits'))`);
    app.process.kill('SIGINT');
    expect(await app.gone()).toBe(0);
    expect(app.stderr()).toContain('quits');
  },
);

it('ends with 0 when its last window is closed', async () => {
  const app = await startApp();
  await app.page.close();
  if (process.platform === 'darwin') app.process.kill('SIGTERM');
  const code = await new Promise((resolve) => app.process.once('exit', resolve));
  expect(code).toBe(0);
});
