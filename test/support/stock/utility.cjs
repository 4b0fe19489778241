/** The SDK in a utility process, as its documentation sets it up. */
const Sentry = require('@sentry/electron/utility');

Sentry.init();
Sentry.captureException(new Error('utility captures'));
