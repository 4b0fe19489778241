import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkOwnConfig, findOwnConfig } from '../../../../electron/dev/build/ownConfig.ts';

it.each([
  [[], 'its default export must be an object.'],
  [undefined, 'its default export must be an object.'],
  [{ nmae: 'x' }, '"nmae" is no key of it; there are name, '],
  [{ name: ' ' }, '"name" must be text.'],
  [{ program: 'My App' }, '"program" must be lower-case letters'],
  [{ id: 'shop' }, '"id" must be a reverse domain name'],
  [{ scheme: 'app' }, '"scheme" must not be "app"'],
  [{ homepage: 'shop' }, '"homepage" must be an address.'],
  [{ maintainer: 'Shop' }, '"maintainer" must be a name and an e-mail address'],
  [{ settings: 'x.json' }, '"settings" must be an object.'],
])('%j is refused: %s', (value, problem) => {
  expect(() => checkOwnConfig(value, 'f.ts')).toThrow(`f.ts: ${problem}`);
});

it('the nearest file counts, as far up as the package.json', async () => {
  const root = await mkdtemp(join(tmpdir(), 'holdfast-config-'));
  const pages = join(root, 'app', 'src', 'pages');
  await mkdir(pages, { recursive: true });
  await writeFile(join(root, 'holdfast.config.ts'), '');
  expect(findOwnConfig(pages)).toBe(join(root, 'holdfast.config.ts'));
  await writeFile(join(root, 'app', 'package.json'), '');
  expect(findOwnConfig(pages)).toBeUndefined();
  await writeFile(join(root, 'app', 'holdfast.config.mts'), '');
  expect(findOwnConfig(pages)).toBe(join(root, 'app', 'holdfast.config.mts'));
  await rm(root, { recursive: true });
});
