/** The guide's section about native code, whose code test/e2e/extension/native.test.ts runs. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const EXAMPLES = join(PROJECT, 'test', 'support', 'extension');

it("contains exactly the examples' code", () => {
  const guide = readFileSync(join(PROJECT, 'electron', 'tool', 'README.md'), 'utf8');
  const section = /\n## Native code\n[\s\S]*?(?=\n## )/.exec(guide)?.[0] ?? '';
  const blocks = [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
  const files = globSync('*/{desktop,src}/*.ts', { cwd: EXAMPLES });
  expect(files).toHaveLength(9);
  expect(blocks.sort()).toEqual(files.map((name) => readFileSync(join(EXAMPLES, name), 'utf8')).sort());
});
