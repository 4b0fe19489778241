/** Sentry for the app's pages. Each function is documented in electron/shared/facade.ts. */
import { facade } from '../facade/facade.ts';

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
