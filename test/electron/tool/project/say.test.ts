import { expect, it } from 'vitest';
import { tick } from '../../../../electron/tool/project/say.ts';

it.each([
  [{}, 'linux', '✓'],
  [{ LANG: 'de_DE.UTF-8' }, 'linux', '✓'],
  [{ LANG: 'en_US.utf8', LC_ALL: '' }, 'darwin', '✓'],
  [{ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, 'linux', 'ok'],
  [{ LANG: 'de_DE@euro' }, 'linux', 'ok'],
  [{ LANG: 'C' }, 'win32', '✓'],
] as const)('with %j on %s what is done is marked %s', (env, platform, mark) => {
  expect(tick(env, platform)).toBe(mark);
});
