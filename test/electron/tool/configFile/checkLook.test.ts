import { expect, it } from 'vitest';
import {
  accentProblem,
  contrast,
  fontStack,
  lookData,
} from '../../../../electron/tool/configFile/checkLook.ts';

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it('names the scheme whose page a colour cannot be seen on', () => {
  expect(accentProblem({ light: '#0a66c2', dark: '#0a1a2a' })).toContain('with the dark page');
  expect(accentProblem({ light: '#0a66c2', dark: '#6ab0f3' })).toBeUndefined();
});

it('writes labels that can be read', () => {
  for (let at = 0; at < 4096; at += 7) {
    const accent = `#${[...at.toString(16).padStart(3, '0')].map((digit) => digit + digit).join('')}`;
    const data = lookData({ accent }, false);
    for (const [scheme, colour] of data.colours?.accent.entries() ?? []) {
      expect(contrast(colour, data.colours?.label[scheme] ?? colour), accent).toBeGreaterThanOrEqual(4.5);
      expect(data.colours?.away[scheme]).not.toBe(data.colours?.label[scheme]);
    }
  }
});

it('quotes the names of fonts', () => {
  expect(fontStack(`Inter,'Segoe UI' , "メイリオ", ui-monospace, sans-serif`)).toBe(
    '"Inter", "Segoe UI", "メイリオ", ui-monospace, sans-serif',
  );
});
