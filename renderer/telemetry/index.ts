/** Sentry for the app's pages, by the names that its SDK has; docs in electron/shared/door.ts. */
import { door } from '../error/capture.ts';

export const { captureException, captureMessage, addBreadcrumb, setUser, setTag, startSpan } = door;
