/** Back and forward by keyboard and mouse, as the window has no buttons for them. */

/**
 * The step in history for a key or mouse button: -1 back, 1 forward, 0 none. Keys as in browsers: Alt+Left and
 * Alt+Right, on macOS Command+[ and Command+]. Mouse buttons 3 and 4 are back and forward.
 */
export function stepOf(event: KeyboardEvent | MouseEvent, isMac: boolean): -1 | 0 | 1 {
  if ('button' in event) return event.button === 3 ? -1 : event.button === 4 ? 1 : 0;
  const { altKey, ctrlKey, metaKey, shiftKey, key } = event;
  if (shiftKey || ctrlKey || (isMac ? altKey || !metaKey : metaKey || !altKey)) return 0;
  if (key === (isMac ? '[' : 'ArrowLeft')) return -1;
  return key === (isMac ? ']' : 'ArrowRight') ? 1 : 0;
}

/** Starts listening. */
export function handleBackForward(): void {
  const isMac = navigator.userAgent.includes('Mac');
  const go = (event: KeyboardEvent | MouseEvent) => {
    const step = event.defaultPrevented ? 0 : stepOf(event, isMac);
    if (step === 0) return;
    // Chromium may have the same shortcut: one step is enough.
    event.preventDefault();
    history.go(step);
  };
  addEventListener('keydown', go);
  addEventListener('mouseup', go);
}
