import { expect, it } from 'vitest';
import { nearest } from '../../../electron/shared/nearest.ts';

const VERBS = ['init', 'dev', 'start', 'package', 'dist', 'info'];

it.each<[string, string?]>([
  ['strat', 'start'],
  ['pakage', 'package'],
  ['pckge', 'package'],
  ['DEV', 'dev'],
  ['dits', 'dist'],
  ['pack', 'package'],
  ['inof', 'info'],
  ['stxrt', 'start'],
  ['dav', 'dev'],
  ...['', 'deploy', 'x', 'p', 'xnof', 'inxf', 'constructor', 'start'.repeat(100)].map((word): [string] => [
    word,
  ]),
])('%s is nearest to %s', (word, expected) => {
  expect(nearest(word, VERBS)).toBe(expected);
});
