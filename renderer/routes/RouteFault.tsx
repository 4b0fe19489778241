import { useMemo } from 'react';
import { useRouteError } from 'react-router';
import { thrownFault } from '../error/capture.ts';
import { FaultPage } from '../error/FaultPage.tsx';
import { FaultError } from '../error/faults.ts';

/** The error page for an exception of a loader or page. */
export function RouteFault() {
  const error = useRouteError();
  const fault = useMemo(() => thrownFault(error), [error]);
  return <FaultPage fault={fault} link={error instanceof FaultError ? error.link : undefined} />;
}
