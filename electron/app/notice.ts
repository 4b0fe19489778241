/** Notifications of the system, for what happens while nobody looks at the window. */
import { Notification } from 'electron';
import { log } from './log.ts';

/** Kept, because nobody can click a notification that was garbage-collected. */
let last: Notification | undefined;

/**
 * Shows a notification where the system has them: a Linux without a notification service has none. Logs a failure, as
 * that of an app that is not signed on macOS (from Electron 42 on).
 */
export function showNotice(title: string, body: string, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  last = new Notification({ title, body });
  last.on('click', onClick);
  last.on('failed', (_event, error) => log(`The notice "${title}" was not shown: ${error}`));
  last.show();
}
