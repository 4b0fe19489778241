import { describe, expect, it } from 'vitest';
import { FrameTree } from '../../../../electron/dev/standin/frames.ts';

/** A page `main` with a frame `a` in it, and `b` in that. */
function page() {
  const frames = new FrameTree();
  frames.setMainId('main');
  frames.attach('a', 'main');
  frames.attach('b', 'a');
  const of = (id: string) => frames.get(id) ?? expect.unreachable();
  return { frames, a: of('a'), b: of('b') };
}

describe('the frames of a page', () => {
  it('have numbers of their own, and the main frame’s is there before the page', () => {
    const { frames, a, b } = page();
    expect(new Set([frames.main.routingId, a.routingId, b.routingId]).size).toBe(3);
    expect(frames.get('main')).toBe(frames.main);
    expect(new FrameTree().main.routingId).toBe(frames.main.routingId);
  });

  it('go with the frame that they are in', () => {
    const { frames, a, b } = page();
    frames.detach('a');
    expect([frames.has(a), frames.has(b), frames.has(frames.main)]).toEqual([false, false, true]);
  });

  it('cannot be taken for one that was there before', () => {
    const { frames, a } = page();
    frames.detach('a');
    frames.attach('a', 'main');
    expect(frames.has(a)).toBe(false);
    expect(frames.get('a')).not.toBe(a);
  });

  it('the main frame is never detached, and a frame of nowhere is none', () => {
    const { frames } = page();
    frames.detach('main');
    frames.attach('c', 'unknown');
    expect([frames.has(frames.main), frames.get('c')]).toEqual([true, undefined]);
  });
});

describe('a page is loading', () => {
  it('from its first frame that does to its last', () => {
    const { frames, a } = page();
    expect(frames.startLoading(frames.main)).toBe(true);
    expect(frames.startLoading(a)).toBe(false);
    expect(frames.stopLoading(frames.main)).toBe(false);
    expect([frames.isLoading(), frames.isMainLoading()]).toEqual([true, false]);
    expect(frames.stopLoading(a)).toBe(true);
    expect(frames.stopLoading(a)).toBe(false);
    expect(frames.isLoading()).toBe(false);
  });

  it('no more when its process is gone', () => {
    const { frames, a } = page();
    frames.startLoading(a);
    expect([frames.stopAll(), frames.stopAll(), frames.isLoading()]).toEqual([true, false, false]);
  });
});
