import { Component, type ReactNode } from 'react';
import type { Fault } from '../../electron/shared/fault.ts';
import { captureThrown, thrownFault } from './capture.ts';
import { FaultPage } from './FaultPage.tsx';

interface Props {
  children: ReactNode;
  /** The fault that the children reported: shown instead of their own exception, which is only sent as a report. */
  instead?: Fault;
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

  override componentDidCatch() {
    if (this.props.instead && this.state.fault) captureThrown(this.state.fault);
  }

  override render() {
    const { fault } = this.state;
    return fault ? <FaultPage fault={this.props.instead ?? fault} /> : this.props.children;
  }
}
