/** System notifications, for events while nobody looks at the window. */
import { Notification } from 'electron';
import { log } from '../../common/log.ts';
import { appIcon } from './icon.ts';

/** Kept, because a garbage-collected notification cannot be clicked. */
let last: Notification | undefined;

/** Shows a notification. @param otherwise called if the system shows none, as a Linux without a service for them */
export function showNotice(title: string, body: string, onClick: () => void, otherwise?: () => void): void {
  if (!Notification.isSupported()) return otherwise?.();
  const icon = appIcon();
  last = new Notification({ title, body, ...(icon && { icon }) });
  last.on('click', onClick);
  last.on('failed', (_event, error) => {
    log(`Could not show the notification "${title}": ${error}`);
    otherwise?.();
  });
  last.show();
}
