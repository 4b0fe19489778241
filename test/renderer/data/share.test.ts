import { describe, expect, it, vi } from 'vitest';
import { createShare } from '../../../renderer/data/share.ts';

/** Work that ends when the test says so, or when it is aborted. */
function controlled() {
  const runs: { signal: AbortSignal; end: (value: string) => void; fail: (error: Error) => void }[] = [];
  const work = vi.fn(
    (signal: AbortSignal) =>
      new Promise<string>((end, fail) => {
        runs.push({ signal, end, fail });
        signal.addEventListener('abort', () => fail(signal.reason));
      }),
  );
  return { work, runs };
}

describe('work that several wait for', () => {
  it('runs once for a key while it runs, and again afterwards', async () => {
    const share = createShare<string>();
    const { work, runs } = controlled();
    const all = [share('a', work), share('a', work), share('b', work)];
    expect(work).toHaveBeenCalledTimes(2);
    runs[0]?.end('A');
    runs[1]?.end('B');
    expect(await Promise.all(all)).toEqual(['A', 'A', 'B']);
    void share('a', work);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('goes on while one is still waiting, and is aborted with the last', async () => {
    const share = createShare<string>();
    const { work, runs } = controlled();
    const [first, second] = [new AbortController(), new AbortController()];
    const results = [share('a', work, first.signal), share('a', work, second.signal)];
    first.abort(new Error('gone'));
    await expect(results[0]).rejects.toThrow('gone');
    expect(runs[0]?.signal.aborted).toBe(false);
    second.abort(new Error('gone too'));
    await expect(results[1]).rejects.toThrow('gone too');
    expect(runs[0]?.signal.aborted).toBe(true);
  });

  it('is not aborted while one without a signal waits', async () => {
    const share = createShare<string>();
    const { work, runs } = controlled();
    const controller = new AbortController();
    const kept = share('a', work);
    const left = share('a', work, controller.signal);
    controller.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    runs[0]?.end('A');
    expect(await kept).toBe('A');
  });

  it('that is being aborted is not joined: whoever comes then starts anew', async () => {
    const share = createShare<string>();
    const { work, runs } = controlled();
    const controller = new AbortController();
    const left = share('a', work, controller.signal);
    controller.abort(new Error('gone'));
    const next = share('a', work, new AbortController().signal);
    runs[1]?.end('A');
    await expect(left).rejects.toThrow('gone');
    expect(await next).toBe('A');
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('does not begin for one that is gone, and fails for all who wait', async () => {
    const share = createShare<string>();
    const { work, runs } = controlled();
    await expect(share('a', work, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(work).not.toHaveBeenCalled();
    const results = [share('a', work), share('a', work, new AbortController().signal)];
    runs[0]?.fail(new Error('broken'));
    for (const result of results) await expect(result).rejects.toThrow('broken');
  });
});
