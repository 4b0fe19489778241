import type { ComponentType } from 'react';
import { isFailureShown } from '../error/faultOnPage.ts';
import { useReady } from '../error/ready.ts';
import { handleBackForward } from './backForward.ts';

/** The app of a page with `ownRouter`, which handles all addresses itself. Call once. */
export function createOwnRouter({ default: App }: { default?: ComponentType }): ComponentType {
  if (!App) throw new Error('The file of the page has no default export: it must be the component.');
  handleBackForward();
  // The failure took the app's router with it.
  addEventListener('popstate', () => isFailureShown() && location.reload());
  return function OwnRouter() {
    useReady();
    return <App />;
  };
}
