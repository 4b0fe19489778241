import { expect, it, vi } from 'vitest';

vi.mock('electron', () => ({ app: { name: 'My App' } }));
const { labelOn } = await import('../../../../electron/shell/app/messageBox.ts');

it.each([
  ['win32', 'en-GB', 'Force Quit and Reopen', 'Force quit and reopen'],
  ['win32', 'en', 'Quit My App', 'Quit My App'],
  ['win32', 'en', 'Save as PDF…', 'Save as PDF…'],
  ['win32', 'en', 'Ann Example (from Test CA)', 'Ann Example (from Test CA)'],
  ['win32', 'de', 'Details Kopieren', 'Details Kopieren'],
  ['linux', 'en', 'Copy Details', 'Copy Details'],
  ['darwin', 'en', 'Copy Details', 'Copy Details'],
] as const)('on %s in %s the button "%s" is "%s"', (platform, language, label, shown) => {
  expect(labelOn(platform, language, label, 'My App')).toBe(shown);
});
