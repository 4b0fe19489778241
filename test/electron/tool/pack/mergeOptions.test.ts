import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG_DEFAULTS } from '../../../../electron/configuration/config.ts';
import { builderConfig } from '../../../../electron/tool/pack/builderConfig.ts';
import { mergeOptions, REFUSED } from '../../../../electron/tool/pack/mergeOptions.ts';
import { testFolder } from '../../testFolder.ts';

const BASE = builderConfig({
  config: CONFIG_DEFAULTS,
  version: '45.0.0',
  output: '/out',
  licenses: '',
  beforeRemoval: '/scratch/prerm',
  copyright: '',
  linkMacros: '/links.nsh',
  entitlements: '/e.plist',
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
  [
    'builder.linux.desktop.desktopActions.New.Exec',
    { linux: { desktop: { desktopActions: { New: { Exec: 'sh' } } } } },
  ],
  ['builder.mac.extendInfo.ElectronAsarIntegrity', { mac: { extendInfo: { ElectronAsarIntegrity: {} } } }],
  ['builder.mac.extendInfo[0].LSEnvironment', { mac: { extendInfo: [{ LSEnvironment: {} }] } }],
  ['builder.electronDownload', { electronDownload: { mirrorOptions: {}, unsafelyDisableChecksums: true } }],
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
  const own = {
    rpm: { fpm: ['--rpm-rpmbuild-define', '_build_id_links none'] },
    toolsets: { wine: '1.0.0' },
  };
  const extraResources = [{ from: '/data', to: './data' }, 'more'];
  expect(mergeOptions(BASE, { ...own, extraResources } as object)).toMatchObject({
    ...own,
    extraResources,
    toolsets: { appimage: '1.0.3' },
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

/** electron-builder's options that were reviewed and may be set. */
const JUDGED = `
  $schema acceptPublicUpload addAutoLaunchExtension additionalArguments additionalCertificateFile
  additionalLightArgs additionalWixArgs after afterAllArtifactBuild afterInstall afterRemove afterSign
  alignment allowAnywhere allowCurrentUserHome allowElevation allowMissingDependencies allowNativeWayland
  allowRootDirectory allowToChangeInstallationDirectory apk appArmorProfile appImage appPackageUrl
  appPartStage applicationId appx appxManifestCreated arch artifactBuildCompleted artifactBuildStarted
  artifactName assumes autoStart azureSignOptions background backgroundColor badgeIcon base baseVersion
  binaries branch buildDependenciesFromSource buildFor buildNumber buildPackages buildUniversalInstaller
  buildVersion bundleShortVersion bundleVersion capabilities category certificateFile certificatePassword
  certificateProfileName certificateSha1 certificateSubjectName codeSigningAccountName compression
  conclusion concurrency confinement contents copyright core18 core20 core22 core24 createDesktopShortcut
  createStartMenuShortcut cscInstallerKeyPassword cscInstallerLink cscKeyPassword cscLink custom
  customExtensionsPath customManifestPath darkModeSupport deb defaultArch deleteAppDataOnUninstall depends
  description desktop desktopActions detectUpdateChannel differentialPackage disableDefaultIgnoredFiles
  displayLanguageSelector displayName dmg downloadAlternateFFmpeg electronLanguages electronUpdaterAware
  electronUpdaterCompatibility enabled endpoint entitlements entitlementsInherit entitlementsLoginHelper
  entry ext extendInfo extensions extraDistFiles extraPkgsDir extraResources file fileAssociations
  fileDigest filesystem filter finishArgs flatpak forceCodeSigning forceX11 format fpm freebsd from
  gatekeeperAssess generateUpdatesFilesForAllChannels grade guid hasStrictIdentifier height helperBundleId
  helperEHBundleId helperGPUBundleId helperNPBundleId helperPluginBundleId helperRendererBundleId hooks icon
  iconSize iconTextSize iconUrl identity identityName impersonate include includePdb installLocation
  installerHeader installerHeaderIcon installerIcon installerLanguages installerSidebar internetEnabled
  isPackage isRelocatable isVersionChecked jobs language languages launchUiVersion launchpadUsername layout
  legalTrademarks license linux loadingGif mac maintainer makeappxArgs mas masDev maxVersionTested
  menuCategory mergeASARs mimeType mimeTypes minVersion minimumSystemVersion modules msi msiProjectCreated
  msiWrapped multiLanguageInstaller mustClose name nativeRebuilder nodeGypRebuild nodeVersion notarize
  npmArgs npmRebuild nsis nsisWeb onNodeModuleFile oneClick overwriteAction p5p packElevateHelper
  packageCategory packageName pacman path perMachine pkg plugs portable preAutoEntitlements
  preCompressedFileExtensions priority privateProject productbuild protocols provisioningProfile publisher
  publisherDisplayName publisherName rank recommends recover releaseDate releaseInfo releaseName
  releaseNotes releaseNotesFile remoteBuild remoteReleases remoteToken removeDefaultUninstallWelcomePage
  removePackageKeywords removePackageScripts requestExecutionLevel requestedExecutionLevel requirements
  rfc3161TimeStampServer role rpm runAfterFinish runtime runtimeVersion scaling schemes script scripts sdk
  selectPerMachineByDefault setBuildNumber shortcutName showNameOnTiles shrink sign signAndEditExecutable
  signExecutable signExts signingHashAlgorithms signtoolOptions singleArchFiles size slots snap snapcraft
  splashImage squirrelWindows stagePackages strategy strictVerify summary symlinks syncDesktopName synopsis
  target timeStampServer timeout timestamp timestampDigest timestampRfc3161 title to toolsets type unicode
  uninstallDisplayName uninstallUrlHelp uninstallUrlInfoAbout uninstallUrlReadme uninstallUrlUpdateInfo
  uninstallerIcon uninstallerSidebar unpackDirName upgradeCode useAppIdAsId useDestructiveMode useLXD
  useMultipass useTemplateApp useWaylandFlags useZip vendor warningsAsErrors welcome width win winCodeSign
  window wine wrappedInstallerArgs writeUpdateInfo x x64ArchFiles y
`;

it('every electron-builder option was reviewed: a new one needs a line above, or among the refused ones', () => {
  const SCHEMA = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('app-builder-lib/scheme.json'), 'utf8'),
  );
  const found = new Set<string>();
  const seen = new Set<unknown>();
  (function walk(node: unknown): void {
    if (Object(node) !== node || seen.has(node)) return;
    seen.add(node);
    const { $ref, properties = {}, ...others } = node as { $ref?: string; properties?: object };
    if ($ref) walk(SCHEMA.definitions[decodeURIComponent($ref.replace('#/definitions/', ''))]);
    for (const [name, inner] of Object.entries(properties)) {
      if (Object.hasOwn(REFUSED, name)) continue;
      found.add(name);
      walk(inner);
    }
    for (const key of ['anyOf', 'items', 'additionalProperties']) walk(Object(others)[key]);
    if (Array.isArray(node)) node.forEach(walk);
  })(SCHEMA);
  expect([...found].sort()).toEqual(JUDGED.trim().split(/\s+/));
});
