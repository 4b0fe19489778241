import { expect, it, vi } from 'vitest';
import { repository, withRepository } from './repository.ts';

vi.setConfig({ testTimeout: 20_000 });

withRepository();

const write = (name: string, text: string) => repository.write(name, text);
const built = () => repository.built();

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
