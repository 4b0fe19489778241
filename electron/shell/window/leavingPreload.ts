/** The page's side of leaving.ts: tells main where the page navigates by itself, which Electron's event does not. */
import { ipcRenderer } from 'electron';
import { GOING_CHANNEL, OPEN_CHANNEL, SEND_FORM_CHANNEL } from '../../shared/channels.ts';
import { send } from './messagesPreload.ts';

/** Returns a function for `beforeunload` that says whether the page leaves by itself: main then asks nothing. */
export function followWays(): () => boolean {
  let form: { action: string; fields: FormData } | undefined;
  let isOwn = false;
  let isForWindow = false;
  // Fires before `beforeunload`.
  navigation.addEventListener('navigate', ({ isTrusted, destination, downloadRequest, formData }) => {
    if (!isTrusted || destination.sameDocument || downloadRequest !== null) return;
    form = formData ? { action: destination.url, fields: formData } : undefined;
    isOwn = !isForWindow;
    // `beforeunload` fires in the same task, if at all.
    setTimeout(() => {
      isOwn = false;
    });
    send(GOING_CHANNEL, destination.url, form !== undefined);
  });
  ipcRenderer.on(SEND_FORM_CHANNEL, () => form && sendForm(form.action, form.fields));
  // A browser would leave the page where it is and open another window.
  ipcRenderer.on(OPEN_CHANNEL, (_event, address: string) => {
    isForWindow = true;
    location.assign(address);
    isForWindow = false;
  });
  return () => isOwn;
}

/** Sends the fields as the page's form did, but without its handlers, which have already run. */
function sendForm(action: string, fields: FormData): void {
  // The event does not say which form it was.
  const own = [...document.forms].find((form) => form.action === action && form.method === 'post');
  const form = document.createElement('form');
  Object.assign(form, { action, method: 'post', enctype: own?.enctype ?? '' });
  // Inputs hide properties of their form with the same name.
  const set = document.createElement('fieldset');
  set.hidden = true;
  form.append(set);
  for (const [name, value] of fields) {
    const input = document.createElement('input');
    input.name = name;
    if (typeof value === 'string') {
      input.type = 'hidden';
      input.value = value;
    } else {
      const files = new DataTransfer();
      files.items.add(value);
      input.type = 'file';
      input.files = files.files;
      if (!own) form.enctype = 'multipart/form-data';
    }
    set.append(input);
  }
  const place = document.createElement('fieldset');
  place.append(form);
  document.documentElement.append(place);
  HTMLFormElement.prototype.submit.call(form);
  place.remove();
}
