/** Back and forward by keyboard and mouse: the shell's window has no buttons for them. */

/**
 * The step in history that a key or a mouse button asks for: -1 back, 1 forward, 0 none. Keys as in browsers:
 * Alt+Left and Alt+Right, on macOS Command+[ and Command+]. Buttons 3 and 4 are the mouse's own back and forward.
 */
export function stepOf(event: KeyboardEvent | MouseEvent, isMac: boolean): -1 | 0 | 1 {
  if ('button' in event) return event.button === 3 ? -1 : event.button === 4 ? 1 : 0;
  const { altKey, ctrlKey, metaKey, shiftKey, key } = event;
  if (shiftKey || ctrlKey || (isMac ? altKey || !metaKey : metaKey || !altKey)) return 0;
  if (key === (isMac ? '[' : 'ArrowLeft')) return -1;
  return key === (isMac ? ']' : 'ArrowRight') ? 1 : 0;
}

/** Listens for them on the window. */
export function handleBackForward(): void {
  const isMac = navigator.userAgent.includes('Mac');
  const go = (event: KeyboardEvent | MouseEvent) => {
    const step = event.defaultPrevented ? 0 : stepOf(event, isMac);
    if (step === 0) return;
    // Where the runtime has the same shortcut, it must not go a second step.
    event.preventDefault();
    history.go(step);
  };
  addEventListener('keydown', go);
  addEventListener('mouseup', go);
}
