import { type ComponentType, lazy, Suspense, useEffect, useMemo } from 'react';
import { useRouteError } from 'react-router';
import type { Fault } from '../../electron/shared/fault.ts';
import type { AnyPageProps, AppProps } from '../data/page.ts';
import { thrownFault } from '../error/capture.ts';
import { ErrorBoundary } from '../error/ErrorBoundary.tsx';
import { FaultPage } from '../error/FaultPage.tsx';
import { enter } from '../error/faultOnPage.ts';
import { FaultError } from '../error/faults.ts';
import { useReady } from '../error/ready.ts';
import type { Special } from './manifest.ts';

/**
 * Creates the error page for what a loader or page threw. A fault with a status shows the app's own `404` or `_error`
 * in the app's frame, if it has one. Other faults show ours; so do a page of the app's that throws, and a 401 where main
 * can open a sign-in.
 */
export function createRouteFault(
  App: ComponentType<AppProps>,
  special: Partial<Record<Special, () => Promise<unknown>>>,
  hasSignIn: boolean,
): ComponentType {
  const own = (load: (() => Promise<unknown>) | undefined) =>
    load && lazy(load as () => Promise<{ default: ComponentType<AnyPageProps> }>);
  const ErrorComponent = own(special._error);
  const NotFound = own(special['404']) ?? ErrorComponent;

  return function RouteFault() {
    const error = useRouteError();
    const fault = useMemo(() => thrownFault(error), [error]);
    const Component = fault.code === 404 ? NotFound : ErrorComponent;
    const signIn = hasSignIn && fault.code === 401;
    if (!Component || fault.kind !== 'http' || Number(fault.code) < 400 || signIn) {
      const link = error instanceof FaultError ? error.link : undefined;
      return <FaultPage fault={fault} link={link} signIn={signIn} />;
    }
    const pageProps = { statusCode: fault.code } as unknown as AnyPageProps;
    return (
      <ErrorBoundary key={fault.id} instead={fault}>
        <Suspense>
          <App Component={Component} pageProps={pageProps} />
          <Shown fault={fault} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

/** Tells main about the fault, as our error page does, once the app's own is rendered. */
function Shown({ fault }: { fault: Fault }) {
  useReady();
  useEffect(() => enter(fault, window.holdfast), [fault]);
  return null;
}
