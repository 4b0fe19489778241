/** Elements that paint without text. */
const PICTURES =
  'img,svg,canvas,video,audio[controls],iframe,frame,embed,object,input,textarea,select,button,meter,progress,hr,math';

/** Set on the document's element if the page may be empty at times, such as a game or a drawing. */
const MAY_BE_EMPTY = 'data-holdfast-may-be-empty';

/** Whether it shows no text, picture or control, beyond the scrolled part too. Colours stay when a framework's page goes. */
export function isBlank(document: Document): boolean {
  return !mayBeEmpty(document) && !(document.body && showsSomething(document.body));
}

/** A document has no element before its first arrives. */
function mayBeEmpty(document: Document): boolean {
  if (document.documentElement?.hasAttribute(MAY_BE_EMPTY)) return true;
  // A loading indicator may be drawn with borders alone.
  return document.getAnimations().some(({ playState }) => playState === 'running');
}

const PLACES = [0.1, 0.5, 0.9];

/** Whether one element, such as an empty dialog, covers the window and shows nothing; a picture tells if it is clear. */
export function isCovered(document: Document): boolean {
  if (mayBeEmpty(document)) return false;
  const { clientWidth, clientHeight } = document.documentElement;
  const found = PLACES.flatMap((x) =>
    PLACES.map((y) => document.elementFromPoint(x * clientWidth, y * clientHeight)),
  );
  const [over] = found;
  return over != null && found.every((one) => one === over) && !showsElement(over);
}

function showsSomething(root: Element | ShadowRoot): boolean {
  for (const node of root.childNodes) {
    if (node instanceof Text) {
      if (node.data.trim() && isSeen(node.parentElement ?? (root as ShadowRoot).host)) return true;
    } else if (node instanceof Element && showsElement(node)) return true;
  }
  return false;
}

function showsElement(element: Element): boolean {
  // The neutral frame of index.html, before any page is shown.
  if (element.matches('[data-holdfast-frame]')) return false;
  if (element.matches(PICTURES) && isSeen(element)) return true;
  // A closed component's content cannot be inspected.
  const isClosed = element.localName.includes('-') && !element.shadowRoot && element.childNodes.length === 0;
  if (isClosed && isSeen(element)) return true;
  return (element.shadowRoot !== null && showsSomething(element.shadowRoot)) || showsSomething(element);
}

function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  // Texts for screen readers only are 1 by 1.
  return width >= 2 && height >= 2;
}
