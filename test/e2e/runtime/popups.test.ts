/** Windows that a page wants to open, against docs/api/web-contents.md#contentssetwindowopenhandlerhandler. */
import { beforeAll, describe, expect, it } from 'vitest';
import { runScenario, type Told } from './scenario.ts';

let told: Told;
beforeAll(async () => {
  told = await runScenario('popups');
});

describe('the handler for new windows that denies', () => {
  it('makes window.open give null, and is asked with its arguments (window.open)', () => {
    expect(told.of('open')).toMatchObject({
      count: 1,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/open$/),
      frameName: '',
      disposition: 'foreground-tab',
      features: '',
      result: 'null',
    });
    expect(told.of('open named')).toMatchObject({
      frameName: 'name',
      disposition: 'new-window',
      features: 'width=300,height=200',
      result: 'null',
    });
  });

  it.each(['open in a frame', 'open without a gesture'])('is asked: %s', (name) => {
    expect(told.of(name)).toMatchObject({ count: 1, result: 'null' });
  });

  it.each([
    ['blank', /^app:\/\/fixture\/blank$/, 'foreground-tab'],
    ['blank elsewhere', /^http:\/\/127\.0\.0\.1:\d+\/blank$/, 'foreground-tab'],
    ['form', /^app:\/\/fixture\/form$/, 'foreground-tab'],
    ['ctrl', /^http:\/\/127\.0\.0\.1:\d+\/plain$/, 'background-tab'],
    ['shift', /^http:\/\/127\.0\.0\.1:\d+\/plain$/, 'new-window'],
  ])('is asked for links and forms: %s', (name, url, disposition) => {
    expect(told.of(name)).toMatchObject({ count: 1, url: expect.stringMatching(url), disposition });
  });

  it('is not asked for what opens in the page itself', () => {
    expect(told.of('self')).toEqual({ asked: 0, url: 'app://fixture/inner' });
    expect(told.of('invalid')).toBe('SyntaxError');
  });

  it('opens nothing, and nothing of it leaves the machine', () => {
    expect(told.of('in the end')).toEqual({ made: [], windows: 1, connections: 0 });
  });
});
