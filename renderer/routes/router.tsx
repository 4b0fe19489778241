import { type ComponentType, useMemo } from 'react';
import { createBrowserRouter, useLoaderData, useRouteError } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createMatcher } from '../../electron/shared/match.ts';
import { FaultPage, useReady } from '../error/FaultPage.tsx';
import { FaultError, thrownFault } from '../error/faults.ts';
import { isReported } from '../error/thrown.ts';
import { createLoader, type Loaded, type Page } from './loader.ts';
import { RootLayout } from './RootLayout.tsx';

/**
 * Call it once. It has one route for all pages: react-router would rank routes by its own rules, but the framework's
 * order must decide.
 * @param styles what the pages need besides their code
 */
export async function createPages(pages: readonly Page[], styles: Promise<unknown>): Promise<ComponentType> {
  const match = createMatcher(pages);
  const first = match(location.pathname);
  // Loads the page's code in parallel with the app's own. If that fails, the loader reports it.
  if (first.kind === 'page') first.page.load().catch(() => undefined);
  await styles;
  const page = { path: '*', loader: createLoader(match), Component: PageView, ErrorBoundary: RouteFault };
  const router = createBrowserRouter([
    { Component: RootLayout, HydrateFallback: Starting, children: [{ id: 'page', ...page }] },
  ]);

  return () => (
    <RouterProvider router={router} onError={(error) => isReported(error) && reportError(error)} />
  );
}

function PageView() {
  const { Component, props } = useLoaderData<Loaded>();
  useReady();
  return <Component {...props} />;
}

function RouteFault() {
  const error = useRouteError();
  const fault = useMemo(() => thrownFault(error), [error]);
  return <FaultPage fault={fault} link={error instanceof FaultError ? error.link : undefined} />;
}

/** What index.html shows, until the first page is loaded. */
const frame = [...(document.getElementById('root')?.childNodes ?? [])];
const Starting = () => <div style={{ display: 'contents' }} ref={(box) => box?.append(...frame)} />;
