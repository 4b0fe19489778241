import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPseudonyms } from '../../../../electron/telemetry/redaction/pseudonym.ts';
import { fileFolder } from '../../testFolder.ts';

const folder = fileFolder();
const lines: string[] = [];
const open = (name: string) =>
  createPseudonyms(join(folder, name, 'salt.json'), (line) => void lines.push(line));
const JANE = 'jane@example.com';

it('gives an address the same pseudonym in each run, another on another installation, and another once its folder is removed', () => {
  const first = open('a').pseudonym(JANE);
  expect(first).toMatch(/^[\da-f]{32}$/);
  expect(open('a').pseudonym('Jane@Example.com')).toBe(first);
  expect(open('a').pseudonym('joe@example.com')).not.toBe(first);
  expect(open('b').pseudonym(JANE)).not.toBe(first);
  const running = open('a');
  expect(running.pseudonym(JANE)).toBe(first);
  rmSync(join(folder, 'a'), { recursive: true });
  running.forget();
  expect(running.pseudonym(JANE)).not.toBe(first);
  expect(lines).toEqual([]);
});

it('gives one for this run if the folder cannot be written, and says so', () => {
  writeFileSync(join(folder, 'file'), '');
  const { pseudonym } = open('file');
  expect(pseudonym(JANE)).toBe(pseudonym(JANE));
  expect(lines.join()).toContain('salt.json');
});
