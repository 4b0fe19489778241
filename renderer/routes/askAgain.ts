const FIRST_MS = 5_000;
const LONGEST_MS = 300_000;

/**
 * How long a saved copy is shown before its server is asked again, in milliseconds: 5 s, then twice as long each
 * time up to 5 minutes. Spread by a fifth, so that the windows of many people do not ask at once.
 *
 * @param attempt 0 for the first
 * @param random in [0, 1)
 */
export function askAgainAfter(attempt: number, random: number): number {
  const delay = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(delay * (0.8 + 0.2 * random));
}
