import { useEffect, useState } from 'react';
import { steadyAt, steadyTime } from '../../electron/shared/clock.ts';
import * as TEXTS from '../../electron/shared/texts.ts';

/** Seconds before the end at which a screen reader is told the time that is left once more, and not each second. */
const SPOKEN_AGAIN = 10;

/**
 * The time until the next try: shown for each second, spoken at its start and shortly before its end.
 * @param at when that is, in milliseconds of the wall clock, which may be set meanwhile
 */
export function Countdown({ at }: { at: number }) {
  const [until] = useState(() => steadyAt(at));
  const [now, setNow] = useState(steadyTime);
  const [total] = useState(() => secondsUntil(until, now));
  const left = secondsUntil(until, now);

  useEffect(() => {
    if (now >= until) return;
    const timer = setTimeout(() => setNow(steadyTime()), (until - now) % 1_000 || 1_000);
    return () => clearTimeout(timer);
  }, [until, now]);

  const text = (seconds: number) => (left > 0 ? inWords(seconds) : TEXTS.errorPage.tryingAgain);
  return (
    <>
      <p role="timer">{text(left)}</p>
      <p role="status" className="fault-spoken">
        {text(left > SPOKEN_AGAIN ? total : Math.min(total, SPOKEN_AGAIN))}
      </p>
    </>
  );
}

/** Whole seconds from `now` to `time`, both in milliseconds; 0 when it has come. */
function secondsUntil(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1_000));
}

/** Whole minutes from 100 seconds on. */
function inWords(seconds: number): string {
  const { nextTryIn, nextTryInMinutes } = TEXTS.errorPage;
  return seconds < 100 ? nextTryIn({ seconds }) : nextTryInMinutes({ minutes: Math.ceil(seconds / 60) });
}
