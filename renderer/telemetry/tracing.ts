/** The SDK's tracing, a third of its size: loaded only with a sample rate. */
import { browserTracingIntegration } from '@sentry/electron/renderer';
import { routeNames } from '../routes/names.ts';

/** Traces page loads and navigations, named by their routes. */
export const tracingIntegrations = () => [browserTracingIntegration(), routeNames()];
