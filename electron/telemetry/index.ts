/** Sentry for the app's own code in main. Each function is documented in shared/facade.ts. */
import { type Facade, type MainSdk, NO_SPAN, passOn } from '../shared/facade.ts';

let sdk: MainSdk | undefined;

/** Passes these functions on to the SDK; without it they do nothing. */
export function allowReports(to: MainSdk | undefined): void {
  sdk = to;
}

export const continueTrace: MainSdk['continueTrace'] = (trace, callback) =>
  sdk ? sdk.continueTrace(trace, callback) : callback();

export const facade: Facade = {
  captureException: (error, context) => sdk?.captureException(error, context),
  captureMessage: (message, context) => sdk?.captureMessage(message, context),
  addBreadcrumb: (breadcrumb) => sdk?.addBreadcrumb(breadcrumb),
  setUser: (user) => sdk?.setUser(user),
  setTag: (name, value) => sdk?.setTag(name, value),
  startSpan: (options, callback) => (sdk ? sdk.startSpan(options, callback) : callback(NO_SPAN)),
  ...passOn((call) => sdk && call(sdk)),
};

export const {
  captureException,
  captureMessage,
  addBreadcrumb,
  setUser,
  setTag,
  startSpan,
  logger,
  metrics,
} = facade;
