/** Sentry for the app's own code in main. Each function is documented in shared/door.ts. */
import { createDoor } from '../shared/door.ts';

export const door = createDoor();
export const { captureException, captureMessage, addBreadcrumb, setUser, setTag, startSpan } = door;
