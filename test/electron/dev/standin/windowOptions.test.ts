import { describe, expect, it } from 'vitest';
import { checkOptions, initialBounds } from '../../../../electron/dev/standin/windowOptions.ts';

describe('an option of a window', () => {
  it('that cannot be honoured throws with its name', () => {
    expect(() => checkOptions({ frame: false })).toThrow(
      'stand-in: BrowserWindow option frame is not implemented',
    );
    expect(() => checkOptions({ webPreferences: { nodeIntegration: true } })).toThrow(
      'stand-in: webPreferences.nodeIntegration: true is not implemented',
    );
    expect(() => checkOptions({ webPreferences: { partition: 'x' } })).toThrow('webPreferences.partition');
  });

  it('that takes a right away which the stand-in gives throws as well', () => {
    for (const preference of ['webSecurity', 'contextIsolation', 'sandbox'])
      expect(() => checkOptions({ webPreferences: { [preference]: false } })).toThrow(preference);
  });

  it('that is Electron’s default, or undefined, is taken', () => {
    checkOptions({
      show: false,
      webPreferences: { sandbox: true, contextIsolation: true, preload: '/p.js' },
    });
    const nothing = undefined as unknown as boolean;
    checkOptions({ frame: nothing, webPreferences: { nodeIntegration: nothing } });
  });
});

describe('a new window', () => {
  const screen = { width: 1000, height: 700 };
  it('is 800 by 600 in the middle of the screen', () => {
    expect(initialBounds({}, screen)).toEqual({ x: 100, y: 50, width: 800, height: 600 });
  });
  it('is where it says, when it says both x and y', () => {
    expect(initialBounds({ x: 5, y: 6 }, screen)).toMatchObject({ x: 5, y: 6 });
    expect(initialBounds({ x: 5 }, screen)).toMatchObject({ x: 100, y: 50 });
    expect(initialBounds({ x: 5, y: 6, center: true }, screen)).toMatchObject({ x: 100, y: 50 });
  });
  it('is never smaller than its smallest size', () => {
    expect(initialBounds({ width: 10, minWidth: 300, minHeight: 650 }, screen)).toMatchObject({
      width: 300,
      height: 650,
    });
  });
});
