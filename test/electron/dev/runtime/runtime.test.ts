import { describe, expect, it } from 'vitest';
import {
  appEnvironment,
  commandFor,
  electronRuntime,
  describe as inWords,
  type Runtime,
  snapshotFor,
  standInRuntime,
} from '../../../../electron/dev/runtime/runtime.ts';

const found = { path: '/e/electron', version: '45.4.1' };
const chromium = { path: '/usr/bin/chromium', version: '156.0.8078.79' };
const headless = standInRuntime('/p/cli.mjs', chromium, 'headless', []);

describe('Electron', () => {
  it('gets the app and its arguments', () => {
    const runtime = electronRuntime(found, 'window', [], false);
    expect(commandFor(runtime, '/app', ['--open=/x'])).toEqual({
      command: '/e/electron',
      args: ['/app', '--open=/x'],
    });
    expect(inWords(runtime)).toBe('electron 45.4.1');
  });

  it('runs under xvfb-run without a display, and says so', () => {
    const runtime = electronRuntime(found, 'xvfb', [], false);
    expect(commandFor(runtime, '/app', [])).toEqual({
      command: 'xvfb-run',
      args: ['-a', '/e/electron', '/app'],
    });
    expect(inWords(runtime)).toBe('electron 45.4.1 under xvfb-run');
  });

  it('runs without its sandbox as root on Linux only, and says so', () => {
    const runtime = electronRuntime(found, 'window', [], true);
    expect(commandFor(runtime, '/app', []).args).toEqual(['--no-sandbox', '/app']);
    expect(inWords(runtime)).toBe('electron 45.4.1, as root without its sandbox');
  });
});

describe('the stand-in', () => {
  it('is run by this Node and has the same interface', () => {
    const { command, args } = commandFor(headless, '/app', ['--open=/x']);
    expect(command).toBe(process.execPath);
    expect(args[0]).toBe('/p/cli.mjs');
    expect(args.slice(1)).toEqual(['/app', '--open=/x']);
  });

  it('says which Chromium it drives and whether it is seen', () => {
    expect(inWords(headless)).toBe('stand-in (chromium 156), headless');
    expect(inWords({ ...headless, display: 'window' })).toBe('stand-in (chromium 156)');
  });
});

describe('the picture of a run that nobody sees', () => {
  const pictureOf = (runtime: Runtime, args: string[], env = {}) =>
    snapshotFor(runtime, args, env, '/p/window.png').HOLDFAST_SNAPSHOT;

  it('is made by the stand-in without a display', () => {
    expect(pictureOf(headless, ['--open=/x'])).toBe('/p/window.png');
  });

  it('is not made when there is a window, when something attaches, or on Electron', () => {
    expect(pictureOf({ ...headless, display: 'window' }, [])).toBeUndefined();
    expect(pictureOf(headless, ['--remote-debugging-port=0'])).toBeUndefined();
    expect(pictureOf(electronRuntime(found, 'xvfb', [], false), [])).toBeUndefined();
  });

  it('goes where the person wants it', () => {
    expect(pictureOf(headless, [], { HOLDFAST_SNAPSHOT: '/mine.png' })).toBeUndefined();
  });
});

describe('the environment of the app', () => {
  it('is that of the shell, but never makes Electron a plain Node', () => {
    expect(appEnvironment({ A: '1', ELECTRON_RUN_AS_NODE: '1' })).toEqual({ A: '1' });
  });
});
