import { useEffect, useState } from 'react';
import * as TEXTS from '../../electron/shared/texts.ts';
import { inWords, secondsUntil, spokenSeconds, untilNextSecond } from './countdown.ts';

/** The time until the next try: shown for each second, spoken at its start and shortly before its end. */
export function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  const [total] = useState(() => secondsUntil(until, now));
  const left = secondsUntil(until, now);

  useEffect(() => {
    if (now >= until) return;
    const timer = setTimeout(() => setNow(Date.now()), untilNextSecond(until, now));
    return () => clearTimeout(timer);
  }, [until, now]);

  const text = (seconds: number) =>
    left > 0 ? TEXTS.errorPage.nextTryIn(inWords(seconds)) : TEXTS.errorPage.tryingAgain;
  return (
    <>
      <p role="timer">{text(left)}</p>
      <p role="status" className="fault-spoken">
        {text(spokenSeconds(total, left))}
      </p>
    </>
  );
}
