/** When a page is ready: it has painted something. */
import { isBlank } from './blank.ts';

/** Milliseconds between two looks at a page of which no paint was told. */
const LOOK_MS = 500;

/**
 * Calls `ready` once, when the document has painted text or a picture. A window that is hidden paints nothing, and
 * Chromium tells of no paint in which there is only a form or a frame: then what the document holds decides.
 */
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
