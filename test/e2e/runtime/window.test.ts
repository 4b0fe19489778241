/** BrowserWindow against docs/api/browser-window.md, and what of its page shows in it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { runScenario, type Told } from './scenario.ts';

let told: Told;
beforeAll(async () => {
  told = await runScenario('window');
});
const DESTROYED = 'TypeError: Object has been destroyed';

describe('a new window', () => {
  it('cannot be made before the app is ready', () => {
    expect(told.of('before ready')).toBe('Error: Cannot create BrowserWindow before app is ready');
  });

  it('is told to the app with its page first (events web-contents-created, browser-window-created)', () => {
    expect(told.of('made')).toEqual(['web-contents-created', 'browser-window-created']);
  });

  it('is as its options say (class BrowserWindow)', () => {
    expect(told.of('initially')).toEqual({
      title: 'mine',
      visible: false,
      focused: false,
      size: [500, 400],
      minimized: false,
      destroyed: false,
      type: 'window',
      crashed: false,
    });
    expect(told.of('smallest')).toEqual([300, 200]);
  });

  it('is found by its id and by its page (static methods, webContents.fromId)', () => {
    expect(told.of('found')).toEqual({
      all: [true],
      byId: true,
      byContents: true,
      contentsById: true,
      noSuch: [null, null],
      instance: true,
      frame: true,
    });
  });
});

describe('the page in a window', () => {
  it('gives it its title, with explicitSet (event page-title-updated)', () => {
    expect(told.of('title')).toEqual({
      titles: [['page-title-updated', 'first', true]],
      window: 'first',
      contents: 'first',
    });
  });

  it('does not give it its title when that is prevented (event page-title-updated)', () => {
    expect(told.of('kept title')).toBe('second');
  });

  it('makes it ready to show, also when there is nothing to see (event ready-to-show)', () => {
    expect(told.all('shown blank')).toHaveLength(1);
  });

  it('is zoomed as by a person: fewer CSS pixels (contents.setZoomFactor, setZoomLevel)', () => {
    expect(told.of('zoomed')).toEqual({
      factor: 2,
      level: true,
      wrong: "Error: 'zoomFactor' must be a double greater than 0.0",
    });
    expect(told.of('unzoomed')).toBe(1);
  });

  it('can be taken a picture of (contents.capturePage, image.toPNG)', () => {
    expect(told.of('picture')).toEqual({ empty: false, isWide: true, png: 'PNG' });
  });
});

describe('a window', () => {
  it('is shown and hidden, with and without the focus (win.show, win.hide, win.showInactive)', () => {
    expect(told.of('shown')).toEqual({ visible: true, focused: true });
    expect(told.of('hidden')).toBe(false);
    expect(told.of('shown inactive')).toEqual({ visible: true });
    expect(told.of('showing')).toEqual(['show', 'focus', 'hide', 'blur', 'show']);
  });

  it('has the size that it was given (win.setSize, win.setBounds)', () => {
    expect(told.of('resized')).toEqual([640, 480]);
    expect(told.of('bounds')).toBe(480);
  });

  it('is maximised, which shows it, and full screen, which leads back (win.maximize, win.setFullScreen)', () => {
    const { before, ...modes } = told.of('modes') as { before: unknown };
    expect(modes).toEqual({
      modes: ['maximize', 'enter-full-screen', 'leave-full-screen', 'unmaximize'],
      shownByIt: true,
      again: true,
      normal: true,
      same: before,
    });
  });

  it('tells of input that its page gets, and not of what the page makes up (event input-event)', () => {
    expect(told.of('input events')).toEqual([
      'mouseDown',
      'mouseUp',
      expect.stringMatching(/^(rawKeyDown|keyDown)$/),
      'keyUp',
    ]);
  });

  it('stays when its close is prevented (event close)', () => {
    expect(told.of('refused')).toEqual({ order: ['close'], destroyed: false });
  });

  it('closes after its page, and can then no longer be used (event closed)', () => {
    expect(told.of('closed')).toEqual({
      order: ['close', 'destroyed', 'closed'],
      all: 0,
      id: true,
      use: [DESTROYED, DESTROYED, DESTROYED, DESTROYED, DESTROYED],
    });
  });

  it('is destroyed without being asked, and closed is told (win.destroy)', () => {
    expect(told.of('destroyed without close')).toEqual({ all: 0 });
    expect(told.of('destroyed at once')).toBe(true);
    expect(told.all('asked')).toEqual([]);
  });

  it('can be made when there was none left (event window-all-closed)', () => {
    expect(told.of('after the last window')).toBe('app://fixture/');
    expect(told.code).toBe(0);
  });
});
