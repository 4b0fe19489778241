import type { WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { faultPagePath } from '../../../../electron/shell/protocol/faultPage.ts';
import { canStep, isTry } from '../../../../electron/shell/window/history.ts';

const fault = faultPagePath('/b?c=d#e', 'a');

describe('Back and Forward', () => {
  it.each([
    ['the page before', '/', '/a', false],
    ['the same address once more', '/a', '/a', false],
    ['the page that failed, before the page of its fault', '/b?c=d#e', fault, true],
    ['another place in it', '/b?c=d', fault, false],
    ['another page, before the page of a fault', '/a', fault, false],
    ['the page of an earlier fault of the same page', faultPagePath('/b?c=d#e', 'f'), fault, true],
    ['the page of a fault of another page', faultPagePath('/a', 'a'), fault, false],
    ['the page of a fault, before the page that came at last', fault, '/b?c=d#e', true],
    ['the page of a fault, before another page', fault, '/a', false],
  ] as const)('have no step of its own for a try: %s', (_name, before, current, isOne) => {
    expect(isTry(before, current)).toBe(isOne);
  });

  it('lead nowhere in a destroyed window, as when the app quits', () => {
    expect(canStep({ isDestroyed: () => true } as WebContents, -1)).toBe(false);
  });
});
