/** `holdfast/sentry` in an app that is not ours: the SDK's own quick start, whose main calls `limited`. */
import { expect, it } from 'vitest';
import { RESETS, startEnvelopeServer, TAKEN } from '../../support/envelopeServer.ts';
import { stockApp } from '../../support/stockApp.ts';
import { captureInMain, errorsIn } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

const server = await startEnvelopeServer();
const stock = await stockApp(server.dsn, true);
let app = await stock.start();

const errorsOnDisk = () => errorsIn(stock.userData);

it('a report of either process has 100 breadcrumbs of both, without secrets, and its replay', async () => {
  await until('a replay', () => server.items('replay_event').length > 0);
  await app.main(
    `for (let n = 0; n < 150; n++) sdk.addBreadcrumb({ message: 'of main ' + n, data: { password: 'hunter2' } });`,
  );
  await app.page(`for (let n = 0; n < 150; n++) sdk.addBreadcrumb({ message: 'of the page ' + n });`);
  await app.page(`sdk.captureException(new Error('page fails'))`);
  await app.main(captureInMain('main fails'));
  for (const text of ['page fails', 'main fails']) {
    const report = await server.error(text);
    const { breadcrumbs = [] } = report;
    const main = breadcrumbs.filter(({ data }) => data?.['electron.process'] === 'main').length;
    expect([breadcrumbs.length, main > 10, main < 90]).toEqual([100, true, true]);
    const times = breadcrumbs.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted((a = 0, b = 0) => a - b));
    expect(JSON.stringify(breadcrumbs)).not.toContain('hunter2');
    expect(report.release).toBe('stock@0.1.0');
    expect(report.contexts?.replay?.replay_id).toMatch(/^[0-9a-f]{32}$/);
  }
});

it('says that a page without the preload script cannot report, and which line it lacks', async () => {
  const line = /No report of a page arrives.* import '@sentry\/electron\/preload'/;
  expect(app.stderr()).not.toMatch(line);
  // The SDK injects it into one session, and from a bundled main into none.
  await app.main(`
    globalThis.another = new electron.BrowserWindow({ show: false, webPreferences: { partition: 'another' } });
    await another.loadFile('dist/index.html');`);
  await until('the line', () => line.test(app.stderr()));
  await app.main('another.destroy()');
});

it('an error captured while the server fails, in an app that is then killed, arrives after the next start, although two others are always reset', async () => {
  const { answer } = server;
  server.answer = { status: 503, body: '' };
  for (const text of ['while it fails', 'reset one', 'reset two']) await app.main(captureInMain(text));
  await until('the reports on disk', async () => (await errorsOnDisk()).length > 2);
  await app.kill();
  server.answer = (envelope) => (/"value":"reset /.test(envelope.toString()) ? RESETS : TAKEN);
  app = await stock.start();
  await server.error('while it fails');
  server.answer = answer;
  for (const text of ['reset one', 'reset two']) await server.error(text);
});

it('"off" erases what waits, and ends reports; "on" begins them again', async () => {
  const { answer } = server;
  server.answer = { status: 503, body: '' };
  await app.main(captureInMain('never arrives'));
  await until('the report on disk', async () => (await errorsOnDisk()).length > 0);
  await app.main(`sdk.setTag('forgotten', 'yes'); sdk.withIsolationScope(() => setConsent('off'));`);
  expect(await errorsOnDisk()).toEqual([]);
  await app.main(captureInMain('while off'));
  await app.page(`sdk.captureException(new Error('in the page while off'))`);
  server.answer = answer;
  await app.main(`setConsent('on')`);
  await app.main(captureInMain('on again'));
  expect((await server.error('on again')).tags?.forgotten).toBeUndefined();
  expect(JSON.stringify(server.taken)).not.toMatch(/never arrives|while off/);
});
