import { beforeEach, describe, expect, it, vi } from 'vitest';
import { scriptFault } from '../../../electron/shared/fault.ts';

type Module = typeof import('../../../renderer/error/capture.ts');
let page: Module;
beforeEach(async () => {
  vi.resetModules();
  page = await import('../../../renderer/error/capture.ts');
});
const fault = scriptFault('why', '/', 1);

describe('what a page throws', () => {
  it('waits for the SDK, and comes to it in order, under the ids that were given', () => {
    const first = page.capture(new Error('first'), fault);
    const second = page.capture('second', fault);
    const sink = vi.fn();
    page.connectCaptures(sink);
    const third = page.capture(new Error('third'), fault);
    const got = sink.mock.calls.map(([{ error, id }]) => [String(error), id]);
    expect(got).toEqual([
      ['Error: first', first],
      ['second', second],
      ['Error: third', third],
    ]);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is captured once, however often it is met', () => {
    const sink = vi.fn();
    page.connectCaptures(sink);
    const error = new Error('met by the router, and by the window');
    expect(page.capture(error, fault)).toBe(page.capture(error, fault));
    expect(sink).toHaveBeenCalledTimes(1);
  });

  it('is kept up to 20 times: the rest has no id, so that main reports it', () => {
    const ids = Array.from({ length: 30 }, (_, i) => page.capture(new Error(String(i)), fault));
    expect(ids.filter(Boolean)).toHaveLength(20);
    const sink = vi.fn();
    page.connectCaptures(sink);
    expect(sink).toHaveBeenCalledTimes(20);
  });

  it('is forgotten without telemetry', () => {
    page.capture(new Error('early'), fault);
    page.forgetCaptures();
    const sink = vi.fn();
    page.connectCaptures(sink);
    expect(sink).not.toHaveBeenCalled();
  });
});
