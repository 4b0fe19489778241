import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import * as TEXTS from '../../electron/shared/texts.ts';

/** Surrounds every page: shows that one is loading, moves the focus to a new page, and keeps scroll positions. */
export function RootLayout() {
  const { pathname } = useLocation();
  const isLoading = useNavigation().state !== 'idle';
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  const focusedBefore = useRef<Element>(null);

  useEffect(() => {
    if (isLoading) focusedBefore.current = document.activeElement;
  }, [isLoading]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (frame.current) focusPage(frame.current, focusedBefore.current);
  }, [pathname]);

  return (
    <>
      {isLoading && <div className="holdfast-loading" role="progressbar" aria-label={TEXTS.pages.loading} />}
      <div ref={frame} className="holdfast-page" tabIndex={-1} aria-busy={isLoading}>
        <Outlet />
      </div>
      <ScrollRestoration />
    </>
  );
}

/** Focuses a new page's heading for screen readers, unless the page has moved the focus itself. */
function focusPage(frame: HTMLElement, focusedBefore: Element | null): void {
  const { activeElement } = document;
  if (activeElement !== focusedBefore && frame.contains(activeElement)) return;
  const heading = frame.querySelector<HTMLElement>('h1');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  (heading ?? frame).focus({ preventScroll: true });
}
