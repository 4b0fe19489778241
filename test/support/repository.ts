/** Folders that look like repositories of other people's apps. */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '../electron/testFolder.ts';
import { writeFiles } from './writeFiles.ts';

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
