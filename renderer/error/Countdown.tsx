import { useEffect, useState } from 'react';
import { inWords, secondsUntil, spokenSeconds, untilNextSecond } from './countdown.ts';

/** The time until the next try: shown for each second, spoken at its begin and shortly before its end. */
export function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  const [total] = useState(() => secondsUntil(until, now));
  const left = secondsUntil(until, now);

  useEffect(() => {
    if (now >= until) return;
    const timer = setTimeout(() => setNow(Date.now()), untilNextSecond(until, now));
    return () => clearTimeout(timer);
  }, [until, now]);

  const text = (seconds: number) => (left > 0 ? `Next try in ${inWords(seconds)}.` : 'Trying again.');
  return (
    <>
      <p role="timer">{text(left)}</p>
      <p role="status" className="fault-spoken">
        {text(spokenSeconds(total, left))}
      </p>
    </>
  );
}
