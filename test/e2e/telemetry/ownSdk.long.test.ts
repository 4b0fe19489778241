/** Apps with Sentry's SDK in their pages, of each version and for each framework. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { npmCommand } from '../../../electron/tool/setup/programs.mjs';
import { testFolder } from '../../electron/testFolder.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { checkReports, initOf, ownSdkPage } from '../../support/ownSdk.ts';
import { typedEnvironment } from '../../support/package.ts';
import { watch } from '../../support/recovery.ts';

const ELECTRON_WITH_REACT = `
import { init } from '@sentry/electron/renderer';
import * as Sentry from '@sentry/react';
init(COMMON(Sentry), Sentry.init);
globalThis.Sentry = Sentry;`;

it.each([
  ['@sentry/react@11.12.0', initOf('@sentry/react')],
  ['@sentry/react@10.78.0', initOf('@sentry/react')],
  ['@sentry/react@9.47.2', initOf('@sentry/react')],
  ['@sentry/vue@10.75.0', initOf('@sentry/vue')],
  ['@sentry/browser@8.55.2', initOf('@sentry/browser')],
  ['@sentry/electron@7.20.2 @sentry/react@10.75.0', ELECTRON_WITH_REACT],
])('%s', async (packages, init) => {
  const folder = testFolder('sdk');
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const [program = '', ...args] = npmCommand();
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'react@19', 'vue@3'];
  const place = { cwd: folder, env: typedEnvironment() };
  await promisify(execFile)(program, [...args, ...install, ...packages.split(' ')], place);
  const server = await startEnvelopeServer();
  const app = await watch({ alter: await ownSdkPage(init, folder, server.dsn), ingest: server });
  await checkReports(app, server);
  expect(await app.stop()).toBe(0);
});
