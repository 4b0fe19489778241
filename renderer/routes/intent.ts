/** Prefetches a page when its link is hovered or focused. */

/** Hover time that counts as intent, in ms: merely crossing a link takes less. */
export const HOVER_TIME = 60;

/** The app's page that an event's link leads to; none if it leaves the app or the window, or stays on this page. */
function targetOf(event: Event): URL | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href);
  const isHere = url.pathname + url.search === location.pathname + location.search;
  return url.origin === location.origin && !isHere ? url : undefined;
}

/** Calls `prefetch` with addresses that will probably be visited. */
export function watchIntent(prefetch: (url: URL) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = (event: Event) => {
    clearTimeout(timer);
    const url = targetOf(event);
    if (url) timer = setTimeout(prefetch, HOVER_TIME, url);
  };
  document.addEventListener('pointerover', start);
  document.addEventListener('focusin', start);
  // A click loads the page anyway, and its focus event comes first.
  document.addEventListener('click', () => clearTimeout(timer), true);
}
