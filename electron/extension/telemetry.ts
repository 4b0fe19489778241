/**
 * `holdfast/telemetry` for an app's own code, in main and in the pages of its own build. It uses the shell's SDK in
 * main or in the page. Elsewhere, as in a browser, these functions do nothing. Documented in shared/facade.ts.
 */
import { type Facade, NO_SPAN, passOn } from '../shared/facade.ts';
import { shared } from './global.ts';

export type { HoldfastPage } from '../shared/page.ts';
export type { SentryOptions } from '../shared/reportTypes.ts';

/** In a page the page script provides it (renderer/facade). */
const facade = (): Facade | undefined =>
  shared()?.telemetry ?? (globalThis as { holdfastTelemetry?: Facade }).holdfastTelemetry;

export const captureException: Facade['captureException'] = (...args) => facade()?.captureException(...args);
export const captureMessage: Facade['captureMessage'] = (...args) => facade()?.captureMessage(...args);
export const addBreadcrumb: Facade['addBreadcrumb'] = (breadcrumb) => facade()?.addBreadcrumb(breadcrumb);
export const setUser: Facade['setUser'] = (user) => facade()?.setUser(user);
export const setTag: Facade['setTag'] = (name, value) => facade()?.setTag(name, value);
export const startSpan: Facade['startSpan'] = (options, callback) => {
  const made = facade();
  return made ? made.startSpan(options, callback) : callback(NO_SPAN);
};

export const { logger, metrics } = passOn((call) => {
  const made = facade();
  if (made) call(made);
});
