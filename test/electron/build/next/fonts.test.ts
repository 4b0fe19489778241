import { copyFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { repository, withRepository } from '../repository.ts';

vi.setConfig({ testTimeout: 30_000 });

const FONT = globSync(join(import.meta.dirname, '../../../../node_modules/next/dist/**/*.ttf'))[0] ?? '';

withRepository(['next']);

it("a font in the repository becomes a file of the build, with the framework's fallback", async () => {
  repository.write(
    'src/pages/index.tsx',
    `import localFont from 'next/font/local';
    const own = localFont({ src: '../own.ttf', variable: '--own', weight: '700' });
    export default () => <p className={own.className + own.variable}>{own.style.fontFamily}</p>;`,
  );
  copyFileSync(FONT, join(repository.root, 'src/own.ttf'));
  const files = await repository.files();
  const text = [...files.values()].map(String).join('\n');
  const [, id] = /className: "(font_\w+)"/i.exec(text) ?? /className":\s*"(font_\w+)"/.exec(text) ?? [];
  expect(id).toBeDefined();
  expect([...files.keys()].filter((name) => name.endsWith('.ttf'))).toHaveLength(1);
  expect(text).toMatch(
    new RegExp(`\\.${id} ?{[^}]*font-family: ?'${id}', '${id} Fallback'[^}]*font-weight: 700`),
  );
  expect(text).toMatch(new RegExp(`\\.${id}_variable ?{ ?--own: `));
  expect(text).toContain('size-adjust');
  expect(text).not.toContain('next/font');
});

it('a Google font is downloaded by the build', async () => {
  const address = 'https://fonts.googleapis.com/css2?family=Inter:wght@400&display=swap';
  repository.write(
    'answers.cjs',
    `module.exports = { '${address}': "/* latin */\\n@font-face { font-family: 'Inter'; src: url(${FONT}) format('truetype'); }" };`,
  );
  vi.stubEnv('NEXT_FONT_GOOGLE_MOCKED_RESPONSES', join(repository.root, 'answers.cjs'));
  repository.write(
    'src/pages/index.tsx',
    `import { Inter } from 'next/font/google';
    const inter = Inter({ subsets: ['latin'], weight: '400', variable: '--inter' });
    export default () => <p className={inter.variable} />;`,
  );
  const files = await repository.files();
  expect([...files.keys()].filter((name) => name.endsWith('.ttf'))).toHaveLength(1);
  const text = [...files.values()].map(String).join('\n');
  expect(text).not.toContain('googleapis');
});

it('without a network the build uses the fallback and says so in one line', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  // An address that refuses connections.
  vi.stubEnv('https_proxy', 'http://127.0.0.1:9');
  repository.write(
    'src/pages/index.tsx',
    `import { Roboto_Mono } from 'next/font/google';
    const mono = Roboto_Mono({ subsets: ['latin'] });
    export default () => <p className={mono.className} />;`,
  );
  expect(await repository.built()).toContain('local(');
  const lines = said.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith('notice: '));
  expect(lines).toEqual([
    `notice: ${join(repository.root, 'src/pages/index.tsx')}: cannot reach Google Fonts, so Roboto Mono is shown in ` +
      'its fallback: build again with a network, or keep the file in your repository and use next/font/local.',
  ]);
});

it.each([
  ['const a = Geist({ subsets: [which] });', 'the arguments for a must be literals in the call.'],
  ['const a = [Geist({})];', 'write `const font = Geist({ … })` at the top of the file.'],
  ["const a = Geist({ subsets: ['latin'], weight: '12' });", 'weight'],
])('%s is refused', async (code, message) => {
  repository.write(
    'src/pages/index.tsx',
    `import { Geist } from 'next/font/google';\nimport which from '../which';\n${code}\nexport default () => <p>{String(a)}{which}</p>;`,
  );
  repository.write('src/which.ts', 'export default 1;');
  const error = await repository.built().catch(String);
  expect(error).toContain(`${join(repository.root, 'src/pages/index.tsx')}: next/font: `);
  expect(error).toContain(message);
});
