/** The page's side of the watchdog: tells main when the page loses what was in it. */
import { ipcRenderer } from 'electron';
import { EMPTIED_CHANNEL } from '../shared/channels.ts';

/** Children of the body that may be roots of an app. */
const MOST_ROOTS = 20;
/** Milliseconds in which main is told once: it looks some seconds later. */
const TOLD_MS = 1_000;

/** What is used here of the DOM. */
interface Parent {
  childElementCount: number;
  firstElementChild: Parent | null;
  nextElementSibling: Parent | null;
}
declare const document: Parent & { documentElement: Parent | null; body: Parent | null };
declare const MutationObserver: new (
  changed: (records: { target: Parent; removedNodes: { length: number } }[]) => void,
) => { observe(target: Parent, options: { childList: true }): void };

/**
 * Sees only what the document, its body and the roots in it have as children: the text of a page may change at any rate.
 * @param onNewDocument is called when the page has written another document in the place of its own
 */
export function watchEmptying(onNewDocument: () => void): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const isOuter = (node: Parent) => node === document || node === document.documentElement;

  const observer = new MutationObserver((records) => {
    if (records.some(({ target }) => isOuter(target) || target === document.body)) observe();
    if (records.some(({ target }) => target === document)) onNewDocument();
    const isEmptied = records.some(
      ({ target, removedNodes }) =>
        removedNodes.length > 0 &&
        (target.childElementCount === 0 || isOuter(target) || target === document.body),
    );
    if (!isEmptied || performance.now() - toldAt < TOLD_MS) return;
    toldAt = performance.now();
    ipcRenderer.send(EMPTIED_CHANNEL);
  });

  function observe(): void {
    const { documentElement, body } = document;
    for (const node of [document, documentElement, body])
      if (node) observer.observe(node, { childList: true });
    let root = body?.firstElementChild;
    for (let count = 0; root && count < MOST_ROOTS; count += 1) {
      observer.observe(root, { childList: true });
      root = root.nextElementSibling;
    }
  }
  observe();
}
