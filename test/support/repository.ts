/** Folders that look like repositories of other people's apps. */
import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testFolder } from '../electron/testFolder.ts';

/**
 * Makes a folder with these files, which is removed with its test.
 * @param files texts by path; other values become JSON
 */
export const repository = (files: Readonly<Record<string, unknown>>) =>
  writeFiles(testFolder('tööl '), files);

/** The file of a configuration. */
export const configured = (config: object) => ({
  'holdfast.config.mjs': `export default ${JSON.stringify(config)};`,
});

/** The files below a folder, sorted, with `/`. */
export const filesOf = (folder: string): string[] =>
  globSync('**', { cwd: folder })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .sort();

/** Writes files into a folder, with the folders around them. Texts and bytes are written as they are. Returns the folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const isWhole = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(folder, name), isWhole ? content : JSON.stringify(content));
  }
  return folder;
}
