/** `holdfast/telemetry` for the app's pages. */
import '../facade/facade.ts';

export * from '../../electron/shared/functions.ts';
