/** The licences of bundled third-party packages. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { APP_FILES } from '../../builtConfig/folder.ts';

export interface Licensed {
  name: string;
  version: string;
  /** An SPDX expression from its package.json. */
  license: string;
  /** Its licence and notices, as far as the package contains them. */
  text: string;
}

/** The folder of the package that a module belongs to. */
const PACKAGE = /.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const TEXTS = /^(?:licen[cs]e|copying|notice)(?!.*\.(?:js|json|ts)$)/i;

function licensedIn(folder: string): Licensed {
  const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license = 'no licence given' } = own;
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (one) => one.isFile() && TEXTS.test(one.name),
  );
  const texts = files.map((one) => readFileSync(join(folder, one.name), 'utf8').trim()).sort();
  return { name, version, license, text: texts.join('\n\n') };
}

/** In a built shell: the packages found by each of its builds. */
const LISTS = 'licenses';

/** @param without a build whose packages do not count, such as `tool`, which no app contains */
export function bundledIn(shell: string, without?: string): Licensed[] {
  const folder = join(shell, LISTS);
  const lists = readdirSync(folder).filter((file) => file !== `${without}.json`);
  const all: Licensed[] = lists.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const once = new Map(all.map((one) => [`${one.name} ${one.version}`, one]));
  return [...once.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const RULE = `\n${'-'.repeat(80)}\n\n`;

export const licenseTexts = (all: readonly Licensed[]): string =>
  [
    'This program includes the packages below. The licences of Electron and Chromium are in LICENSES.chromium.html.\n',
    ...all.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`),
  ].join(RULE);

/**
 * Records what each build bundles, and writes the combined list into the shell's folder. Vite's own list
 * (`build.license`) covers only one build and leaves out notices, which the Apache licence requires.
 */
export function licenses(project: string, shell: string): Plugin {
  const found = new Map([[project, licensedIn(project)]]);
  return {
    name: 'holdfast:licenses',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      for (const id of modules) {
        const [from] = PACKAGE.exec(id.replace(/^\0/, '')) ?? [];
        if (from && !found.has(from)) found.set(from, licensedIn(from));
      }
    },
    writeBundle() {
      mkdirSync(join(shell, LISTS), { recursive: true });
      writeFileSync(join(shell, LISTS, `${this.environment.name}.json`), JSON.stringify([...found.values()]));
      writeFileSync(join(shell, APP_FILES.licenses), licenseTexts(bundledIn(shell)));
    },
  };
}
