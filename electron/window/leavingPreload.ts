/** The page's side of leaving.ts: where the page goes by itself, about which main is told without an address. */
import { ipcRenderer } from 'electron';
import { GOING_CHANNEL, OPEN_CHANNEL, SEND_FORM_CHANNEL } from '../shared/channels.ts';

/** What is used here of the DOM. */
interface Element {
  append(child: Element): void;
  remove(): void;
}
interface Form extends Element {
  action: string;
  method: string;
  enctype: string;
}
interface Input extends Element {
  type: string;
  name: string;
  value: string;
  files: unknown;
}
type Fields = Iterable<[string, unknown]>;
declare const document: {
  documentElement: Element;
  forms: Iterable<Form>;
  createElement(name: 'form'): Form;
  createElement(name: 'input'): Input;
  createElement(name: 'fieldset'): Element & { hidden: boolean };
};
declare const location: { assign(address: string): void };
declare const HTMLFormElement: { prototype: { submit(this: Form): void } };
declare const DataTransfer: new () => { items: { add(file: unknown): void }; files: unknown };
declare const navigation: {
  addEventListener(
    type: 'navigate',
    listener: (event: {
      isTrusted: boolean;
      destination: { url: string; sameDocument: boolean };
      downloadRequest: string | null;
      formData: Fields | null;
    }) => void,
  ): void;
};

/** Returns a function that tells, in `beforeunload`, whether the page leaves by itself: main asks for nothing then. */
export function followWays(): () => boolean {
  let form: { action: string; fields: Fields } | undefined;
  let isOwn = false;
  let isForWindow = false;
  // Before `beforeunload`.
  navigation.addEventListener('navigate', ({ isTrusted, destination, downloadRequest, formData }) => {
    if (!isTrusted || destination.sameDocument || downloadRequest !== null) return;
    form = formData ? { action: destination.url, fields: formData } : undefined;
    isOwn = !isForWindow;
    // `beforeunload` comes in the same task, if at all.
    setTimeout(() => {
      isOwn = false;
    });
    ipcRenderer.send(GOING_CHANNEL, destination.url, form !== undefined);
  });
  ipcRenderer.on(SEND_FORM_CHANNEL, () => form && send(form.action, form.fields));
  // A browser leaves the page where it is, and opens another window.
  ipcRenderer.on(OPEN_CHANNEL, (_event, address: string) => {
    isForWindow = true;
    location.assign(address);
    isForWindow = false;
  });
  return () => isOwn;
}

/** Sends the fields as the page's form did, without its handlers: they have run. */
function send(action: string, fields: Fields): void {
  // The event does not tell which form it was.
  const own = [...document.forms].find((form) => form.action === action && form.method === 'post');
  const form = document.createElement('form');
  Object.assign(form, { action, method: 'post', enctype: own?.enctype ?? '' });
  // Inputs hide properties of their form that have their name.
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
