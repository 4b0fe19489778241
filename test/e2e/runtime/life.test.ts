/** How an app starts and ends, against docs/api/app.md. */
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pause } from '../../support/app.ts';
import { endOf, runScenario, startScenario, type Told } from './scenario.ts';

const end = (how: string) => runScenario('life', { args: [`--end=${how}`] });
/** The names of what was told, in order, of those given. */
const order = (told: Told, names: string[]) =>
  told.stdout
    .split('\n')
    .filter((line) => line.startsWith('{"name":'))
    .map((line) => (JSON.parse(line) as { name: string }).name)
    .filter((name) => names.includes(name));
const QUIT = ['before-quit', 'close', 'closed', 'will-quit', 'quit'];

describe.concurrent('the end of an app', () => {
  it('by app.quit: before-quit, the windows, will-quit, quit, and code 0 (app.quit, event will-quit)', async () => {
    const told = await end('quit');
    expect(told.of('ready at first')).toBe(false);
    expect(order(told, ['will-finish-launching', 'ready', ...QUIT])).toEqual([
      'will-finish-launching',
      'ready',
      ...QUIT,
    ]);
    expect(told.of('closed')).toEqual({ left: 0 });
    expect(told.of('quit')).toEqual([0]);
    // docs/api/app.md#event-window-all-closed: not told when the app quits.
    expect(told.all('window-all-closed')).toEqual([]);
    expect(told.code).toBe(0);
  });

  it('by app.exit: no window and no listener is asked, quit is told with the code (app.exit)', async () => {
    const told = await end('exit');
    expect(order(told, QUIT)).toEqual(['closed', 'quit']);
    expect(told.of('quit')).toEqual([5]);
    expect(told.of('process exit')).toBe(5);
    expect(told.code).toBe(5);
  });

  it('by app.exit before it is ready: at once (app.exit)', async () => {
    const told = await end('exit early');
    expect(told.all('ready')).toEqual([]);
    expect(told.code).toBe(7);
  });

  it('by app.quit before it is ready: code 0 (app.quit)', async () => {
    const told = await end('quit early');
    expect(order(told, ['before-quit', 'will-quit', 'quit'])).toEqual(['before-quit', 'will-quit', 'quit']);
    expect(told.code).toBe(0);
  });

  it('by closing the last window when nobody listens (event window-all-closed)', async () => {
    const told = await end('last window');
    expect(order(told, QUIT)).toEqual(['close', 'closed', 'before-quit', 'will-quit', 'quit']);
    expect(told.code).toBe(0);
  });

  it('can be prevented in before-quit, by a window and in will-quit (events before-quit, close, will-quit)', async () => {
    const told = await end('prevented');
    expect(told.of('after before-quit')).toBe(1);
    expect(told.of('after close')).toBe(1);
    expect(told.of('after will-quit')).toBe(0);
    expect(told.all('before-quit')).toHaveLength(4);
    expect(told.all('quit')).toHaveLength(1);
    expect(told.code).toBe(0);
  });

  it('can be prevented by the page, unless the app says otherwise (app.quit, event will-prevent-unload)', async () => {
    const told = await end('kept by the page');
    expect(told.of('after the page')).toBe(1);
    expect(told.all('closed')).toHaveLength(1);
    expect(told.code).toBe(0);
  });

  it('by process.exit is that of app.exit, with its code or process.exitCode (lib/browser/init.ts)', async () => {
    const [given, kept] = await Promise.all([end('process.exit'), end('process.exitCode')]);
    expect(order(given, QUIT)).toEqual(['quit']);
    expect(given.code).toBe(4);
    expect(kept.code).toBe(9);
  });

  it('by SIGTERM is that of app.quit', async () => {
    const app = await startScenario('life', { args: ['--end=signal'] });
    while (!app.stdout().includes('waiting')) await pause(20);
    app.process.kill('SIGTERM');
    const told = await endOf(app);
    expect(order(told, QUIT)).toEqual(['before-quit', 'will-quit', 'quit']);
    expect(told.code).toBe(0);
  });

  it('is not an error that nobody catches (docs/tutorial: uncaught errors are shown, the app lives on)', async () => {
    const told = await end('error');
    expect(told.all('alive')).toHaveLength(1);
    expect(told.stderr).toContain('nobody catches this');
    expect(told.stderr).toContain('nor this');
    expect(told.code).toBe(0);
  });

  it('starts it again with the given arguments, once it is gone (app.relaunch)', async () => {
    const file = join(tmpdir(), `holdfast-relaunch-${process.pid}`);
    const told = await runScenario('life', {
      args: ['--end=relaunch', `--file=${file}`],
      userData: `${file}-data`,
    });
    expect(told.code).toBe(0);
    const lines = async () => (await readFile(file, 'utf8')).trim().split('\n');
    while ((await lines()).length < 2) await pause(50);
    const [first = '', again = ''] = await lines();
    expect(JSON.parse(again)).toEqual([...(JSON.parse(first) as string[]), '--again']);
    // The new one ends by itself; its folder can be removed when it is gone.
    await pause(1_000);
    await rm(file);
    await rm(`${file}-data`, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
});
