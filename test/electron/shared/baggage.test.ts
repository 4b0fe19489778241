import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundBaggage, entriesOf } from '../../../electron/shared/baggage.ts';
import { LIMITS } from '../../../electron/shared/limits.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';

const MOST = LIMITS.baggage.value;

/** The grammar of W3C Baggage, independent of the tested code. */
const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const VALUE = '[\\x21\\x23-\\x2b\\x2d-\\x3a\\x3c-\\x5b\\x5d-\\x7e]*';
const PROPERTY = `${TOKEN}(?:[ \\t]*=[ \\t]*${VALUE})?`;
const MEMBER = `${TOKEN}[ \\t]*=[ \\t]*${VALUE}(?:[ \\t]*;[ \\t]*${PROPERTY})*`;
const HEADER = new RegExp(`^${MEMBER}(?:[ \\t]*,[ \\t]*${MEMBER}){0,179}$`);

const sentry =
  'sentry-environment=production,sentry-release=app%401.0.0,sentry-trace_id=771a43a4192642f0b136d5159a501700';

describe('a bounded baggage header', () => {
  it.each([MOST - 1, MOST, MOST + 1])('is exact at the limit: an entry of %i characters', (length) => {
    const entry = `k=${'v'.repeat(length - 2)}`;
    expect(boundBaggage(entry).value).toBe(length <= MOST ? entry : '');
  });

  it.each([
    ['a quote and a backslash', 'k="a\\"', 'k=%22a%5C%22'],
    ['a space in a key', 'my key=1', 'my%20key=1'],
    ['a line break', 'k=a\r\nx: y', 'k=a%0D%0Ax:%20y'],
    ['properties', 'k=v;ttl=5;secret', 'k=v;ttl=5;secret'],
    ["Sentry's entries, put last", 'a=1,sentry-release=x,b=2', 'a=1,b=2,sentry-release=x'],
    ['no header', '', ''],
    ['spaces around', ' k = v ; p = 1 ', 'k=v;p=1'],
    ['empty entries', 'a=1,,  ,b=2,', 'a=1,b=2'],
    ['half of a character', 'k=\ud800', 'k=%EF%BF%BD'],
  ])('makes %s valid without losing anything', (_name, given, expected) => {
    expect(boundBaggage(given)).toEqual({ value: expected, dropped: 0 });
  });

  it.each(['nothing', '=value', ' =1'])('drops an invalid entry: %j', (given) => {
    expect(boundBaggage(given)).toEqual({ value: '', dropped: 1 });
  });

  it("keeps the app's own entry with one of Sentry's keys", () => {
    expect(boundBaggage('sentry-release=mine', 'sentry-release=theirs,sentry-x=1')).toEqual({
      value: 'sentry-release=mine,sentry-x=1',
      dropped: 0,
    });
  });

  it('has at most 180 entries, as in the grammar', () => {
    const many = Array.from({ length: 200 }, (_, i) => `k${i}=1`).join(',');
    const { value, dropped } = boundBaggage(many, sentry);
    expect([value.split(',').length, dropped]).toEqual([180, 23]);
  });

  it('2,500 generated headers: within the limit, always valid, no app entry lost while there is room', () => {
    const key = fc
      .tuple(fc.constantFrom('k', 'user.id', 'X-Tenant', "a'b", 'my key'), fc.nat(99))
      .map((parts) => parts.join(''));
    const value = fc.oneof(
      { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
      fc.integer({ min: 0, max: 4000 }).map((length) => 'v'.repeat(length)),
    );
    const entry = fc.tuple(key, value).map(([name, text]) => `${name}=${text.replace(/[,;]/gu, '_')}`);
    const junk = fc.string({ unit: anyCharacter, maxLength: 12 }).map((text) => text.replace(/,/gu, ''));
    const apps = fc.array(fc.oneof({ weight: 9, arbitrary: entry }, junk), { maxLength: 10 });
    const length = fc.integer({ min: 0, max: 3000 });
    fc.assert(
      fc.property(apps, length, (entries, release) => {
        const ours = `${sentry},sentry-transaction=${'t'.repeat(release)}`;
        const { value: header } = boundBaggage(entries.join(','), ours);
        const kept = header.split(',').filter(Boolean);
        const app = entriesOf(header, 'app');
        const wanted = entries.flatMap(
          (one) => boundBaggage(one, undefined, Number.MAX_SAFE_INTEGER).value || [],
        );
        const isLost = leftOver(wanted, app.split(',')).some((one) => app.length + 1 + one.length <= MOST);
        const apps = kept.filter((one) => !one.startsWith('sentry-')).length;
        const isMixed = kept.slice(0, apps).some((one) => one.startsWith('sentry-'));
        // One `expect` for each would take most of the time.
        const problems = {
          tooLong: header.length > MOST,
          invalid: header && !HEADER.test(header),
          isMixed,
          isLost,
        };
        if (Object.values(problems).some(Boolean)) expect(problems).toBeUndefined();
      }),
      { seed: 20261120, numRuns: 2_500 },
    );
  });
});

function leftOver(all: string[], taken: string[]): string[] {
  const rest = [...taken];
  return all.filter((one) => {
    const at = rest.indexOf(one);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
