/** What happens around an app: the system's events, processes that end, folders that are odd. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppProcess, pause } from '../../support/app.ts';
import { inMain } from './inspect.ts';
import { endOf, isStandIn, runScenario, startScenario } from './scenario.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-system-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const waitFor = async (app: AppProcess, text: string) => {
  while (!app.stdout().includes(text)) {
    if (app.process.exitCode !== null) throw new Error(`${app.stdout()}\n${app.stderr()}`);
    await pause(20);
  }
};
const stop = async (app: AppProcess) => {
  app.process.kill('SIGTERM');
  return await endOf(app, app.userData.startsWith(folder));
};

/** The processes whose command line or environment names a folder. */
function processesOf(name: string): number[] {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      // It has ended since the list was read.
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes(name))
    .map(Number);
}
const allGone = async (name: string) => {
  for (let at = 0; at < 100 && processesOf(name).length > 0; at++) await pause(50);
  return processesOf(name);
};

describe.concurrent('an app', () => {
  it('hears of suspend, resume, lock and unlock (docs/api/power-monitor.md)', async () => {
    const app = await startScenario('waits', { args: ['--inspect=0'] });
    await waitFor(app, 'loaded');
    for (const event of ['suspend', 'resume', 'lock-screen', 'unlock-screen'])
      await inMain(app, `electron.powerMonitor.emit('${event}')`);
    await inMain(app, 'electron.powerMonitor.getSystemIdleTime = () => 301');
    expect(await inMain(app, 'electron.powerMonitor.getSystemIdleTime()')).toBe(301);
    const told = await stop(app);
    expect(
      ['suspend', 'resume', 'lock-screen', 'unlock-screen'].map((name) => told.all(name).length),
    ).toEqual([1, 1, 1, 1]);
  });

  it('runs beside another with another folder, and in folders with spaces and foreign letters', async () => {
    const names = ['with spaces', 'Dörte 日本 ’quoted’'];
    const apps = await Promise.all(
      names.map((name) => startScenario('waits', { userData: join(folder, name) })),
    );
    await Promise.all(apps.map((app) => waitFor(app, 'loaded')));
    const told = await Promise.all(apps.map(stop));
    expect(told.map((one) => (one.of('loaded') as { userData: string }).userData)).toEqual(
      names.map((name) => join(folder, name)),
    );
    expect(told.map(({ code }) => code)).toEqual([0, 0]);
  });
});

/**
 * Against docs/api/web-contents.md#event-unresponsive and web-frame-main.md. Chromium waits 15 s for an input to be
 * handled, and tells nothing of a page that a DevTools client is attached to: none is here.
 */
describe.concurrent('a page that hangs', () => {
  it('is told when it leaves an input unhandled for long, and when it is back; its stack can be seen', async () => {
    const told = await runScenario('hang');
    const seen = told.of('seen') as string[][];
    for (const who of ['contents', 'window'])
      expect(seen.filter(([one]) => one === who)).toEqual([
        [who, 'unresponsive'],
        [who, 'responsive'],
      ]);
    expect(told.of('stack')).toMatch(/^\s*at busy \(app:\/\/fixture\/:2:\d+\)/);
    expect(told.of('without policy')).toBe(
      'Website owner has not opted in for JS call stacks in crash reports.',
    );
  });
});

describe.runIf(isStandIn)('the stand-in', { concurrent: true }, () => {
  it('answers dialogs as HOLDFAST_STANDIN_DIALOG says, and writes them to stderr', async () => {
    const told = await runScenario('dialogs', { env: { HOLDFAST_STANDIN_DIALOG: 'Save' } });
    expect(told.of('box')).toEqual({ response: 1, checkboxChecked: false });
    expect(told.of('box of a window')).toEqual({ response: 0, checkboxChecked: true });
    expect(told.of('box at once')).toBe(1);
    expect(told.of('closed by signal')).toBe(1);
    expect(told.of('save')).toEqual({ canceled: false, filePath: expect.stringMatching(/file\.txt$/) });
    expect(told.of('wrong')).toEqual([
      'TypeError: Message must be a string',
      'TypeError: Invalid message box type',
      'Error: checkboxChecked requires that checkboxLabel also be passed',
      'TypeError: Title must be a string',
    ]);
    expect(told.stderr).toContain('dialog: {"kind":"error","title":"a title","content":"a content"}');
  });

  it('says what is wrong with a userData folder that cannot be written to', async () => {
    await writeFile(join(folder, 'file'), '');
    const told = await runScenario('waits', { userData: join(folder, 'file', 'inside') });
    expect(told.stderr).toContain("Failed to get 'userData' path");
    expect(told.code).toBe(1);
  });
});

describe.runIf(isStandIn && process.platform === 'linux')(
  'the processes of the stand-in',
  { concurrent: true },
  () => {
    it('are gone after every end, and leave no file behind', async () => {
      const [userData, temporary] = [join(folder, 'again'), join(folder, 'temporary')];
      await mkdir(userData);
      await mkdir(temporary);
      const env = { TMPDIR: temporary };
      for (let at = 0; at < 20; at++) {
        const end = at < 18 ? 'at once' : at === 18 ? 'quit' : 'exit';
        const told = await runScenario('life', { args: [`--end=${end}`], userData, env });
        expect(told.code).toBe(end === 'exit' ? 5 : 0);
      }
      expect(await allGone(userData)).toEqual([]);
      expect(readdirSync(temporary)).toEqual([]);
    });

    it('are all gone when it is killed', async () => {
      const userData = join(folder, 'killed');
      const app = await startScenario('waits', { userData });
      await waitFor(app, 'loaded');
      expect(processesOf(userData).length).toBeGreaterThan(3);
      app.process.kill('SIGKILL');
      await app.ended;
      expect(await allGone(userData)).toEqual([]);
    });

    it('end with a message and code 1 when Chromium is killed', async () => {
      const userData = join(folder, 'without');
      const app = await startScenario('waits', { userData });
      await waitFor(app, 'loaded');
      const chromium = execFileSync('pgrep', ['-P', String(app.process.pid)], { encoding: 'utf8' });
      process.kill(Number(chromium.trim().split('\n')[0]), 'SIGKILL');
      expect(await app.ended).toBe(1);
      expect(app.stderr()).toContain('stand-in: Chromium is gone');
      expect(await allGone(userData)).toEqual([]);
    });

    it('are told of when the GPU process ends (docs/api/app.md#event-child-process-gone)', async () => {
      const userData = join(folder, 'gpu');
      const app = await startScenario('waits', { userData });
      await waitFor(app, 'loaded');
      const gpu = processesOf(userData).find((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=gpu-process'),
      );
      process.kill(gpu as number, 'SIGKILL');
      await waitFor(app, 'child-process-gone');
      const told = await stop(app);
      expect(told.of('child-process-gone')).toEqual({ type: 'GPU', reason: 'killed', exitCode: 9 });
      expect(told.all('child-process-gone')).toHaveLength(1);
    });
  },
);
