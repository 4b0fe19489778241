/** The app's output, in a terminal or the system's journal, contains no secrets, private paths or e-mail addresses. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../electron/testFolder.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const KEY = 'abcdef0123456789abcdef0123456789';
const TOKEN = 'ghp_a8Kd02mZq71LxVb93TnWe64YcRf5SuHo';
const MAIL = 'jane.doe@example.com';

it('logs faults, refusals and settings without them', async () => {
  const ingest = await startEnvelopeServer();
  const folder = testFolder();
  // It stands for all private paths.
  const home = join(folder, 'jane-home');
  await mkdir(join(home, 'data'), { recursive: true });
  const settings = join(home, 'settings.json');
  const sentryDsn = ingest.dsn.replace('//key@', `//${KEY}@`);
  const values = { sentryDsn, reports: 'on', updateUrl: 'https://127.0.0.1:9/' };
  const origin = `https://jane:${TOKEN}@app.example.com/${MAIL}`;
  await writeFile(settings, JSON.stringify({ ...values, origin }));
  const app = await watch({
    userData: join(home, 'data'),
    env: { HOME: home, USERPROFILE: home, HOLDFAST_SETTINGS: settings },
    args: [`holdfast://open/%zz?token=${TOKEN}`],
  });
  await app.shows('400');
  await app.page(`void setTimeout(() => location.assign('https://jane:${TOKEN}@example.com/?mail=${MAIL}'))`);
  await until('the link', () => /The page wanted to open/.test(app.stderr()));
  await app.page(`void holdfast.consent('${TOKEN}').catch(() => undefined)`);
  await until('the refusal', () => /holdfast:consent was refused/.test(app.stderr()));
  const words = `token=${TOKEN} of ${MAIL} in ${home}/notes.txt`;
  await app.main(`void setTimeout(() => { throw new Error('${words}'); })`);
  await until('the error', () => /Something went wrong/.test(app.stderr()));
  const said = app.stderr();
  expect(await app.stop()).toBe(0);
  // Each of them was logged.
  expect(said).toContain('Updates are off: the app was packaged without a key');
  expect(said).toContain('~/settings.json: "origin" must be');
  expect(said).toContain('Something went wrong. Error: token=***');
  for (const secret of [KEY, TOKEN, MAIL, home]) expect(said).not.toContain(secret);
});
