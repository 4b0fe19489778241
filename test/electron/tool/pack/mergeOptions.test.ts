import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG_DEFAULTS } from '../../../../electron/builtConfig/config.ts';
import { builderConfig } from '../../../../electron/tool/pack/builderConfig.ts';
import { mergeOptions, REFUSED } from '../../../../electron/tool/pack/mergeOptions.ts';
import { testFolder } from '../../testFolder.ts';

const BASE = builderConfig({
  ...{ config: CONFIG_DEFAULTS, version: '45.0.0', output: '/out', licenses: '', scratch: '/scratch' },
  afterPack: () => Promise.resolve(),
});

it('merges objects, and replaces everything else', () => {
  const own = { win: { target: 'msi' }, linux: { category: 'Office' }, copyright: 'Jane' };
  const merged = mergeOptions(BASE, own);
  expect(merged).toMatchObject({ win: { target: 'msi', icon: 'icon.ico' }, copyright: 'Jane', asar: true });
  expect(merged.linux).toEqual({ ...BASE.linux, category: 'Office' });
  expect(mergeOptions(BASE, { linux: { target: ['deb'] } }).linux?.target).toEqual(['deb']);
  expect(mergeOptions(BASE)).toEqual(BASE);
});

/** Options that would undo Holdfast's protections, each where electron-builder accepts it. */
const UNSEALING: [name: string, own: object][] = [
  ['builder.win.asar', { win: { asar: false } }],
  ['builder.linux.executableArgs', { linux: { executableArgs: ['--no-sandbox'] } }],
  ['builder.linux.desktop.New.Exec', { linux: { desktop: { New: { Exec: 'sh' } } } }],
  ['builder.mac.extendInfo.ElectronAsarIntegrity', { mac: { extendInfo: { ElectronAsarIntegrity: {} } } }],
  ['builder.mac.extendInfo[0].LSEnvironment', { mac: { extendInfo: [{ LSEnvironment: {} }] } }],
  ['builder.electronDownload', { electronDownload: { mirrorOptions: {} } }],
  ['builder.toolsets.appimage', { toolsets: { appimage: '0.0.0' } }],
  ['builder.toolsets', { toolsets: null }],
  ['builder.extraResources[1].to', { extraResources: ['a', { from: 'b', to: '../holdfast' }] }],
  ['builder.win.extraResources.to', { win: { extraResources: { from: 'b', to: 'C:\\Windows' } } }],
  ['builder.rpm.fpm', { rpm: { fpm: ['evil=/opt/Shop/resources/app.asar'] } }],
];
it.each(UNSEALING)('%s is refused by its name', (name, own) => {
  expect(() => mergeOptions(BASE, own)).toThrow(
    new RegExp(`^${name.replaceAll(/[.[\]]/g, '\\$&')}:? .+\\. (Remove|Correct) it\\.$`),
  );
});

it.each(Object.keys(REFUSED))('%s is refused at any depth', (name) => {
  for (const own of [{ [name]: 1 }, { win: { [name]: null } }, { mac: { extendInfo: { [name]: {} } } }])
    expect(() => mergeOptions(BASE, own)).toThrow(`.${name}: ${REFUSED[name]}. Remove it.`);
});

it('accepts what other apps build with', () => {
  const rpm = { fpm: ['--rpm-rpmbuild-define', '_build_id_links none'] };
  const merged = mergeOptions(BASE, { rpm, toolsets: { wine: '1.0.0' } } as object);
  expect(merged).toMatchObject({ rpm, toolsets: { wine: '1.0.0', appimage: '1.0.3' } });
});

it('looks for files in the app’s repository, and not in the folder that is packed', () => {
  const root = resolve('/shop');
  const own = {
    extraResources: [{ from: '/data', to: './data' }, 'more'],
    mac: { extraResources: { from: 'mac' } },
    win: { extraResources: { to: 'all' } },
  };
  expect(mergeOptions(BASE, own, root)).toMatchObject({
    extraResources: [
      { from: resolve('/data'), to: './data' },
      { from: root, filter: ['more'] },
    ],
    mac: { extraResources: { from: join(root, 'mac') } },
    win: { extraResources: { from: root, to: 'all' } },
  });
});

it('refuses entitlements that allow other code in a signed app, and accepts others', () => {
  const file = join(testFolder(), 'own.plist');
  const own = { mac: { entitlementsInherit: file } };
  writeFileSync(file, '<key>com.apple.security.cs.disable-library-validation</key><true/>');
  expect(() => mergeOptions(BASE, own)).toThrow(
    'builder.mac.entitlementsInherit: com.apple.security.cs.disable-library-validation would allow other code',
  );
  writeFileSync(file, '<key>com.apple.security.network.client</key><true/>');
  expect(mergeOptions(BASE, own).mac?.entitlementsInherit).toBe(file);
});
