/** Apps with Sentry's SDK in their pages, of each version and for each framework. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, it } from 'vitest';
import { npmCommand } from '../../../electron/tool/setup/programs.mjs';
import { checkOwnSdk, initOf, packagesFolder } from '../../support/ownSdk.ts';
import { typedEnvironment } from '../../support/package.ts';

const ELECTRON_WITH_REACT = `
import { init } from '@sentry/electron/renderer';
import * as Sentry from '@sentry/react';
init(COMMON(Sentry), Sentry.init);
globalThis.Sentry = Sentry;`;

let folder: string;
afterEach(() => rm(folder, { recursive: true }));

it.each([
  ['@sentry/react@11.12.0', initOf('@sentry/react')],
  ['@sentry/react@10.78.0', initOf('@sentry/react')],
  ['@sentry/react@9.47.2', initOf('@sentry/react')],
  ['@sentry/vue@10.75.0', initOf('@sentry/vue')],
  ['@sentry/browser@8.55.2', initOf('@sentry/browser')],
  ['@sentry/electron@7.20.2 @sentry/react@10.75.0', ELECTRON_WITH_REACT],
])('%s', async (packages, init) => {
  folder = await packagesFolder();
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const [program = '', ...args] = npmCommand();
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'react@19', 'vue@3'];
  const place = { cwd: folder, env: typedEnvironment() };
  await promisify(execFile)(program, [...args, ...install, ...packages.split(' ')], place);
  await checkOwnSdk(init, folder);
});
