import type { WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { faultPagePath } from '../../../../electron/shell/protocol/faultPage.ts';
import { canStep, stepFrom } from '../../../../electron/shell/window/history.ts';

const fault = faultPagePath('/b?c=d', 'a');

describe('Back and Forward', () => {
  it.each([
    ['a page to the one before', ['/', '/a'], 1, -1, 0],
    ['a page to the one after', ['/', '/a'], 0, 1, 1],
    ['the first page back to nothing', ['/', '/a'], 0, -1, undefined],
    ['the last page forward to nothing', ['/', '/a'], 1, 1, undefined],
    ['a page to the same address again', ['/a', '/a'], 1, -1, 0],
    ['a page over the page of a fault', ['/', fault, '/a'], 2, -1, 0],
    ['the page of a fault over the page that failed', ['/', '/b?c=d', fault], 2, -1, 0],
    ['the page of a fault to another page', ['/', '/a', fault], 2, -1, 1],
    ['the page of a fault, with nothing else before, to nothing', ['/b?c=d', fault], 1, -1, undefined],
    ['a page that came at last over what failed before', ['/', '/b?c=d', fault, fault, '/b?c=d'], 4, -1, 0],
    ['a page over the page of a fault to the one that failed', ['/', '/b?c=d', fault, '/a'], 3, -1, 1],
    ['a window without entries to nothing', [], 0, -1, undefined],
  ] as const)('lead from %s', (_name, paths, active, by, to) => {
    expect(stepFrom(paths, active, by)).toBe(to);
  });

  it('lead nowhere in a destroyed window, as when the app quits', () => {
    expect(canStep({ isDestroyed: () => true } as WebContents, -1)).toBe(false);
  });
});
