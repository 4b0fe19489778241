/** How long it is until the next try, in words. */

/** Whole seconds from `now` to `time`, both in milliseconds; 0 when it has come. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1_000));
}

/** Milliseconds from `now` until `secondsUntil` is one less. */
export function untilNextSecond(time: number, now: number): number {
  return (time - now) % 1_000 || 1_000;
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

/** Such as `1 minute 5 seconds`. */
export function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  if (minutes === 0) return count(rest, 'second');
  return rest === 0 ? count(minutes, 'minute') : `${count(minutes, 'minute')} ${count(rest, 'second')}`;
}

/** Seconds before the end at which the time that is left is spoken once more. */
const SPOKEN_AGAIN = 10;

/** The number of seconds that a screen reader is told: not each one, which would be all that it says. */
export function spokenSeconds(total: number, left: number): number {
  return left > SPOKEN_AGAIN ? total : Math.min(total, SPOKEN_AGAIN);
}
