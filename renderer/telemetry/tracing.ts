/** The SDK's tracing, a third of its size: loaded only with a sample rate. */
import { browserTracingIntegration } from '@sentry/electron/renderer';
import { routeNames } from '../routes/names.ts';

export const tracingIntegrations = () => [browserTracingIntegration(), routeNames()];
