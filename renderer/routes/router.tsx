import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createMatcher } from '../../electron/shared/match.ts';
import { readBuild } from '../data/build.ts';
import { createDataClient } from '../data/client.ts';
import type { AppProps } from '../data/pageModule.ts';
import { isReported } from '../error/thrown.ts';
import { createLoader, type Loaded, type Page } from './loader.ts';
import type { Special } from './manifest.ts';
import { PageView } from './PageView.tsx';
import { RootLayout } from './RootLayout.tsx';
import { createRouteFault } from './RouteFault.tsx';
import { Starting } from './Starting.tsx';

/**
 * Creates the router for the app's pages; call it once. It has one route for all of them: react-router would rank
 * routes by its own rules, but the framework's order (checks.ts) must decide.
 */
export async function createPages(
  pages: readonly Page[],
  special: Partial<Record<Special, () => Promise<unknown>>>,
  /** Loads what the pages need besides their code. */
  styles: Promise<unknown>,
): Promise<ComponentType> {
  const match = createMatcher(pages);
  const first = match(location.pathname);
  // Loads the page's code in parallel with the app's own. If that fails, the loader reports it.
  if (first.kind === 'page') first.page.load().catch(() => undefined);
  const [own] = await Promise.all([special._app?.(), styles]);
  const ownApp = own as { default?: ComponentType<AppProps> } | undefined;
  const data = createDataClient(readBuild(), ({ pathname, search }) => {
    const { location } = router.state;
    if (location.pathname + location.search === pathname + search) void router.revalidate();
  });
  const App = ownApp?.default ?? PlainApp;
  const loader = createLoader({ App, match, data });
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
          ErrorBoundary: createRouteFault(App, special),
        },
      ],
    },
  ]);

  // The server may be back: request again what is shown as a saved copy.
  addEventListener('online', () => {
    const shown: Loaded | undefined = router.state.loaderData.page;
    if (shown?.props.savedAt !== undefined) void router.revalidate();
  });

  return () => (
    <RouterProvider router={router} onError={(error) => isReported(error) && reportError(error)} />
  );
}

function PlainApp({ Component, pageProps }: AppProps) {
  return <Component {...pageProps} />;
}
