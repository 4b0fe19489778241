import { type ComponentType, lazy, Suspense, useEffect, useMemo } from 'react';
import { useRouteError } from 'react-router';
import type { Fault } from '../../electron/shared/fault.ts';
import type { AnyPageProps, AppProps } from '../data/pageModule.ts';
import { thrownFault } from '../error/capture.ts';
import { ErrorBoundary } from '../error/ErrorBoundary.tsx';
import { FaultPage } from '../error/FaultPage.tsx';
import { enter } from '../error/faultOnPage.ts';
import { FaultError } from '../error/faults.ts';
import { useReady } from '../error/useReady.ts';
import type { Special } from './manifest.ts';

/**
 * Creates the error page for an exception of a loader or page. For a fault with a status it shows the app's own `404`
 * or `_error` in the app's frame, if there is one. It shows ours for other faults, and if the app's error page throws.
 */
export function createRouteFault(
  App: ComponentType<AppProps>,
  special: Partial<Record<Special, () => Promise<unknown>>>,
): ComponentType {
  const own = (load: (() => Promise<unknown>) | undefined) =>
    load && lazy(load as () => Promise<{ default: ComponentType<AnyPageProps> }>);
  const ErrorComponent = own(special._error);
  const NotFound = own(special['404']) ?? ErrorComponent;

  return function RouteFault() {
    const error = useRouteError();
    const fault = useMemo(() => thrownFault(error), [error]);
    const Component = fault.code === 404 ? NotFound : ErrorComponent;
    if (!Component || fault.kind !== 'http' || Number(fault.code) < 400) {
      const link = error instanceof FaultError ? error.link : undefined;
      return <FaultPage fault={fault} link={link} />;
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

/** Reports the fault to main after the app's own error page has rendered, as our error page does. */
function Shown({ fault }: { fault: Fault }) {
  useReady();
  useEffect(() => enter(fault, window.holdfast), [fault]);
  return null;
}
