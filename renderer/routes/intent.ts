/** Loads a page before it is asked for, when the pointer or the focus comes to a link. */

/** How long the pointer stays on a link before it is taken for an intent, in ms: passing over it takes less. */
export const HOVER_TIME = 60;

/** The page of the app that an event's link leads to, if any: not one that leaves the app, the window or the page. */
function targetOf(event: Event): URL | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href);
  const isHere = url.pathname + url.search === location.pathname + location.search;
  return url.origin === location.origin && !isHere ? url : undefined;
}

/** Calls `prefetch` with the address of a link that will probably be followed. */
export function watchIntent(prefetch: (url: URL) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = (event: Event) => {
    clearTimeout(timer);
    const url = targetOf(event);
    if (url) timer = setTimeout(prefetch, HOVER_TIME, url);
  };
  document.addEventListener('pointerover', start);
  document.addEventListener('focusin', start);
  // What is followed is asked for by the visit. Its click brings the focus, and with it an intent, just before.
  document.addEventListener('click', () => clearTimeout(timer), true);
}
