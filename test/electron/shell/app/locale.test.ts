import { expect, it } from 'vitest';
import { localeProblem } from '../../../../electron/shell/app/locale.ts';

it.each([
  [{}, 'none is set'],
  [{ LANG: '' }, 'none is set'],
  [{ LANG: 'C' }, 'C'],
  [{ LANG: 'de_DE@euro' }, 'de_DE@euro'],
  [{ LANG: 'de_DE.UTF-8', LC_CTYPE: 'xx_YY' }, 'xx_YY'],
  [{ LANG: 'de_DE.UTF-8', LC_CTYPE: 'C.UTF-8', LC_ALL: 'POSIX' }, 'POSIX'],
])('%j: names the locale that is not UTF-8', (env, name) => {
  expect(localeProblem('linux', env)).toContain(`The locale (${name}) is not UTF-8`);
  expect(localeProblem('darwin', env)).toBeUndefined();
});

it.each([
  { LANG: 'C.UTF-8' },
  { LANG: 'C', LC_CTYPE: 'en_US.utf8' },
  { LANG: 'C', LC_CTYPE: 'C', LC_ALL: 'de_DE.UTF-8@euro' },
])('%j: reports nothing', (env) => {
  expect(localeProblem('linux', env)).toBeUndefined();
});
