// src/native.ts
import type { HandlersOf } from 'holdfast/main';
import type main from '../desktop/main.ts';

declare module 'holdfast/main' {
  interface Handlers extends HandlersOf<typeof main> {}
}

/** Call it after a click. In a browser it does nothing. */
export async function open(show: (text: string) => void) {
  const note = await window.holdfast?.invoke('openText', ['md', 'txt']);
  if (note) show(`${note.name}: ${note.text}`);
}
