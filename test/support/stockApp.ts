/** An app with only Sentry's SDK, as its documentation sets it up; or also with `holdfast/sentry`. */
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createBuilder, mergeConfig } from 'vite';
import config from '../../vite.config.ts';
import { type AppProcess, PROJECT, spawnApp } from './app.ts';
import { mainOf } from './screen.ts';
import { until } from './until.ts';

/** A running app; `main` runs a function body in main, `page` an expression in its page. */
export interface PlainApp {
  main(code: string): Promise<unknown>;
  page(code: string): Promise<unknown>;
  kill(): Promise<void>;
}

/** Adds `page` to an app whose main can be called. There `sdk` is Sentry, or Holdfast's facade. */
export const withPage = (app: Pick<PlainApp, 'main' | 'kill'>): PlainApp => ({
  main: app.main,
  page: (code) =>
    app.main(`return await electron.BrowserWindow.getAllWindows()[0].webContents.executeJavaScript(
      ${JSON.stringify(`(async () => { const sdk = globalThis.Sentry ?? globalThis.holdfastTelemetry; ${code} })() && 0`)})`),
  kill: app.kill,
});

/** Resolves when the app's page has loaded. A document that is replaced while it is asked never answers. */
export const isThere = (app: PlainApp) =>
  until('its page', () =>
    app
      .main(
        `return await Promise.race([
          electron.BrowserWindow.getAllWindows()[0].webContents.executeJavaScript(
            "document.readyState === 'complete' && Boolean(globalThis.Sentry ?? globalThis.holdfastTelemetry)"),
          new Promise((resolve) => setTimeout(resolve, 5_000, false)),
        ])`,
      )
      .catch(() => false),
  );

export type StockApp = Awaited<ReturnType<typeof stockApp>>;

/** Builds the app. @param isLimited whether its main calls `limited` of `holdfast/sentry` */
export async function stockApp(dsn: string, isLimited = false) {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-stock-'));
  const userData = await mkdtemp(join(tmpdir(), 'holdfast-stock-data-'));
  await cp(join(PROJECT, 'test/support/stock'), folder, { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(
    join(folder, 'package.json'),
    '{ "name": "stock", "version": "0.1.0", "main": "main.cjs" }',
  );
  await build({ root: folder, base: './', configFile: false, logLevel: 'error' });
  const limits = join(folder, 'limits');
  if (isLimited) {
    const own = {
      configFile: false,
      logLevel: 'error',
      environments: { sentry: { build: { outDir: limits } } },
    };
    const builder = await createBuilder(mergeConfig(config, own));
    if (builder.environments.sentry) await builder.build(builder.environments.sentry);
  }
  const spawn = (env: Record<string, string>): Promise<AppProcess> =>
    spawnApp({
      app: folder,
      userData,
      args: ['--inspect=0'],
      env: { SENTRY_DSN: dsn, ...(isLimited && { LIMITS: join(limits, 'limited.cjs') }), ...env },
    });
  return {
    userData,
    async start(): Promise<PlainApp & Pick<AppProcess, 'stderr'>> {
      const app = await spawn({});
      const main = await mainOf(app);
      const made = withPage({
        main: (code) => main(`(async () => {${code}})()`, 60_000),
        async kill() {
          app.process.kill('SIGKILL');
          await app.ended;
        },
      });
      await isThere(made);
      return { ...made, stderr: app.stderr };
    },
    /** Starts it and waits until it has ended. */
    crash: async (env: Record<string, string>) => void (await (await spawn(env)).ended),
    async remove() {
      for (const one of [folder, userData]) await rm(one, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
