/** The page's side of the watchdog: tells main when the page loses its content. */
import { ipcRenderer } from 'electron';
import { EMPTIED_CHANNEL } from '../../shared/channels.ts';

/** Maximum number of the body's children to watch as possible roots of an app. */
const MOST_ROOTS = 20;
/** Main is told at most once in this many milliseconds: it checks some seconds later. */
const TOLD_MS = 1_000;

/**
 * Watches only the children of the document, its body and the roots in it: a page's text may change at any rate.
 * @param onNewDocument called after the page has written another document over its own
 */
export function watchEmptying(onNewDocument: () => void): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  /** Null while the page writes another document. */
  let outer: Element | null = document.documentElement;
  /** Those that had content. */
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
