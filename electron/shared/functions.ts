/** `holdfast/telemetry`, for the app's own code in main and in pages. Elsewhere, as in a browser, it does nothing. */
import { type Facade, forwardTo, MAIN_KEY } from './facade.ts';

/** In a page, the page script sets it (renderer/facade). */
const holder = globalThis as { [MAIN_KEY]?: { telemetry: Facade }; holdfastTelemetry?: Facade };

export const {
  captureException,
  captureMessage,
  captureFeedback,
  addBreadcrumb,
  setUser,
  setTag,
  setExtra,
  setContext,
  addAttachment,
  withScope,
  startSpan,
  logger,
  metrics,
} = forwardTo(() => holder[MAIN_KEY]?.telemetry ?? holder.holdfastTelemetry);
