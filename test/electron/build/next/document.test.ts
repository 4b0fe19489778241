import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDocument } from '../../../../electron/build/next/document.ts';
import { testFolder } from '../../testFolder.ts';

const read = (body: string) => {
  const file = join(testFolder(), '_document.tsx');
  writeFileSync(
    file,
    `import { Html } from 'next/document'; export default function D(): unknown { return ${body}; }`,
  );
  return readDocument(file).then(({ document, notices }) => ({
    ...document,
    notices: notices.map((line) => line.replace(`${file}: `, '')),
  }));
};

it('reads literals', async () => {
  expect(
    await read(
      '<Html lang="de" data-a={`b`} suppressHydrationWarning><Head /><body className="c"><Main /><div id="p" hidden /><NextScript /></body></Html>',
    ),
  ).toEqual({
    html: { lang: 'de', 'data-a': 'b' },
    body: { class: 'c' },
    portals: [{ tag: 'div', attributes: { id: 'p', hidden: '' } }],
    notices: [],
  });
});

it('names everything else', async () => {
  const { notices } = await read(
    '<Html lang={language} {...more}><Head><link rel="x" /></Head><body><p>Hello</p><script src="/a.js" /><Analytics /></body></Html>',
  );
  expect(notices).toEqual([
    'lang of <Html> is not a literal text, so it is ignored.',
    '{…} of <Html> is not a literal text, so it is ignored.',
    '<Head> content is ignored here: put it into next/head in _app.',
    '<p> in the body is ignored: put it into _app.',
    '<script> in the body is ignored: put it into _app.',
    '<Analytics> in the body is ignored: put it into _app.',
  ]);
});
