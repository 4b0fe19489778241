/** The first script of every document: it lets the frame, or the error page, be painted before all else is read. */
import { FRAME_WAIT } from './error/afterPaint.ts';

// However often it is asked for, a module runs once.
const load = () => void import('./main.tsx');
// The task begins when the frame's paint has been handed over; a hidden window gets no frames.
requestAnimationFrame(() => setTimeout(load));
setTimeout(load, FRAME_WAIT);
