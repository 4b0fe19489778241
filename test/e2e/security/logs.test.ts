/** The app's output, in a terminal or the system's journal, has no secrets, private paths or e-mail addresses. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ingest, startIngest } from '../../support/ingest.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const KEY = 'abcdef0123456789abcdef0123456789';
const TOKEN = 'ghp_a8Kd02mZq71LxVb93TnWe64YcRf5SuHo';
const MAIL = 'jane.doe@example.com';

let ingest: Ingest;
let home: string;
beforeAll(async () => {
  ingest = await startIngest();
  home = join(await mkdtemp(join(tmpdir(), 'holdfast-logs-')), 'jane-home');
  await mkdir(join(home, 'data'), { recursive: true });
});
afterAll(async () => {
  await ingest.close();
  await rm(join(home, '..'), { recursive: true, force: true, maxRetries: 5 });
});

/** None of it may be in the output; the home folder stands for all private paths. */
function expectPrivate(said: string): void {
  for (const secret of [KEY, TOKEN, MAIL, home]) expect(said).not.toContain(secret);
}

it('faults, refusals and settings are logged without them', async () => {
  const settings = join(home, 'settings.json');
  const values = { sentryDsn: ingest.dsn.replace('//key@', `//${KEY}@`), reports: 'on' };
  await writeFile(
    settings,
    JSON.stringify({ ...values, origin: `https://jane:${TOKEN}@app.example.com/${MAIL}` }),
  );
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
  await app.main(
    `void setTimeout(() => { throw new Error('token=${TOKEN} of ${MAIL} in ${home}/notes.txt'); })`,
  );
  await until('the error', () => /Something went wrong/.test(app.stderr()));
  const said = app.stderr();
  expect(await app.stop()).toBe(0);
  // Each of them was logged.
  expect(said).toContain('~/settings.json: "origin" must be');
  expect(said).toContain('Something went wrong. Error: token=***');
  expectPrivate(said);
});

it('a settings file with invalid JSON is not quoted', async () => {
  const settings = join(home, 'settings.json');
  await writeFile(settings, `{"a": ${TOKEN}}`);
  const env = { HOME: home, USERPROFILE: home, HOLDFAST_SETTINGS: settings };
  const app = await watch({ userData: join(home, 'data'), env });
  await app.shows('404');
  const said = app.stderr();
  expect(await app.stop()).toBe(0);
  expect(said).toContain('~/settings.json: is not JSON (Unexpected token');
  expectPrivate(said);
});
