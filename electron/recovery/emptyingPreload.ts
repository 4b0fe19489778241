/** The page's side of the watchdog: tells main when the page loses what was in it. */
import { ipcRenderer } from 'electron';
import { EMPTIED_CHANNEL } from '../shared/channels.ts';

/** Children of the body that may be roots of an app. */
const MOST_ROOTS = 20;
/** Milliseconds in which main is told once: it looks some seconds later. */
const TOLD_MS = 1_000;

/**
 * Sees only what the document, its body and the roots in it have as children: the text of a page may change at any rate.
 * It reads no records of changes, which may be as many as the rows of a list.
 * @param onNewDocument is called when the page has written another document in the place of its own
 */
export function watchEmptying(onNewDocument: () => void): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  /** Null while the page writes another document. */
  let outer: Element | null = document.documentElement;
  /** Those that had something in them. */
  let full: ParentNode[] = [];

  const observer = new MutationObserver(() => {
    const isEmptied = full.some((node) => !node.isConnected || node.firstElementChild === null);
    if (document.documentElement !== outer) onNewDocument();
    observe();
    if (!isEmptied || performance.now() - toldAt < TOLD_MS) return;
    toldAt = performance.now();
    ipcRenderer.send(EMPTIED_CHANNEL);
  });

  function observe(): void {
    outer = document.documentElement;
    const nodes = [document, outer, document.body];
    for (let root = document.body?.firstElementChild; root && nodes.length < MOST_ROOTS; ) {
      nodes.push(root);
      root = root.nextElementSibling;
    }
    const there = nodes.filter((node) => node !== null);
    for (const node of there) observer.observe(node, { childList: true });
    full = there.filter((node) => node.firstElementChild !== null);
  }
  observe();
}
