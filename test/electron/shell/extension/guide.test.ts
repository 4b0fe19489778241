/** The guide to native code, whose code test/e2e/extension/native.test.ts runs. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..', '..', '..');
const EXAMPLES = join(PROJECT, 'test', 'support', 'extension');

const read = (...path: string[]) => readFileSync(join(PROJECT, 'electron', ...path), 'utf8');
const GUIDE = read('shell', 'extension', 'README.md');

it("contains exactly the examples' code", () => {
  const blocks = [...GUIDE.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
  const files = globSync('*/{desktop,src}/*.ts', { cwd: EXAMPLES });
  expect(files).toHaveLength(9);
  expect(blocks.sort()).toEqual(files.map((name) => readFileSync(join(EXAMPLES, name), 'utf8')).sort());
});

it('lists every function of window.holdfast, of defineMain and of its context, and nothing else', () => {
  const sources = read('shared', 'windowHoldfast.ts') + read('shell', 'extension', 'main.ts');
  const members = (name: string) => {
    const [, body = ''] =
      new RegExp(`^export interface ${name}\\b.*?\\{\n(.*?)^\\}`, 'ms').exec(sources) ?? [];
    return [...body.matchAll(/^ {2}(\w+)\??[<(:]/gm)].map(([, member]) => member);
  };
  const declared = ['HoldfastPage', 'Main', 'Context', 'CallContext'].flatMap(members);
  expect(declared.length).toBeGreaterThan(15);
  const listed = [...GUIDE.matchAll(/^\| `(\w+)` \| `/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(declared.sort());
});
