import { expect, it } from 'vitest';
import { checkNode, holdfastVersion } from '../../../../electron/tool/setup/packages.ts';
import own from '../../../../package.json';

it('the tool reports its Holdfast version, and the Node that it needs', () => {
  expect(holdfastVersion()).toBe(own.version);
  checkNode({ node: '24.0.0' });
  expect(() => checkNode({ node: '20.18.0' })).toThrow(
    `Holdfast needs Node ${own.engines.node}, and this is 20.18.0. Install Node 24.`,
  );
  expect(() => checkNode({ node: '24.0.0', pnp: '3' })).toThrow('nodeLinker: node-modules into .yarnrc.yml');
});
