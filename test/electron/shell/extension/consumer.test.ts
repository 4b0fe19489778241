/** The package's types in a project that contains only the package, with type checks of packages. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { CONSUMER, RESOLUTIONS, STRICT } from '../../../support/consumer.ts';
import { EXAMPLES } from '../../../support/extension/examples.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { fileFolder } from '../../testFolder.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..', '..');
const CONFIG = join(PROJECT, 'electron', 'tool', 'build', 'types.json');
/** Everything that the types may need: the package's dependencies, and the SDK that `holdfast/sentry` is for. */
const NEEDED = ['electron', 'valibot', '@sentry/electron'];
/** As Vite's types declare them. */
const PICTURES = { 'pictures.d.ts': `declare module '*.png' { const url: string; export default url; }` };

const folder = fileFolder();
/** Runs the compiler, in one thread: several check the same types again. Resolves to its output. */
async function tsc(...args: string[]): Promise<string> {
  const program = join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');
  const ran = promisify(execFile)(process.execPath, [program, '--singleThreaded', ...args], { cwd: folder });
  return (await ran.catch((error: { stdout: string }) => error)).stdout;
}
beforeAll(async () => {
  const modules = join(folder, 'node_modules');
  const types = join(modules, 'holdfast', '.build', 'types');
  await mkdir(join(modules, '@sentry'), { recursive: true });
  await mkdir(types, { recursive: true });
  await cp(join(PROJECT, 'package.json'), join(modules, 'holdfast', 'package.json'));
  for (const name of NEEDED)
    await symlink(join(PROJECT, 'node_modules', name), join(modules, name), 'junction');
  writeFiles(folder, { ...CONSUMER, ...EXAMPLES, ...PICTURES, 'package.json': { type: 'module' } });
  expect(await tsc('-p', CONFIG, '--outDir', types)).toBe('');
});

it('are made where the package has them', async () => {
  const { compilerOptions } = JSON.parse(await readFile(CONFIG, 'utf8'));
  expect(resolve(dirname(CONFIG), compilerOptions.outDir)).toBe(join(PROJECT, '.build', 'types'));
});

it("compile in the strictest mode, with the guide's examples, and refuse wrong code", async () => {
  const files = Object.keys({ ...CONSUMER, ...EXAMPLES, ...PICTURES });
  expect(await tsc(...STRICT, ...RESOLUTIONS.nodenext, '--types', '', ...files)).toBe('');
});

it("of the configuration and of telemetry do not need Node's", async () => {
  expect(await tsc(...STRICT, ...RESOLUTIONS.bundler, '--types', '', 'holdfast.config.ts', 'page.ts')).toBe(
    '',
  );
});

it('are found with moduleResolution "node" too, which ignores exports', async () => {
  const { exports, types, typesVersions } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'));
  const led = Object.entries<{ types?: string; import?: { types: string } }>(exports).flatMap(
    ([name, to]) => {
      const file = to.types ?? to.import?.types;
      return file === undefined ? [] : [[name.replace('./', ''), [file]]];
    },
  );
  expect([['.', [types]], ...Object.entries(typesVersions['*'])]).toEqual(led);
});
