/** Pages that are odd, against docs/api/web-contents.md and docs/api/structures/web-preferences.md. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isStandIn, runScenario, type Told } from './scenario.ts';

let told: Told;
beforeAll(async () => {
  told = await runScenario('edges');
});

describe('a load that failed', () => {
  it('leaves a page with nothing on it, and is not tried again by itself', () => {
    expect(told.of('failed page')).toBe('');
    expect(told.of('tried again')).toBe(0);
  });
});

describe('a page without script (webPreferences.javascript)', () => {
  it('has its title, and its links are asked for (event will-frame-navigate)', () => {
    expect(told.of('without script')).toBe('a page');
    expect(told.of('link without script')).toEqual(['app://fixture/other']);
  });
});

describe('a frame of another site', () => {
  it('is told of and can be prevented as any other (event will-frame-navigate)', () => {
    expect(told.of('frame of another site')).toEqual([
      ['will-frame-navigate', '/a'],
      ['did-frame-navigate', '/a'],
    ]);
    expect(told.of('prevented across sites')).toEqual({ events: ['will-frame-navigate'], requests: 0 });
  });

  it('is a frame of the page (frame.frames, frame.parent, frame.origin)', () => {
    expect(told.of('frames')).toEqual([['/a', true, true]]);
  });
});

it('an address for another program leaves the page where it is', () => {
  expect(told.of('mail')).toEqual({ did: [], url: 'app://fixture/' });
});

it('a page that wants to be asked is not left, unless the app says otherwise (event will-prevent-unload)', () => {
  expect(told.all('asked to leave')).toHaveLength(1);
  expect(told.of('stays')).toEqual({
    code: -3,
    failed: 'app://fixture/other',
    url: 'app://fixture/stays',
    result: true,
  });
  expect(told.of('leaves')).toBe('app://fixture/other');
});

it('each navigation of the page is asked for, and none of the app’s (event will-navigate)', () => {
  expect(told.of('moves')).toEqual({ page: 15, own: 0 });
});

it.runIf(isStandIn)('the stand-in writes nothing of its own to stderr meanwhile', () => {
  expect(told.stderr).not.toMatch(/stand-in|UnhandledPromise/);
});
