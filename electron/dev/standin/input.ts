/** Input that main sends to a page. */
import type { Session } from './cdp.ts';
import { notImplemented } from './strict.ts';

export type InputEvent = Parameters<Electron.WebContents['sendInputEvent']>[0];

const MODIFIERS: Readonly<Record<string, number>> = {
  alt: 1,
  ctrl: 2,
  control: 2,
  meta: 4,
  command: 4,
  cmd: 4,
  shift: 8,
};
const MOUSE = { mouseDown: 'mousePressed', mouseUp: 'mouseReleased', mouseMove: 'mouseMoved' } as const;
const KEYS = { keyDown: 'keyDown', keyUp: 'keyUp', char: 'char' } as const;

/** Resolves when the page has handled it. Throws for an event that the stand-in cannot make. */
export async function sendInput(session: Session, event: InputEvent): Promise<void> {
  const modifiers = (event.modifiers ?? []).reduce((sum, name) => {
    const bit = MODIFIERS[name.toLowerCase()];
    if (bit === undefined) throw notImplemented(`the modifier ${name} of an input event`);
    return sum | bit;
  }, 0);
  const mouse = MOUSE[event.type as keyof typeof MOUSE];
  const key = KEYS[event.type as keyof typeof KEYS];
  if (mouse) {
    const { x, y, button = 'left', clickCount = 0 } = event as Electron.MouseInputEvent;
    const pressed = mouse === 'mouseMoved' ? ('none' as const) : button;
    await session.send('Input.dispatchMouseEvent', {
      type: mouse,
      x,
      y,
      button: pressed,
      clickCount,
      modifiers,
    });
  } else if (key) {
    const { keyCode } = event as Electron.KeyboardInputEvent;
    const text = key === 'char' && keyCode.length === 1 ? { text: keyCode } : {};
    const code = keyCode.length === 1 ? { windowsVirtualKeyCode: keyCode.toUpperCase().charCodeAt(0) } : {};
    await session.send('Input.dispatchKeyEvent', { type: key, key: keyCode, modifiers, ...text, ...code });
  } else throw notImplemented(`webContents.sendInputEvent of type ${event.type}`);
}
