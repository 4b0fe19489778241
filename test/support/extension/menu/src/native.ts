// src/native.ts
declare module 'holdfast/main' {
  interface Messages {
    newNote: { title: string };
  }
}

/** Returns a function that stops it, such as an effect wants it. */
export const onNewNote = (add: (title: string) => void) =>
  window.holdfast?.onMessage('newNote', ({ title }) => add(title));
