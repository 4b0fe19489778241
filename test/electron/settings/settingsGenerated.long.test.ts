/** Settings files of any content: they are read without an exception, and what is refused is named. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkSetting, DEFAULTS, SETTINGS_KEYS } from '../../../electron/settings/schema.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';
import { makeSettingsFolder } from './settingsFolder.ts';

const SEED = 20261121;
const FILES = 10_000;

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<string>(...SETTINGS_KEYS) },
  fc.constantFrom('__proto__', 'constructor', 'toString', 'Reports', 'sentry_dsn', ''),
  fc.string(),
);
const texts = `ask on off ON v1 ../.. https://key@sentry.example.com/1 https://key@x/ https://app.example.com
  https://app.example.com/path http://updates.example.com/ file:///etc/passwd javascript:1`.split(/\s+/);
const value = fc.oneof(
  fc.constantFrom<unknown>(...texts, '', ' ', ['images.example.com'], ['*'], [7], true, false, null, 0),
  fc.string({ unit: anyCharacter }),
  fc.webUrl(),
  fc.jsonValue({ maxDepth: 3 }),
);
const entries = fc.array(fc.tuple(key, value), { maxLength: 8 });
/** JSON with the keys as they come, also twice the same and `__proto__`. */
const textOf = (pairs: readonly (readonly [string, unknown])[]) =>
  `{${pairs.map(([name, content]) => `${JSON.stringify(name)}:${JSON.stringify(content)}`).join(',')}}`;
const file = fc.oneof(
  { weight: 6, arbitrary: entries.map(textOf) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  // Cut off, as by a full disk.
  { weight: 2, arbitrary: fc.tuple(entries, fc.nat(200)).map(([pairs, at]) => textOf(pairs).slice(0, at)) },
);

/** What the file holds, if it is an object of JSON in UTF-8. */
function objectIn(content: string | Uint8Array): Record<string, unknown> | undefined {
  try {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const found = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

it(`of ${FILES} files none throws, each refused key is named, and the defaults hold for it (seed ${SEED})`, () => {
  const folder = makeSettingsFolder();
  let refusedKeys = 0;
  let taken = 0;
  let unreadable = 0;
  fc.assert(
    fc.property(file, (content) => {
      const path = folder.write('app/settings.json', content);
      const { settings, sources, faults, refused } = folder.load();
      const details = faults.map(({ detail }) => detail ?? '');
      const found = objectIn(content);
      if (!found) {
        unreadable += 1;
        expect(settings).toEqual(DEFAULTS);
        expect(details).toHaveLength(1);
        expect(details[0]).toContain(path);
        return;
      }
      const expected: Record<string, unknown> = { ...DEFAULTS };
      const bad: string[] = [];
      const unknown: string[] = [];
      for (const [name, given] of Object.entries(found)) {
        const known = SETTINGS_KEYS.find((one) => one === name);
        const checked = known && checkSetting(known, given);
        if (checked && 'value' in checked) expected[name] = checked.value;
        else (known ? bad : unknown).push(name);
      }
      refusedKeys += bad.length + unknown.length;
      taken += Object.keys(found).length - bad.length - unknown.length;
      expect(settings).toEqual(expected);
      // Keys that are none are one fault together.
      expect(details).toHaveLength(bad.length + (unknown.length > 0 ? 1 : 0));
      for (const name of [...bad, ...unknown.slice(0, 5)]) {
        expect(details.some((one) => one.includes(`"${name.slice(0, 60)}"`))).toBe(true);
      }
      const keys = SETTINGS_KEYS.filter((name) => bad.includes(name));
      expect([...refused].sort()).toEqual([...keys].sort());
      for (const name of keys) expect(sources[name]).toBe('default');
    }),
    { seed: SEED, numRuns: FILES },
  );
  // Each kind is among them, many times.
  expect(Math.min(refusedKeys, taken, unreadable)).toBeGreaterThan(500);
}, 60_000);
