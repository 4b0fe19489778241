// desktop/main.ts
import { Notification } from 'electron';
import { defineMain } from 'holdfast/main';
import * as v from 'valibot';

const Reminder = v.object({
  title: v.pipe(v.string(), v.maxLength(100)),
  body: v.optional(v.string(), ''),
  path: v.pipe(v.string(), v.startsWith('/')),
});

/** Kept until they are closed: an unreferenced notification does not receive clicks. */
const shown = new Set<Notification>();

const main = defineMain({
  handle: {
    remind: {
      input: Reminder,
      run({ title, body, path }, { open }) {
        const notification = new Notification({ title, body });
        notification.on('click', () => open(path));
        notification.on('close', () => shown.delete(notification));
        shown.add(notification);
        notification.show();
      },
    },
  },
});
export default main;
