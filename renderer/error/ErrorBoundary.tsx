import { Component, type ReactNode } from 'react';
import type { Fault } from '../../electron/shared/fault.ts';
import { FaultPage } from './FaultPage.tsx';
import { thrownFault } from './thrown.ts';

interface State {
  fault?: Fault;
}

/** Shows the error page in place of children that threw. An exception in the error page itself passes through. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { fault: thrownFault(error, location.pathname + location.search, Date.now()) };
  }

  override render() {
    return this.state.fault ? <FaultPage fault={this.state.fault} /> : this.props.children;
  }
}
