/** Formats values for tables. */
import { language, pages } from './texts.ts';

export const UNKNOWN = '–';

/** A menu item's label without its access key, which Asian languages add in brackets. */
export const withoutKey = (label: string): string => label.replace(/\(&.\)|&/, '');

/** A text as the label of a menu's item, in which an ampersand marks the key. */
export const asLabel = (text: string): string => text.replaceAll('&', '&&');

/** Formats a number with its unit in the user's language. @param unit Intl's name of it, such as `millisecond` */
export const formatUnit = (value: number, unit: string, digits = 0): string =>
  new Intl.NumberFormat(language(), {
    ...{ style: 'unit', unit, unitDisplay: 'short', useGrouping: false },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  }).format(value);

/** Bytes in a readable unit, in English `0 B`, `9.9 kB`, `1.2 MB`, `3.4 GB`. */
export function formatBytes(bytes: number | undefined): string {
  if (bytes === undefined) return UNKNOWN;
  if (bytes < 1_000) return `${bytes} B`;
  const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  let value = bytes / 1_000;
  let unit = 0;
  for (; value >= 999.95 && unit < units.length - 1; unit++) value /= 1_000;
  return formatUnit(value, units[unit] ?? 'byte', 1);
}

/** Formats milliseconds since the epoch as `2026-11-21 20:30:00Z`, so that both ends of a support call read the same. */
export function formatTime(at: number | undefined): string {
  const date = new Date(at ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return UNKNOWN;
  return date.toISOString().replace('T', ' ').replace(/\.\d+/, '');
}

/** Formats rows as lines of text, with columns two spaces apart. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Formats an age in words: `3 hours ago`. Both times in ms since the epoch. */
export function ageText(at: number, now: number): string {
  const seconds = Math.max(0, (now - at) / 1000);
  const found = UNITS.find(([, length]) => seconds >= length);
  if (!found) return pages.justNow;
  const [unit, length] = found;
  return new Intl.RelativeTimeFormat(language()).format(-Math.floor(seconds / length), unit);
}
