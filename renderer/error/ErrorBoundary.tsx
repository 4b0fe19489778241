import { Component, type ReactNode } from 'react';
import type { Fault } from '../../electron/shared/fault.ts';
import { FaultPage } from './FaultPage.tsx';
import { thrownFault } from './faults.ts';

/** Shows the error page instead of children that threw. An exception in the error page itself passes through. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { fault?: Fault }> {
  override state: { fault?: Fault } = {};

  static getDerivedStateFromError(error: unknown) {
    return { fault: thrownFault(error) };
  }

  override render() {
    const { fault } = this.state;
    return fault ? <FaultPage fault={fault} /> : this.props.children;
  }
}
