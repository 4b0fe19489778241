/** The window, its page's rights, and how the process ends. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf, pause, type RunningApp, startApp } from '../support/app.ts';
import { watch } from '../support/recovery.ts';
import { until } from '../support/until.ts';

describe('a page of the app', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('has the bridge and nothing else of Electron or Node', async () => {
    const found = await app.page.evaluate(() => ({
      bridge: Object.keys(window.holdfast ?? {}).sort(),
      frozen: Object.isFrozen(window.holdfast),
      node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
    }));
    const bridge = [
      'cleared',
      'consent',
      'onFault',
      'onNews',
      'online',
      'ready',
      'retry',
      'showing',
      'telemetry',
    ];
    expect(found).toEqual({ bridge, frozen: true, node: [] });
  });

  it('is a secure context with a strict policy and no sniffing', async () => {
    const answer = await app.page.evaluate(async () => {
      const response = await fetch('/');
      return {
        secure: isSecureContext,
        policy: response.headers.get('content-security-policy'),
        nosniff: response.headers.get('x-content-type-options'),
      };
    });
    expect(answer.secure).toBe(true);
    expect(answer.nosniff).toBe('nosniff');
    expect(answer.policy).toContain("default-src 'none'");
    expect(answer.policy).not.toMatch(/unsafe-inline|unsafe-eval|blob:/);
  });

  it('cannot run a script that the policy does not know', async () => {
    await app.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.body.append(script);
    });
    expect(await app.page.evaluate(() => 'injected' in window)).toBe(false);
  });

  it('opens no window, neither by script nor by a link', async () => {
    const pages = () => app.browser.contexts().flatMap((context) => context.pages()).length;
    expect(await app.page.evaluate(() => window.open('/other'))).toBe(null);
    await app.page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), {
        href: '/other',
        target: '_blank',
        id: 'out',
      });
      link.textContent = 'out';
      document.body.append(link);
    });
    await app.page.locator('#out').click();
    await pause(500);
    expect(pages()).toBe(1);
    expect(pathOf(app.page)).toBe('/');
  });

  it('cannot leave the app', async () => {
    await app.page.evaluate(() => {
      location.href = 'http://127.0.0.1:9/elsewhere';
    });
    await pause(500);
    expect(pathOf(app.page)).toBe('/');
    // Playwright's locators would wait for the end of a navigation that was prevented.
    expect(await app.page.evaluate(() => document.body.innerText)).toContain('This page could not be found.');
  });

  it('is refused what only a person may allow', async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone'] as PermissionName[];
    const states = await app.page.evaluate(
      async (all) =>
        await Promise.all(all.map(async (name) => (await navigator.permissions.query({ name })).state)),
      names,
    );
    expect(states).toEqual(['denied', 'denied', 'denied', 'denied']);
  });
});

describe('the app', () => {
  it('says where it can be attached to, and ends with 0 when it is told to', async () => {
    const app = await startApp();
    expect(app.stderr()).toMatch(/DevTools listening on ws:\/\/127\.0\.0\.1:\d+\/devtools\/browser\//);
    expect(await app.stop()).toBe(0);
  });

  it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'quits as a person quits it on %s, also after it has written files',
    async (signal) => {
      const app = await watch({ settings: { sentryDsn: 'http://key@127.0.0.1:9/1', reports: 'on' } });
      await app.shows('404');
      await until('a file', () => existsSync(join(app.userData, 'telemetry', 'last-run.json')));
      await app.main(`void electron.app.on('before-quit', () => console.error('quits'))`);
      app.process.kill(signal);
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

  it('keeps its files in the folder that it was given', async () => {
    const userData = await mkdtemp(join(tmpdir(), 'holdfast ünicode '));
    const app = await startApp({ userData });
    await app.page.evaluate(() => localStorage.setItem('kept', 'yes'));
    await app.stop();
    const again = await startApp({ userData });
    expect(await again.page.evaluate(() => localStorage.getItem('kept'))).toBe('yes');
    await again.stop();
    await rm(userData, { recursive: true });
  });

  it('names a settings file that it cannot use, and starts all the same', async () => {
    const app = await startApp({ env: { HOLDFAST_SETTINGS: '/nowhere/settings.json' } });
    await app.page.getByText('This page could not be found.').waitFor();
    expect(app.stderr()).toContain('/nowhere/settings.json');
    await app.stop();
  });
});
