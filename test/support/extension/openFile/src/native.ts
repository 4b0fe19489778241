// src/native.ts
import type { HandlersOf } from 'holdfast/main';
import type main from '../desktop/main.ts';

declare module 'holdfast/main' {
  interface Handlers extends HandlersOf<typeof main> {}
}

/** After a click. In a browser, where there is no shell, nothing happens. */
export async function open(show: (text: string) => void) {
  const note = await window.holdfast?.invoke('openText', ['md', 'txt']);
  if (note) show(`${note.name}: ${note.text}`);
}
