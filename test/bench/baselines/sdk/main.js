/** What reports cost at least: the bare window's main after the SDK's, as its documentation sets it up (stock/main.cjs). */
import * as Sentry from '@sentry/electron/main';

Sentry.init({ dsn: process.env.SENTRY_DSN, tracesSampleRate: 1, ipcMode: Sentry.IPCMode.Classic });

import('../bare/main.cjs');
