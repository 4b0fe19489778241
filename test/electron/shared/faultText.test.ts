import { expect, it } from 'vitest';
import { scriptFault } from '../../../electron/shared/fault.ts';
import { explanation, iconOf } from '../../../electron/shared/faultText.ts';
import ja from '../../../electron/shared/texts/ja.json' with { type: 'json' };
import * as TEXTS from '../../../electron/shared/texts.ts';

it('a full disk is told in whole sentences of the language', () => {
  TEXTS.setTexts('ja', ja);
  const words = explanation({ ...scriptFault('x', '/', 1), diskFull: true });
  TEXTS.setTexts('en', {});
  expect(words).toContain(`${ja.fault.main.ENOSPC.title}。`);
});

it.each([
  ['http', 401, 'key'],
  ['http', 403, 'key'],
  ['http', 408, 'clock'],
  ['data', 429, 'clock'],
  ['http', 404, 'file'],
  ['http', 499, 'file'],
  ['data', 500, 'cloud'],
  ['main', 'ENOSPC', 'disk'],
  ['main', 'ETIMEDOUT', 'plug'],
  ['boot', 'unresponsive', 'clock'],
  ['boot', 'not-ready', 'plug'],
] as const)('%s %s has the picture of a %s', (kind, code, icon) => expect(iconOf({ kind, code })).toBe(icon));
