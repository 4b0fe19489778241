import type { Bridge } from '../electron/shared/channels.ts';
import type { PageFacade } from './facade/facade.ts';

declare global {
  /** Telemetry of the page: what `holdfast/telemetry` exports. Made by the page script. */
  var holdfastTelemetry: PageFacade | undefined;
  /** Whether nothing can be seen of the document. Main asks. Made by the page script. */
  var holdfastIsBlank: (() => boolean) | undefined;
  interface Window {
    /** What the preload gives; absent where the page is opened without the shell. */
    readonly holdfast?: Bridge;
  }
}
