import type { ShellBridge } from '../electron/shared/channels.ts';
import type { PageFacade } from './facade/pageFacade.ts';

declare global {
  /** The page's telemetry, which `holdfast/telemetry` exports. Set by the page script. */
  var holdfastTelemetry: PageFacade | undefined;
  /** Whether the document shows nothing. Set by the page script; main calls it. */
  var holdfastIsBlank: (() => boolean) | undefined;
}

/** The shell's own code uses the whole bridge. */
declare module '../electron/shared/windowHoldfast.ts' {
  interface HoldfastPage extends ShellBridge {}
}
