import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PACKAGES, satisfies } from '../../../../electron/dev/setup/node.mjs';

const RANGE = '^22.22.2 || ^24.15.0 || >=26.0.0';

describe('the range of package.json', () => {
  it.each([
    ['v20.19.0', false],
    ['v22.22.1', false],
    ['v22.22.2', true],
    ['22.30.0', true],
    ['v23.11.0', false],
    ['v24.0.0', false],
    ['v24.15.0', true],
    ['v24.21.0', true],
    ['v25.9.0', false],
    ['v26.0.0', true],
    ['v31.4.1', true],
  ])('takes %s: %s', (version, taken) => {
    expect(satisfies(RANGE, version)).toBe(taken);
  });

  it('is refused when a part of it is not understood, instead of being guessed at', () => {
    expect(() => satisfies('^22.22.2 || ~24.1', 'v22.1.0')).toThrow(/not understood: ~24\.1/);
  });
});

describe('the Node that is brought', () => {
  it.each(Object.entries(PACKAGES))(
    'is new enough on %s, and its content is fixed',
    (_platform, { version, integrity }) => {
      const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
      expect(satisfies(engines.node, version)).toBe(true);
      expect(Buffer.from(integrity.replace(/^sha512-/, ''), 'base64')).toHaveLength(64);
    },
  );
});
