/**
 * The page's side of leaving.ts for text that a person typed: holds the page as a guard of its own does. Chromium asks no
 * page that nobody pressed anything in, so a page that fakes text cannot keep anybody.
 */

/** On a field or around it, while the app has saved what is typed there. What is looked for is no work either. */
const SAVED = '[data-holdfast-saved], [type=search]';

/**
 * @param goesItself whether the page leaves by itself: then it is asked only where it has a guard, as in a browser
 * @returns a function that listens again, which `document.open` ends
 */
export function followTyping(goesItself: () => boolean): () => void {
  /** Fields in which somebody typed since the load, and whether they show their text. */
  const fields = new Map<Element, boolean>();

  function typed(event: Event): void {
    const [field] = event.composedPath() as Element[];
    if (!event.isTrusted || !field || fields.has(field)) return;
    for (const [other, isShown] of fields) if (isShown && !hasText(other)) fields.delete(other);
    fields.set(field, showsItself(field));
    window.addEventListener('beforeunload', hold);
  }

  const hold = (event: Event) => {
    if (goesItself() || window.document.documentElement.closest(SAVED)) return;
    const isWork = ([field, isShown]: [Element, boolean]) =>
      (!isShown || hasText(field)) && !field.closest(SAVED);
    if ([...fields].some(isWork)) event.preventDefault();
  };

  /** Into a frame of the app, which has no preload. */
  const blurred = ({ currentTarget }: Event) => {
    const { document } = currentTarget as Window;
    const inner = (document.activeElement as Partial<HTMLIFrameElement> | null)?.contentWindow;
    if (inner && isOwn(inner)) listen(inner);
  };

  function listen(inside: Window): void {
    inside.addEventListener('beforeinput', typed, true);
    inside.addEventListener('blur', blurred);
  }

  function start(): void {
    listen(window);
    if (fields.size > 0) window.addEventListener('beforeunload', hold);
  }
  start();
  return start;
}

/** Whether text stands in a field that is still there. A page that took it has emptied the field, or removed it. */
const hasText = ({ isConnected, ownerDocument, value, textContent }: Element & { value?: string }): boolean =>
  isConnected && ownerDocument.defaultView !== null && (value ?? textContent ?? '').trim() !== '';

/** Whether one sees the field itself: editors of code take their text through one that is hidden, and empty it at once. */
function showsItself(field: Element): boolean {
  if (!field.checkVisibility({ opacityProperty: true })) return false;
  const { x, y, width, height } = field.getBoundingClientRect();
  const root = field.getRootNode() as Document | ShadowRoot;
  return field.contains(root.elementFromPoint(x + width / 2, y + height / 2));
}

/** Another server's frame cannot be looked into. */
function isOwn(frame: Window): boolean {
  try {
    return Boolean(frame.document);
  } catch {
    return false;
  }
}
