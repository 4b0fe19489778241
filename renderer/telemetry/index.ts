/** `holdfast/telemetry` for the app's pages. */
import '../facade/pageFacade.ts';

export * from '../../electron/shared/functions.ts';
