/** What a WebContents is given by its window. */
import type { ChromiumPage } from './chromium.ts';

export interface WebContentsOptions {
  openPage(): Promise<ChromiumPage>;
  session: Electron.Session;
  preload: string | undefined;
  /** The session's preload scripts, which run before that one. */
  sessionPreloads: readonly string[];
  /** Whether the page's own scripts run. */
  javascript: boolean;
  userAgent: string;
  /** Whether a person may be there who clicks. */
  hasDisplay: boolean;
  /** Whether another client may be attached to the page. */
  isDebugged: boolean;
  /** Whether stacks of hung pages can be collected. */
  collectsStacks: boolean;
  /** Sets what documents of this URL's origin may do. */
  applyPermissions(url: string): Promise<void>;
  onInput(): void;
  onUnloadRefused(): void;
  onTitle(title: string): void;
  onReadyToShow(): void;
  onDestroyed(): void;
  onProcessGone(event: object, details: Electron.RenderProcessGoneDetails): void;
}
