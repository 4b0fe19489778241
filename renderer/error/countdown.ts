/** How long it is until the next try, in words. */
import * as TEXTS from '../../electron/shared/texts.ts';

/** Whole seconds from `now` to `time`, both in milliseconds; 0 when it has come. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1_000));
}

/** Milliseconds from `now` until `secondsUntil` is one less. */
export function untilNextSecond(time: number, now: number): number {
  return (time - now) % 1_000 || 1_000;
}

/** Such as `1 minute 5 seconds`. */
export function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const texts = TEXTS.errorPage;
  if (minutes === 0) return texts.seconds(rest);
  return rest === 0 ? texts.minutes(minutes) : `${texts.minutes(minutes)} ${texts.seconds(rest)}`;
}

/** Seconds before the end at which the time that is left is spoken once more. */
const SPOKEN_AGAIN = 10;

/** The number of seconds that a screen reader is told: not each one, which would be all that it says. */
export function spokenSeconds(total: number, left: number): number {
  return left > SPOKEN_AGAIN ? total : Math.min(total, SPOKEN_AGAIN);
}
