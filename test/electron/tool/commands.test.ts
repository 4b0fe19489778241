import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS, DOCUMENTS } from '../../support/commands.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const IS_COMMAND =
  /^(?:\w+=(?:"[^"]*"|\S+) )?(?:npm (?:start|test|pack|install |run )|npx |node |openssl )|^(?:-- )?--[a-z]/;

/** Commands in a document: inline code, or a shell block. */
function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, lines = '']) => lines.split('\n'));
  const spans = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  return [...blocks, ...spans].filter((code) => IS_COMMAND.test(code));
}

it('finds inline commands, commands in blocks, and options on their own', () => {
  const text =
    '`npm start`, A=b `A=b npm run x -- --y`, `npm`\n\n```sh\nnpx z\n```\n```ts\nnpm test\n```\n`-- --w`';
  expect(commandsIn(text)).toEqual(['npx z', 'npm start', 'A=b npm run x -- --y', '-- --w']);
});

it('exactly the documented commands have a test that runs them (test/support/commands.ts)', () => {
  const named = new Set(DOCUMENTS.flatMap((file) => commandsIn(read(file))));
  expect(Object.keys(COMMANDS).sort()).toEqual([...named].sort());
});

it.each(Object.entries(COMMANDS).filter(([, by]) => typeof by === 'string'))(
  '%s is run by %s',
  (command, by) => {
    const [name = ''] = /npm (?:run )?[\w:]+(?= --|$)|holdfast|--[a-z-]+/.exec(command) ?? [];
    expect(name).not.toBe('');
    expect(existsSync(join(PROJECT, by as string)), by as string).toBe(true);
    expect(read(by as string)).toContain(name);
  },
);
