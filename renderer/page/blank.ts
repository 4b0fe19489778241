/** Whether a document has nothing to see. */

/** What paints without text. */
const PICTURES =
  'img,svg,canvas,video,audio[controls],iframe,embed,object,input,textarea,select,button,meter,progress,hr,math';

/** On the document's element: the page means to be empty now and then, as a game or a drawing may be. */
const MAY_BE_EMPTY = 'data-holdfast-may-be-empty';

/** The neutral frame of index.html, before any page is there. */
const FRAME = '[data-holdfast-frame]';

/** Width and height in pixels below which nothing is seen: texts for screen readers alone are 1 by 1. */
const LEAST = 2;

/**
 * Whether nothing can be seen of the document: no text, no picture, no control. Colours and backgrounds do not count:
 * they stay when a framework has removed its whole page. What lies outside of the part that is scrolled to does.
 */
export function isBlank(document: Document): boolean {
  if (mayBeEmpty(document)) return false;
  return !(document.body && showsSomething(document.body));
}

function mayBeEmpty(document: Document): boolean {
  if (document.documentElement.hasAttribute(MAY_BE_EMPTY)) return true;
  // A sign of waiting may be drawn with borders alone.
  return document.getAnimations().some(({ playState }) => playState === 'running');
}

/** As shares of width and height. */
const PLACES = [0.1, 0.5, 0.9];

/**
 * Whether one element lies over the whole window and holds nothing to see, such as an empty dialog. Whether what is below
 * shows through, only a picture tells.
 */
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
  if (element.matches(FRAME)) return false;
  if (element.matches(PICTURES) && isSeen(element)) return true;
  // What a component keeps to itself cannot be looked into.
  const isClosed = element.localName.includes('-') && !element.shadowRoot && element.childNodes.length === 0;
  if (isClosed && isSeen(element)) return true;
  return (element.shadowRoot !== null && showsSomething(element.shadowRoot)) || showsSomething(element);
}

function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width >= LEAST && height >= LEAST;
}
