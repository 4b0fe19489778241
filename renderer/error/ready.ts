import { useEffect } from 'react';
import { READY_EVENT } from '../../electron/shared/channels.ts';
import { afterPaint } from './afterPaint.ts';

/** Tells the page script that what the component shows is painted: a page, or a fault. The frame before it is neither. */
export function useReady(): void {
  useEffect(() => afterPaint(() => dispatchEvent(new Event(READY_EVENT))), []);
}
