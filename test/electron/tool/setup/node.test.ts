import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isIn, PACKAGES } from '../../../../electron/tool/setup/node.mjs';
import { checkNode, holdfastVersion } from '../../../../electron/tool/setup/packages.ts';
import own from '../../../../package.json' with { type: 'json' };

const LINE = readFileSync(join(import.meta.dirname, '../../../../.node-version'), 'utf8').trim();

it('the project runs on these versions alone', () => {
  const all = '20.20.2 22.21.9 22.22.0 22.30.1 23.11.0 24.0.0 25.9.0 26.0.0 28.1.0'.split(' ');
  const right = ['22.22.0', '22.30.1', '24.0.0', '26.0.0', '28.1.0'];
  expect(all.filter((version) => isIn(own.engines.node, version))).toEqual(right);
});

it('rejects a range that it cannot parse', () => {
  expect(() => isIn('~1.2.3', '1.2.3')).toThrow('engines: "~1.2.3"');
});

it.each(Object.values(PACKAGES))('is from the line in .node-version: $name $version', ({ version }) => {
  expect(version.split('.')[0]).toBe(LINE);
  expect(isIn(own.engines.node, version)).toBe(true);
});

it('the tool reports its Holdfast version, and the Node that it needs', () => {
  expect(holdfastVersion()).toBe(own.version);
  checkNode({ node: '24.0.0' });
  expect(() => checkNode({ node: '20.18.0' })).toThrow(
    `Holdfast needs Node ${own.engines.node}, and this is 20.18.0. Install Node 24.`,
  );
  expect(() => checkNode({ node: '24.0.0', pnp: '3' })).toThrow('nodeLinker: node-modules into .yarnrc.yml');
});
