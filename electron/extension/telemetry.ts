/** `holdfast/telemetry` in the app's own code of main: the SDK there is main's. Documented in shared/facade.ts. */
import { type Facade, NO_SPAN } from '../shared/facade.ts';
import { shared } from './global.ts';

const facade = () => shared()?.telemetry;

export const captureException: Facade['captureException'] = (...args) => facade()?.captureException(...args);
export const captureMessage: Facade['captureMessage'] = (...args) => facade()?.captureMessage(...args);
export const addBreadcrumb: Facade['addBreadcrumb'] = (breadcrumb) => facade()?.addBreadcrumb(breadcrumb);
export const setUser: Facade['setUser'] = (user) => facade()?.setUser(user);
export const setTag: Facade['setTag'] = (name, value) => facade()?.setTag(name, value);
export const startSpan: Facade['startSpan'] = (options, callback) => {
  const made = facade();
  return made ? made.startSpan(options, callback) : callback(NO_SPAN);
};
