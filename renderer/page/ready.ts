/** Finds out when a page is ready: when it has painted something. */
import { isBlank } from './blank.ts';

/** Milliseconds between two checks of a page for which no paint was reported. */
const LOOK_MS = 500;

/** Calls `ready` at the first paint; if Chromium reports none (hidden, a form or a frame alone), the content decides. */
export function whenPainted(ready: () => void): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let isReady = false;
  const once = () => {
    if (isReady) return;
    isReady = true;
    clearInterval(timer);
    observer.disconnect();
    ready();
  };
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) once();
  });
  observer.observe({ type: 'paint', buffered: true });
  addEventListener('load', () => {
    if (isReady) return;
    const look = () => {
      if (!isBlank(document)) once();
    };
    timer = setInterval(look, LOOK_MS);
  });
}
