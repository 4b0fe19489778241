// src/native.ts
declare module 'holdfast/main' {
  interface Messages {
    newNote: { title: string };
  }
}

/** Returns a function that unsubscribes, for use in an effect. */
export const onNewNote = (add: (title: string) => void) =>
  window.holdfast?.onMessage('newNote', ({ title }) => add(title));
