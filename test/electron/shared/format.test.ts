import { expect, it } from 'vitest';
import { ageText } from '../../../electron/shared/format.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };

it.each([
  [0, en.pages.justNow],
  [60, '1 minute ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400 * 40, '40 days ago'],
  [-60, en.pages.justNow],
])('the age of a saved copy of %i s is "%s"', (seconds, text) => {
  expect(ageText(1e12, 1e12 + seconds * 1000)).toBe(text);
});
