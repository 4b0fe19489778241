/** `holdfast/telemetry` for an app's own code, in main and in the pages of its own build. */
export * from '../../shared/functions.ts';
export type { SentryOptions } from '../../shared/reportTypes.ts';
export type { HoldfastPage } from '../../shared/windowHoldfast.ts';
