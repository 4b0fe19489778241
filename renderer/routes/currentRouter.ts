/** The router of the app's pages, for code outside of components. */
import type { createBrowserRouter } from 'react-router';

type AppRouter = ReturnType<typeof createBrowserRouter>;

let current: AppRouter | undefined;
let isShallow = false;
const waiting: ((router: AppRouter) => void)[] = [];

/** Called once, when the router is created. */
export function setCurrentRouter(router: AppRouter): void {
  current = router;
  for (const use of waiting.splice(0)) use(router);
}

/** Calls `use` with the router, now or as soon as it exists. */
export function withCurrentRouter(use: (router: AppRouter) => void): void {
  if (current) use(current);
  else waiting.push(use);
}

/** @throws Error before the router exists */
export function currentRouter(): AppRouter {
  if (!current)
    throw new Error('The router does not exist yet: use it in a component, an effect or a handler.');
  return current;
}

/** Navigates without requesting the page's data, if it is the same page with another query. */
export async function navigateShallowly(navigate: () => Promise<void>): Promise<void> {
  isShallow = true;
  try {
    await navigate();
  } finally {
    isShallow = false;
  }
}

export const isShallowNow = (): boolean => isShallow;

/** Whether to skip the page's loader. */
export const isSameData = (from: URL, to: URL): boolean => isShallow && from.pathname === to.pathname;
