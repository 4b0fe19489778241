/** Sentry for the app's pages. Each function is documented in electron/shared/door.ts. */
import { door } from '../error/capture.ts';

export const { captureException, captureMessage, addBreadcrumb, setUser, setTag, startSpan } = door;
