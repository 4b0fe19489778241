import { useEffect, useState } from 'react';
import { steadyAt, steadyTime } from '../../electron/shared/clock.ts';
import * as TEXTS from '../../electron/shared/texts.ts';

/** A screen reader hears the remaining time again this many seconds before the end, not each second. */
const SPOKEN_AGAIN = 10;

/** Counts down to `at` (ms of the wall clock, which may change meanwhile): shown each second, spoken twice. */
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

const secondsUntil = (time: number, now: number): number => Math.max(0, Math.ceil((time - now) / 1_000));

/** Uses whole minutes from 100 seconds on. */
function inWords(seconds: number): string {
  const { reconnectingIn, reconnectingInMinutes } = TEXTS.errorPage;
  return seconds < 100
    ? reconnectingIn({ seconds })
    : reconnectingInMinutes({ minutes: Math.ceil(seconds / 60) });
}
