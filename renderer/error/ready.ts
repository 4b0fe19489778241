import { useEffect } from 'react';
import { afterPaint } from './afterPaint.ts';

const shown = Promise.withResolvers<void>();
/** Resolves when the first page, or fault, has been painted. */
export const firstShown = shown.promise;

/** Tells main that what the component shows is painted: a page, or a fault. The frame before it is neither. */
export function useReady(): void {
  useEffect(
    () =>
      afterPaint(() => {
        shown.resolve();
        window.holdfast?.ready();
      }),
    [],
  );
}
