/** What the `_document` of an app written for the framework adds to the document. */

export interface AppDocument {
  /** Attributes of the `html` and `body` elements. */
  html: Record<string, string>;
  body: Record<string, string>;
  /** Empty elements next to the page, for portals. */
  portals: { tag: string; attributes: Record<string, string> }[];
}

export function applyAppDocument({ html, body, portals }: AppDocument): void {
  setAttributes(document.documentElement, html);
  setAttributes(document.body, body);
  for (const { tag, attributes } of portals) {
    const element = document.createElement(tag);
    setAttributes(element, attributes);
    document.body.append(element);
  }
}

function setAttributes(element: Element, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
