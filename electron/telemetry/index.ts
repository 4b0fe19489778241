/** Sentry for the app's own code in main. Each function is documented in shared/facade.ts. */
import * as Sentry from '@sentry/electron/main';
import { type Facade, NO_SPAN } from '../shared/facade.ts';

let isOn = false;

/** Turns these functions on or off. They are off until the SDK has started. */
export function allowReports(isAllowed: boolean): void {
  isOn = isAllowed;
}

export const facade: Facade = {
  captureException: (error, context) => (isOn ? Sentry.captureException(error, context) : undefined),
  captureMessage: (message, context) => (isOn ? Sentry.captureMessage(message, context) : undefined),
  addBreadcrumb: (breadcrumb) => void (isOn && Sentry.addBreadcrumb(breadcrumb)),
  setUser: (user) => void (isOn && Sentry.setUser(user)),
  setTag: (name, value) => void (isOn && Sentry.setTag(name, value)),
  startSpan: (options, callback) => (isOn ? Sentry.startSpan(options, callback) : callback(NO_SPAN)),
};

export const { captureException, captureMessage, addBreadcrumb, setUser, setTag, startSpan } = facade;
