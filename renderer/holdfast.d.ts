import type { Bridge } from '../electron/shared/channels.ts';

declare global {
  interface Window {
    /** What the preload gives; absent where the page is opened without the shell. */
    readonly holdfast?: Bridge;
  }
}
