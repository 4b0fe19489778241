import * as TEXTS from './texts.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Formats an age in words: `3 hours ago`. Both times in ms since the epoch. */
export function ageText(at: number, now: number): string {
  const seconds = Math.max(0, (now - at) / 1000);
  for (const [unit, length] of UNITS) {
    if (seconds >= length) {
      return new Intl.RelativeTimeFormat(TEXTS.language()).format(-Math.floor(seconds / length), unit);
    }
  }
  return TEXTS.pages.justNow;
}
