/** Sentry for the app's own code in main. Each function is documented in shared/facade.ts. */
import { forwardTo, type MainSdk } from '../shared/facade.ts';

let sdk: MainSdk | undefined;

/** Forwards these functions to the SDK; without it they do nothing. */
export function allowReports(to: MainSdk | undefined): void {
  sdk = to;
}

export const continueTrace: MainSdk['continueTrace'] = (trace, callback) =>
  sdk ? sdk.continueTrace(trace, callback) : callback();

export const facade = forwardTo(() => sdk);
