/**
 * Text from outside must not freeze a process: every pattern of the shipped code, and redaction as a whole, runs in time
 * proportional to the text. The texts are generated: units of what a pattern itself contains, repeated.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { redact } from '../../electron/shared/secretPatterns/redact.ts';

const PROJECT = join(import.meta.dirname, '../..');
const SEED = 20_261_120;
/** In milliseconds: a pattern that takes less is linear at 4 kB. */
const QUICK = 0.1;

type Found = { where: string; pattern: RegExp };

/** The shipped code's literal patterns. Not the tool's, which reads the developer's own files. */
const PATTERNS: Found[] = globSync('{electron,renderer}/**/*.{ts,tsx}', { cwd: PROJECT })
  .filter((file) => !/^electron\/tool\//.test(file))
  .flatMap((file) => {
    const code = readFileSync(join(PROJECT, file), 'utf8');
    const found: Found[] = [];
    JSON.stringify(parseSync(file, code).program, (key, node) => {
      if (key === 'regex' && node) {
        const where = `${file} /${node.pattern}/${node.flags}`;
        found.push({ where, pattern: new RegExp(node.pattern, node.flags) });
      }
      return typeof node === 'bigint' ? undefined : node;
    });
    return found;
  });

const TOKENS = /\\p\{\w+\}|\\.|\[\^?(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:)|\{\d+(?:,\d*)?\}|./gsu;
const ESCAPES: Readonly<Record<string, string>> = { w: 'a-_0', d: '09', s: ' \n', n: '\n', r: '\r', t: '\t' };
const NOTHING = /^(?:\\[bB]|\(.*|\{.+|[)*+?|^$])$/;

/** A rough example of a pattern's match: without repetitions and groups, with one character of each class. */
function skeleton({ source }: RegExp, choice: number): string {
  const escaped = (token: string) =>
    ESCAPES[token[1] ?? ''] ?? (/^\\[pPWDSux\d]/.test(token) ? 'a' : token[1]);
  return [...source.matchAll(TOKENS)]
    .map(([token]) => {
      if (NOTHING.test(token)) return '';
      const inner = token.startsWith('[') ? token.slice(1, -1) : token;
      const members = inner.replace(/\\(?:.|p\{\w+\})/g, (one) => escaped(one) ?? '');
      return members.startsWith('^') ? 'a' : (members[choice % members.length] ?? '');
    })
    .join('');
}

/** Pieces of what patterns match, and up to 4 of their characters. */
function unitsOf(sources: readonly RegExp[], count: number): string[] {
  const wholes = sources.flatMap((source) => [0, 1, 2, 3, 4].map((choice) => skeleton(source, choice)));
  const signs = [...new Set([...wholes.join(''), ...'a0A \n\\-:'])];
  const pieces = wholes.flatMap((whole) =>
    [2, 3, 4, 5, 8].flatMap((length) =>
      Array.from({ length: Math.max(0, whole.length - length + 1) }, (_, at) => whole.slice(at, at + length)),
    ),
  );
  const mixed = fc
    .array(fc.constantFrom(...signs), { minLength: 2, maxLength: 4 })
    .map((all) => all.join(''));
  const sample = <T>(from: fc.Arbitrary<T>) => fc.sample(from, { seed: SEED, numRuns: count });
  return [...new Set([...signs, ...sample(fc.constantFrom(...pieces, ' ')), ...sample(mixed)])];
}

/** Possible beginnings before a unit: those of matching texts. fast-check does not support lookbehind. */
function beginningsOf({ source, flags }: RegExp): string[] {
  try {
    const matching = fc.stringMatching(new RegExp(source, flags.replace(/[gy]/g, '')));
    const all = fc.sample(matching, { seed: SEED, numRuns: 4 });
    return ['', ...all.flatMap((text) => [text.slice(0, 200), text.slice(0, text.length >> 1)])];
  } catch {
    return [''];
  }
}

/** CPU time in milliseconds: on a busy machine a process waits for its turn, in long runs more than in short ones. */
function time(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** Whether an 8 times longer text takes over 24 times as long: in its square, it takes 64. One run may collect garbage. */
function isSlow(run: (text: string) => void, textOf: (length: number) => string): boolean {
  const [short, long] = [textOf(4_096), textOf(32_768)];
  const least = Math.min(
    time(() => run(short)),
    time(() => run(short)),
  );
  return least > QUICK && [1, 2, 3].every(() => time(() => run(long)) > 24 * least);
}

/** The first text that takes too long: its beginning, what is repeated, and its end. */
function slowTexts(run: (text: string) => void, units: readonly string[], beginnings = ['']): string[] {
  for (const [at, unit] of units.entries())
    for (const beginning of new Set(['', beginnings[at % beginnings.length] ?? '']))
      for (const end of ['', ['\n', '!', ' ', 'x'][at % 4] ?? '']) {
        const textOf = (length: number) => beginning + unit.repeat(Math.ceil(length / unit.length)) + end;
        if (isSlow(run, textOf)) return [JSON.stringify([beginning, unit, end])];
      }
  return [];
}

it('every pattern runs in time proportional to the text', () => {
  expect(PATTERNS.length).toBeGreaterThan(150);
  const slow = PATTERNS.flatMap(({ where, pattern }) => {
    const run = pattern.global
      ? (text: string) => text.replace(pattern, '')
      : (text: string) => pattern.exec(text);
    return slowTexts(run, unitsOf([pattern], 60), beginningsOf(pattern)).map((text) => `${where} ${text}`);
  });
  expect(slow).toEqual([]);
});

it('redaction runs in time proportional to the text', () => {
  const used = PATTERNS.filter(({ where }) => where.startsWith('electron/shared/secretPatterns/'));
  expect(used.length).toBeGreaterThan(20);
  const patterns = used.map(({ pattern }) => pattern);
  const units = unitsOf(patterns, 200);
  const names = ['alice', 'a-laptop'];
  expect(slowTexts((text) => redact(text, { homes: ['/srv/alice'], names }), units)).toEqual([]);
});
