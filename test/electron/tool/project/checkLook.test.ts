import { expect, it } from 'vitest';
import { accentProblem, contrast, fontStack, lookData } from '../../../../electron/tool/project/checkLook.ts';

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it('suggests colours that it then accepts, and writes labels that can be read', () => {
  for (let at = 0; at < 4096; at += 7) {
    const accent = `#${[...at.toString(16).padStart(3, '0')].map((digit) => digit + digit).join('')}`;
    const [, light, dark] = /light: '(.*)', dark: '(.*)'/.exec(accentProblem(accent) ?? '') ?? [];
    const good = light && dark ? { light, dark } : accent;
    expect(accentProblem(good), accent).toBeUndefined();
    const data = lookData({ accent: good }, false);
    for (const [scheme, colour] of data.colours?.accent.entries() ?? [])
      expect(contrast(colour, data.colours?.label[scheme] ?? colour), accent).toBeGreaterThanOrEqual(4.5);
  }
});

it('quotes the names of fonts', () => {
  expect(fontStack(`Inter,'Segoe UI' , "メイリオ", ui-monospace, sans-serif`)).toBe(
    '"Inter", "Segoe UI", "メイリオ", ui-monospace, sans-serif',
  );
});
