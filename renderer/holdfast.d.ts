import type { ShellBridge } from '../electron/shared/channels.ts';
import type { PageFacade } from './facade/facade.ts';

declare global {
  /** Telemetry of the page: what `holdfast/telemetry` exports. Made by the page script. */
  var holdfastTelemetry: PageFacade | undefined;
  /** Whether nothing can be seen of the document. Main asks. Made by the page script. */
  var holdfastIsBlank: (() => boolean) | undefined;
}

/** The shell's own code has all of the bridge. */
declare module '../electron/shared/page.ts' {
  interface HoldfastPage extends ShellBridge {}
}
