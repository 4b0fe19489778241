/** An app with only Sentry's SDK, as its documentation sets it up; or also with `holdfast/sentry`. */
import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { fileFolder } from '../electron/testFolder.ts';
import { APP, PROJECT, spawnApp } from './app.ts';
import { watch } from './recovery.ts';
import { type TelemetryApp, telemetryApp } from './telemetryApp.ts';
import { until } from './until.ts';

/** The same app, whose pages run a function body. There `sdk` is Sentry, or Holdfast's facade. */
export const withSdk = (app: TelemetryApp): TelemetryApp => ({
  ...app,
  page: (code, timeout) =>
    app.page(
      `(async () => { const sdk = globalThis.Sentry ?? globalThis.holdfastTelemetry; ${code} })()`,
      timeout,
    ),
});

export const isThere = (app: TelemetryApp) =>
  until('its page', () =>
    app.page(`return document.readyState === 'complete' && Boolean(sdk)`, 5_000).catch(() => false),
  );

export type StockApp = Awaited<ReturnType<typeof stockApp>>;

/** Builds the app. @param isLimited whether its main calls `limited` of `holdfast/sentry` */
export async function stockApp(dsn: string, isLimited = false) {
  const [folder, userData] = [fileFolder('stock'), fileFolder('stock-data')];
  await cp(join(PROJECT, 'test/support/stock'), folder, { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"name":"stock","version":"0.1.0","main":"main.cjs"}');
  await build({ root: folder, base: './', configFile: false, logLevel: 'error' });
  const options = { app: folder, userData };
  const env = { SENTRY_DSN: dsn, ...(isLimited && { LIMITS: join(APP, '.build/sentry/limited.cjs') }) };
  return {
    userData,
    async start(): Promise<TelemetryApp> {
      const app = withSdk(telemetryApp(await watch({ ...options, env })));
      await isThere(app);
      return app;
    },
    crash: async (more: Record<string, string>) =>
      void (await (
        await spawnApp({ ...options, env: { ...env, ...more } })
      ).ended),
  };
}
