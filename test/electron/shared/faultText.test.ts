import { expect, it } from 'vitest';
import { iconOf } from '../../../electron/shared/faultText.ts';

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
