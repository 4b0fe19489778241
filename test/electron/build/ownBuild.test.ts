import { expect, it, vi } from 'vitest';
import { repository, withRepository } from './repository.ts';

vi.setConfig({ testTimeout: 20_000 });

withRepository();

const write = (name: string, text: string) => repository.write(name, text);
const built = () => repository.built();

it("a framework's app keeps its PostCSS styles, public variables and JSX in .js", async () => {
  write('src/pages/index.js', `import './a.css'; export default () => <h1>{process.env.NEXT_PUBLIC_X}</h1>;`);
  write('src/pages/a.css', 'h1 { color: mine }');
  write('.env', 'NEXT_PUBLIC_X="a variable"\nSECRET_X="not for a page"');
  write('postcss.config.mjs', `export default { plugins: ['colours', ['colours', {}]] };`);
  write(
    'node_modules/colours/index.cjs',
    `module.exports = () => ({ postcssPlugin: 'colours', Declaration(one) {
      if (one.value === 'mine') one.value = 'rgb(1, 2, 3)';
    } });`,
  );
  write('node_modules/colours/package.json', '{ "main": "index.cjs" }');
  const text = await built();
  expect(text).toContain('color: rgb(1, 2, 3)');
  expect(text).toContain('"a variable"');
  expect(text).not.toContain('not for a page');
  expect(text).not.toContain('process.env.NEXT_PUBLIC');
});

it("keeps the framework's `jsx: preserve`, and the library that its tsconfig.json names for JSX", async () => {
  write(
    'tsconfig.json',
    '{ "compilerOptions": { "allowJs": true, "jsx": "preserve", "jsxImportSource": "own" } }',
  );
  write('src/pages/index.tsx', 'export default function Page(): JSX.Element { return <h1>typed</h1>; }');
  write('src/pages/old.js', 'export default () => <h1>plain</h1>;');
  const runtime = 'export const jsx = (name) => "own element " + name; export const jsxDEV = jsx;';
  // NODE_ENV decides which one is used.
  for (const name of ['jsx-runtime', 'jsx-dev-runtime']) write(`node_modules/own/${name}.js`, runtime);
  const text = await built();
  expect(text).toContain('own element');
  expect(text).toMatch(/jsx(DEV)?\("h1", \{ children: "typed" \}/);
  expect(text).toMatch(/jsx(DEV)?\("h1", \{ children: "plain" \}/);
});

it("uses Holdfast's React, whatever is beside the pages, and finds their other files", async () => {
  write('node_modules/react/index.js', "throw new Error('A second React');");
  write('src/title.ts', "export const title = 'Apart';");
  write(
    'src/pages/index.tsx',
    `import { useState } from 'react'; import { title } from '@/title';
    export default () => <h1>{useState(title)[0]}</h1>;`,
  );
  const text = await built();
  expect(text).toContain('Apart');
  expect(text).not.toContain('A second React');
});
