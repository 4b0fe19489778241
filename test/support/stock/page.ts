/** The SDK in a page as its documentation sets it up, with every feature turned on. */
import * as Sentry from '@sentry/electron/renderer';

Sentry.init({
  integrations: [
    Sentry.browserTracingIntegration(),
    Sentry.replayIntegration(),
    Sentry.browserProfilingIntegration(),
  ],
  tracesSampleRate: 1,
  profilesSampleRate: 1,
  replaysSessionSampleRate: 1,
  replaysOnErrorSampleRate: 1,
});
Object.assign(globalThis, { Sentry });
