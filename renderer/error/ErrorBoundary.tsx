import { Component, type ReactNode } from 'react';
import type { Fault } from '../../electron/shared/fault.ts';
import { FaultPage } from './FaultPage.tsx';
import { thrownFault } from './faults.ts';

interface Props {
  children: ReactNode;
}

interface State {
  fault?: Fault;
}

/** Shows the error page instead of children that threw. An exception in the error page itself passes through. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { fault: thrownFault(error) };
  }

  override render() {
    const { fault } = this.state;
    return fault ? <FaultPage fault={fault} /> : this.props.children;
  }
}
