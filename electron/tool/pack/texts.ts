/** Texts in an installer: what systems ask and run, and what it says about itself, also to vulnerability scanners. */
import { type Licensed, licenseTexts } from '../build/licenses.ts';
import type { appData } from '../project/project.ts';

/** By name in the setting `permissions`: an entitlement, and keys of Info.plist with the text of the system's question. */
const NEEDS = new Map<unknown, readonly [entitlement: string, ...texts: string[]]>([
  ['camera', ['device.camera', 'NSCameraUsageDescription']],
  ['microphone', ['device.audio-input', 'NSMicrophoneUsageDescription']],
  [
    'geolocation',
    ['personal-information.location', 'NSLocationUsageDescription', 'NSLocationWhenInUseUsageDescription'],
  ],
]);

const needsOf = (permissions: unknown) => [permissions].flat().flatMap((name) => [NEEDS.get(name) ?? []]);

/** Returns the entries of Info.plist with the texts of the system's questions. @param permissions the setting */
export function usageTexts(name: string, permissions: unknown): Record<string, string> {
  const keys = needsOf(permissions).flatMap(([, ...texts]) => texts);
  return Object.fromEntries(keys.map((key) => [key, `A page of ${name} asks for it.`]));
}

/** Returns the entitlements of a signed app, as a property list. @param permissions the setting */
export function entitlementsOf(permissions: unknown): string {
  // V8 compiles at run time. Only libraries of the same signer are loaded.
  const keys = ['cs.allow-jit', ...needsOf(permissions).flatMap(([entitlement]) => entitlement ?? [])];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
${keys.map((key) => `    <key>com.apple.security.${key}</key>\n    <true/>\n`).join('')}  </dict>
</plist>
`;
}

/**
 * Returns what the Windows installer runs, as NSIS macros: links open the app as soon as it is installed, which
 * electron-builder leaves to the running app, and removing the app cleans the registry. An update, which removes the old
 * version first, keeps the entries that the app made itself. Entries of another installation stay.
 */
export function linkMacros(scheme: string): string {
  const key = `Software\\Classes\\${scheme}`;
  const removed = (root: string) => `  ReadRegStr $R0 ${root} "${key}\\shell\\open\\command" ""
  StrLen $R1 '"$INSTDIR\\'
  StrCpy $R0 $R0 $R1
  \${if} $R0 == '"$INSTDIR\\'
    DeleteRegKey ${root} "${key}"
  \${endIf}
`;
  return `!macro customInstall
  WriteRegStr SHELL_CONTEXT "${key}" "" "URL:${scheme}"
  WriteRegStr SHELL_CONTEXT "${key}" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "${key}\\shell\\open\\command" "" '"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  \${ifNot} \${isUpdated}
${removed('SHELL_CONTEXT')}${removed('HKCU')}  \${endIf}
!macroend
`;
}

type Manifest = ReturnType<typeof appData>['manifest'];
type Component = Pick<Licensed, 'name' | 'version'> & Partial<Pick<Licensed, 'license'>>;

/** A deb runs it: electron-builder takes the alternative back when the program is gone, of which the system warns. */
export const beforeRemoval = (program: string): string =>
  `#!/bin/sh\n[ "$1" != remove ] || update-alternatives --remove-all ${program} || true\n`;

/** Returns the file `copyright` of a deb. */
export function copyrightText(
  { productName, version, homepage, author, license }: Manifest,
  bundled: readonly Licensed[],
): string {
  const lines = [
    `${productName} ${version}`,
    homepage,
    author && `by ${author}`,
    license ? `License: ${license}` : 'No license is given.',
  ];
  return `${lines.filter(Boolean).join('\n')}\n\n${licenseTexts(bundled)}`;
}

/**
 * Returns a software bill of materials, as CycloneDX 1.6 in JSON; the same parts give the same text. It does not know what
 * the app's own builds bundle. https://cyclonedx.org/docs/1.6/json/
 * @param packages what the shell bundles, and those beside the app's own main code
 */
export function billOfMaterials(
  { name, version }: Manifest,
  electron: string,
  packages: readonly Component[],
): string {
  const all: Component[] = [{ name: 'electron', version: electron, license: 'MIT' }, ...packages];
  return JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
      components: all.map((one) => {
        const purl = `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`;
        const licenses = one.license === undefined ? {} : { licenses: [{ expression: one.license }] };
        return { type: 'library', 'bom-ref': purl, name: one.name, version: one.version, purl, ...licenses };
      }),
      // Only the app's author knows the rest.
      compositions: [{ aggregate: 'incomplete', assemblies: [name] }],
    },
    null,
    2,
  );
}
