import { useEffect } from 'react';
import { READY_EVENT } from '../../electron/shared/channels.ts';
import { afterPaint } from './afterPaint.ts';

/** Tells the page script when the component's content, a page or a fault, is painted; the frame does not count. */
export function useReady(): void {
  useEffect(() => afterPaint(() => dispatchEvent(new Event(READY_EVENT))), []);
}
