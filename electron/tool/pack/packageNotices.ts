/** What an installed app says about itself: for people, for Debian, and for vulnerability scanners. */
import { type Licensed, licenseTexts } from '../build/licenses.ts';
import type { AppData } from '../project/project.ts';

type Manifest = AppData['manifest'];
type Component = Pick<Licensed, 'name' | 'version' | 'license'>;

/**
 * Returns what a deb runs before it is removed: electron-builder takes the alternative back when the program is gone,
 * of which the system warns.
 */
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
 * Returns a software bill of materials, as CycloneDX 1.6 in JSON; the same parts give the same text. It lists Electron,
 * what the shell bundles, and the packages beside the app's own main code. It does not know what the app's own builds
 * bundle. https://cyclonedx.org/docs/1.6/json/
 */
export function billOfMaterials(
  { name, version }: Manifest,
  { electron, packages }: { electron: string; packages: readonly Component[] },
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
