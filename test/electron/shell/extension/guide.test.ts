/** The guide to native code, whose code consumer.test.ts compiles and test/e2e/extension/native.test.ts runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../../../support/app.ts';
import { EXAMPLES, GUIDE } from '../../../support/extension/examples.ts';

it('names the file of each example', () =>
  expect(GUIDE.match(/```ts$/gm)).toHaveLength(Object.keys(EXAMPLES).length));

it('lists every function of window.holdfast, of defineMain and of its context, and nothing else', () => {
  const read = (path: string) => readFileSync(join(PROJECT, 'electron', path), 'utf8');
  const sources = read('shared/windowHoldfast.ts') + read('shell/extension/main.ts');
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
