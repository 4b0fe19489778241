import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createMatcher } from '../../electron/shared/match.ts';
import { readBuild } from '../data/build.ts';
import type { AppProps } from '../data/pageModule.ts';
import { isReported } from '../error/thrown.ts';
import { createLoader, type Page } from './loader.ts';
import { PageView } from './PageView.tsx';
import { RootLayout } from './RootLayout.tsx';
import { RouteFault } from './RouteFault.tsx';
import { Starting } from './Starting.tsx';

/**
 * Creates the router for the app's pages; call it once. It has one route for all of them: react-router would rank
 * routes by its own rules, but the framework's order (checks.ts) must decide.
 */
export async function createPages(
  pages: readonly Page[],
  /** Loads `_app`, the frame of all pages. */
  loadApp: (() => Promise<unknown>) | undefined,
  /** Loads what the pages need besides their code. */
  styles: Promise<unknown>,
): Promise<ComponentType> {
  const match = createMatcher(pages);
  const first = match(location.pathname);
  // Loads the page's code in parallel with the app's own. If that fails, the loader reports it.
  if (first.kind === 'page') first.page.load().catch(() => undefined);
  const [own] = await Promise.all([loadApp?.(), styles]);
  const ownApp = own as { default?: ComponentType<AppProps> } | undefined;
  const App = ownApp?.default ?? PlainApp;
  const loader = createLoader({ App, match, build: readBuild() });
  const router = createBrowserRouter([
    {
      Component: RootLayout,
      HydrateFallback: Starting,
      children: [
        {
          id: 'page',
          path: '*',
          loader,
          Component: PageView,
          ErrorBoundary: RouteFault,
        },
      ],
    },
  ]);

  return () => (
    <RouterProvider router={router} onError={(error) => isReported(error) && reportError(error)} />
  );
}

function PlainApp({ Component, pageProps }: AppProps) {
  return <Component {...pageProps} />;
}
