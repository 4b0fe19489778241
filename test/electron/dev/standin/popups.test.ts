import { describe, expect, it, vi } from 'vitest';
import { askHandler, type OpenDetails } from '../../../../electron/dev/standin/popups.ts';

const details = (more: Partial<OpenDetails> = {}): OpenDetails => ({
  url: 'https://example.org/',
  frameName: '',
  features: '',
  disposition: undefined,
  referrer: 'app://shell/',
  ...more,
});

describe('a window that a page wants to open', () => {
  it.each([
    ['', 'foreground-tab'],
    ['noopener, noreferrer', 'foreground-tab'],
    ['popup=0', 'foreground-tab'],
    ['popup', 'new-window'],
    ['width=300,noopener', 'new-window'],
  ])('with the features "%s" is a %s to the handler', (features, disposition) => {
    const handler = vi.fn(() => ({ action: 'deny' as const }));
    askHandler(handler, details({ features }));
    expect(handler).toHaveBeenCalledWith(
      expect.objectContaining({ url: 'https://example.org/', features, disposition }),
    );
  });

  it('is told as Chromium has it when it is not of window.open', () => {
    const handler = vi.fn(() => ({ action: 'deny' as const }));
    askHandler(handler, details({ disposition: 'background-tab' }));
    expect(handler).toHaveBeenCalledWith(expect.objectContaining({ disposition: 'background-tab' }));
  });

  it('is an error where Electron would open it', () => {
    expect(() => askHandler(undefined, details())).toThrow('(https://example.org/) is not implemented');
    expect(() => askHandler(() => ({ action: 'allow' }), details())).toThrow('is not implemented');
  });

  it('is refused with a word on stderr when the handler’s answer is none', () => {
    const written = vi.spyOn(console, 'error').mockReturnValue();
    for (const answer of [null, 'deny', {}, { action: 'perhaps' }])
      askHandler(() => answer as never, details());
    expect(written).toHaveBeenCalledTimes(4);
    written.mockRestore();
  });
});
