import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { configText, withIgnored } from '../../../../electron/tool/init/configText.ts';
import { testFolder } from '../../testFolder.ts';

it.each(["Anna's Shop", 'x", evil: (() => { throw 1 })(), y: "', `it's \`$\{1}\``, '\\', '\u2028'])(
  '%j is text in the file, not code',
  async (text) => {
    const config = { name: text, id: 'a.b', web: { build: text, devCommand: text } };
    const file = join(testFolder(), 'config.mjs');
    const facade = 'data:text/javascript,export const defineConfig = (c) => c;';
    await writeFile(file, configText(config).replace("'holdfast'", `'${facade}'`));
    expect((await import(/* @vite-ignore */ pathToFileURL(file).href)).default).toEqual(config);
  },
);

it.each([
  ['', '.holdfast/\n'],
  ['dist', 'dist\n.holdfast/\n'],
  ['dist\r\n', 'dist\r\n.holdfast/\r\n'],
  ['# .holdfast\n', '# .holdfast\n.holdfast/\n'],
  ['.holdfast\n', undefined],
  ['/.holdfast/\r\ndist', undefined],
])('.gitignore %j becomes %j', (text, expected) => {
  expect(withIgnored(text)).toBe(expected);
});
