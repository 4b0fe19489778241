/** Longest wait for a frame, in ms. A hidden or covered window gets no animation frames, but counts as ready. */
export const FRAME_WAIT = 500;

/** Calls `done` after the next paint, which the second animation frame follows. Returns a function that cancels. */
export function afterPaint(done: () => void): () => void {
  let waiting = true;
  const finish = () => {
    if (!waiting) return;
    cancel();
    done();
  };
  const timer = setTimeout(finish, FRAME_WAIT);
  const cancel = () => {
    waiting = false;
    clearTimeout(timer);
  };
  requestAnimationFrame(() => requestAnimationFrame(finish));
  return cancel;
}
