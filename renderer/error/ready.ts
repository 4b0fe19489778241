import { useEffect } from 'react';
import { afterPaint } from './afterPaint.ts';

/** Tells main that what the component shows is painted: a page, or a fault. The frame before it is neither. */
export function useReady(): void {
  useEffect(() => afterPaint(() => window.holdfast?.ready()), []);
}
