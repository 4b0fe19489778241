/**
 * The page's side of leaving.ts. For typed text main asks it before the page hears of leaving. What main does not begin,
 * and a page too busy to answer, is held like by the page's own guard. Only what a person typed counts, so a page that
 * fakes text cannot keep anybody. It also tells main where the page navigates by itself, which Electron's event does not.
 */
import { ipcRenderer } from 'electron';
import { GOING_CHANNEL, HOLDS_CHANNEL, OPEN_CHANNEL, SEND_FORM_CHANNEL } from '../../shared/channels.ts';
import { send } from './messagesPreload.ts';

/** Set on a field or around it while the app has saved the typed text. Search text is not work either. */
const SAVED = '[data-holdfast-saved], [type=search]';

/** Returns a function that adds the listeners again, because `document.open` removes them. */
export function followLeaving(): () => void {
  const goesItself = followWays();
  /** Fields in which somebody typed since the load, and whether they show their text. */
  const fields = new Map<Element, boolean>();

  function typed(event: Event): void {
    const path = event.composedPath() as Element[];
    const field = event.type === 'beforeinput' ? path[0] : path.find(isEditable);
    if (!event.isTrusted || !field || fields.has(field)) return;
    for (const [other, isShown] of fields) if (isShown && !hasText(other)) fields.delete(other);
    fields.set(field, showsItself(field));
    window.addEventListener('beforeunload', hold);
  }

  function hasWork(): boolean {
    const isWork = ([field, isShown]: [Element, boolean]) =>
      (isShown ? hasText(field) : isPart(field)) && !field.closest(SAVED);
    return !window.document.documentElement.closest(SAVED) && [...fields].some(isWork);
  }

  const hold = (event: Event) => {
    if (!goesItself() && hasWork()) event.preventDefault();
  };

  /** The focus moves into a frame of the app, which has no preload. */
  const blurred = ({ currentTarget }: Event) => {
    const { document } = currentTarget as Window;
    const inner = (document.activeElement as Partial<HTMLIFrameElement> | null)?.contentWindow;
    if (inner && isOwn(inner)) listen(inner);
  };

  function listen(inside: Window): void {
    // An editor may insert pasted and dropped text by itself, without a `beforeinput`.
    for (const type of ['beforeinput', 'paste', 'drop']) inside.addEventListener(type, typed, true);
    inside.addEventListener('blur', blurred);
  }

  function start(): void {
    listen(window);
    if (fields.size > 0) window.addEventListener('beforeunload', hold);
  }
  start();
  ipcRenderer.on(HOLDS_CHANNEL, ({ ports: [port] }, to?: readonly [by: number, address: string]) =>
    port?.postMessage(hasWork() && !(to && isInside(...to))),
  );
  return start;
}

/** Whether a step in the history stays in the document; one of a frame alone does not change the address. */
function isInside(by: number, address: string): boolean {
  const { currentEntry } = window.navigation;
  const entry = currentEntry && window.navigation.entries()[currentEntry.index + by];
  return entry?.sameDocument === true && entry.url === address;
}

/** Whether a field that is still in the page has text. A page that processed the text has emptied or removed the field. */
const hasText = (field: Element & { value?: string }): boolean =>
  isPart(field) && (field.value ?? field.textContent ?? '').trim() !== '';
const isPart = ({ isConnected, ownerDocument }: Element) => isConnected && ownerDocument.defaultView !== null;

const isEditable = (node: Partial<HTMLInputElement>): boolean =>
  node.isContentEditable || (/^(?:input|textarea)$/.test(node.localName ?? '') && !node.readOnly);

/** Whether the field itself is visible: code editors take text through a hidden one and empty it at once. */
function showsItself(field: Element): boolean {
  if (!field.checkVisibility({ opacityProperty: true })) return false;
  const { x, y, width, height } = field.getBoundingClientRect();
  const root = field.getRootNode() as Document | ShadowRoot;
  return field.contains(root.elementFromPoint(x + width / 2, y + height / 2));
}

/** Another server's frame cannot be inspected. */
function isOwn(frame: Window): boolean {
  try {
    return Boolean(frame.document);
  } catch {
    return false;
  }
}

/** Returns whether the page leaves by itself in this task: then only its own guard asks, as in a browser. */
function followWays(): () => boolean {
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
  const hasFiles = [...fields.values()].some((value) => typeof value !== 'string');
  const usual = hasFiles ? 'multipart/form-data' : '';
  const form = document.createElement('form');
  Object.assign(form, { action, method: 'post', enctype: own ? own.getAttribute('enctype') : usual });
  // Inputs hide properties of their form with the same name.
  const submit = form.submit.bind(form);
  form.append(
    ...[...fields].map(([name, value]) => {
      const input = document.createElement('input');
      if (typeof value === 'string') return Object.assign(input, { type: 'hidden', name, value });
      const held = new DataTransfer();
      held.items.add(value);
      return Object.assign(input, { type: 'file', name, files: held.files });
    }),
  );
  // Gone before the next paint.
  const place = document.createElement('div');
  place.append(form);
  document.documentElement.append(place);
  submit();
  place.remove();
}
