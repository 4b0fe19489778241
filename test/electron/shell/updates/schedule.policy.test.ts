import { describe, expect, it } from 'vitest';
import {
  type CheckOutcome,
  delayAfter,
  isDue,
  updateSource,
} from '../../../../electron/shell/updates/schedule.policy.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AT = 1_800_000_000_000;
const ended = (outcome: CheckOutcome) => ({ at: AT, outcome });
const HTTPS_ONLY = { off: 'Updates are off: "updateUrl" must be an https address in an installed app.' };

describe('the next check for updates', () => {
  it.each([
    ['the start', undefined, 10_000, 60_000],
    ['nothing new', ended('current'), 3 * HOUR, 5 * HOUR],
    ['a download', ended('downloaded'), 3 * HOUR, 5 * HOUR],
    ['a report that is not on disk', ended('held'), MINUTE, MINUTE],
  ])('after %s comes in time, at a different moment on each machine', (_name, last, least, most) => {
    expect(delayAfter(last, 0)).toBe(least);
    expect(delayAfter(last, 1 - Number.EPSILON)).toBeCloseTo(most, -1);
  });

  it('after a failure comes in 20 to 40 minutes', () => {
    expect(delayAfter(ended('failed'), 0)).toBe(40 * MINUTE);
    expect(delayAfter(ended('failed'), 1)).toBe(20 * MINUTE);
  });

  it.each([
    ['never looked', undefined, 0, true],
    ['just looked', ended('current'), 0, false],
    ['looked less than 4 hours ago', ended('current'), 4 * HOUR - 1, false],
    ['looked 4 hours ago', ended('downloaded'), 4 * HOUR, true],
    ['failed just now', ended('failed'), MINUTE - 1, false],
    ['failed a minute ago', ended('failed'), MINUTE, true],
    ['held back a minute ago', ended('held'), MINUTE, true],
    ['the clock was set back', ended('current'), -1, true],
  ])('comes at once if the network is back or the machine wakes: %s', (_name, last, age, due) => {
    expect(isDue(last, AT + age)).toBe(due);
  });
});

describe('where updates come from', () => {
  it.each([
    ['no address', undefined, true, { off: '' }],
    ['https', 'https://example.com/updates', true, { url: 'https://example.com/updates' }],
    ['http, installed', 'http://127.0.0.1:80/', true, HTTPS_ONLY],
    ['http on this machine, a checkout', 'http://127.0.0.1:80/', false, { url: 'http://127.0.0.1:80/' }],
    ['another machine, a checkout', 'https://example.com/updates', false, { off: '' }],
    ['a name that only begins so', 'https://127.0.0.1.example.com/', false, { off: '' }],
  ])('%s', (_name, url, packaged, source) => {
    expect(updateSource(url, packaged)).toEqual(source);
  });
});
