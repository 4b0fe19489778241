/** The words of About. */
import type { MessageBoxOptions } from 'electron';

export interface AboutFacts {
  name: string;
  version: string;
  license: string;
  versions: Readonly<Record<string, string | undefined>>;
  /** `process.platform` and `process.arch`, and the system's release. */
  system: string;
}

export function aboutBox({ name, version, license, versions, system }: AboutFacts): MessageBoxOptions {
  return {
    type: 'info',
    title: `About ${name}`,
    message: `${name} ${version}`,
    detail: [
      `Electron ${versions.electron}`,
      `Chromium ${versions.chrome}`,
      `Node.js ${versions.node}`,
      `V8 ${versions.v8}`,
      system,
      '',
      `Licence: ${license}`,
    ].join('\n'),
    buttons: ['OK'],
  };
}
