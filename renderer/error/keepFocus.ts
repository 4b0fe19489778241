/** Remembers the focus, and whether the details are open, while the error page reloads. */

const KEY = '_holdfast.focus';

const part = <T extends Element>(selector: string) => document.querySelector<T>(`main.fault ${selector}`);

/** Saves the state when the document is left. Returns a function that stops this. */
export function keepFocus(url: string): () => void {
  const keep = () => {
    const { activeElement } = document;
    const isHere = activeElement?.matches('main.fault :is(a, button, summary)');
    const kept = {
      url,
      text: (isHere && activeElement?.textContent) || undefined,
      isOpen: part<HTMLDetailsElement>('details')?.open ?? false,
    };
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  };
  addEventListener('pagehide', keep);
  return () => removeEventListener('pagehide', keep);
}

/** Restores the state if the previous document showed the error page of the same page. Returns whether it set the focus. */
export function restoreFocus(url: string): boolean {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const { url: last, text, isOpen } = kept === null ? {} : JSON.parse(kept);
  if (last !== url) return false;
  const details = part<HTMLDetailsElement>('details');
  if (details && isOpen) details.open = true;
  const controls = document.querySelectorAll<HTMLElement>('main.fault :is(a, button, summary)');
  const focused = [...controls].find((one) => text && one.textContent === text);
  focused?.focus();
  return focused !== undefined;
}
