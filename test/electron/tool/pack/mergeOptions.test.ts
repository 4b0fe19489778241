import { expect, it } from 'vitest';
import { DEFAULTS } from '../../../../electron/config.ts';
import { builderConfig } from '../../../../electron/tool/pack/config.ts';
import { mergeOptions } from '../../../../electron/tool/pack/mergeOptions.ts';

const BASE = builderConfig({
  config: DEFAULTS,
  version: '45.0.0',
  output: '/out',
  linkMacros: '/links.nsh',
  entitlements: '/e.plist',
  afterPack: () => Promise.resolve(),
});

it('objects are merged, and all else replaces what was there', () => {
  const own = { win: { target: 'msi' }, linux: { category: 'Office' }, copyright: 'Jane' };
  const merged = mergeOptions(BASE, own);
  expect(merged).toMatchObject({ win: { target: 'msi', icon: 'icon.ico' }, copyright: 'Jane', asar: true });
  expect(merged.linux).toEqual({ ...BASE.linux, category: 'Office' });
  expect(mergeOptions(BASE, { linux: { target: ['deb'] } }).linux?.target).toEqual(['deb']);
  expect(mergeOptions(BASE)).toEqual(BASE);
});

it.each([
  ['builder.asar', { asar: false }],
  ['builder.win.asar', { win: { asar: false } }],
  ['builder.electronFuses', { electronFuses: { runAsNode: true } }],
  ['builder.mac.files', { mac: { files: ['!main'] } }],
  ['builder.appId', { appId: 'com.example.other' }],
])('%s is refused by its name', (name, own) => {
  expect(() => mergeOptions(BASE, own as object)).toThrow(
    new RegExp(`^${name.replaceAll('.', '\\.')}: .+\\. Remove it\\.$`),
  );
});
