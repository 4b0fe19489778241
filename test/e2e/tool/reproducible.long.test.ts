/** Builds of one commit are the same, on whatever day and wherever they are made. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync, hash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PUBLIC_KEY_VARIABLE } from '../../../electron/tool/pack/updateKeys.ts';
import { fileFolder } from '../../electron/testFolder.ts';
import { PROJECT } from '../../support/app.ts';
import { packHoldfast, typedEnvironment } from '../../support/package.ts';

/** For each Node: its clock is a day ahead. */
const TOMORROW = `const Now = Date;
globalThis.Date = class extends Now {
  constructor(...time) { super(...(time.length ? time : [Now.now() + 86400000])); }
  static now() { return Now.now() + 86400000; }
};`;
const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();

const folder = fileFolder('same');

async function build(name: string, variables: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const into = join(folder, name);
  await mkdir(into);
  const env = { ...typedEnvironment(), [PUBLIC_KEY_VARIABLE]: publicKey, ...variables };
  const output = join(into, 'app');
  const packed = await packHoldfast(into, env, async (project) => {
    const pages = join(PROJECT, 'test/support/pages');
    const args = ['electron/tool/cli.ts', 'package', '--pages', pages, `--output=${output}`];
    await promisify(execFile)(process.execPath, args, { cwd: project, env });
  });
  const [made = ''] = globSync('**/app.asar', { cwd: output });
  const sum = async (file: string) => hash('sha256', await readFile(file));
  return { package: await sum(packed), app: await sum(join(output, made)) };
}

it('the package and an app', async () => {
  const prelude = `--import=data:text/javascript,${encodeURIComponent(TOMORROW)}`;
  const today = await build('today', { TZ: 'America/Los_Angeles' });
  const tomorrow = await build('tomorrow', { TZ: 'Pacific/Kiritimati', NODE_OPTIONS: prelude });
  expect(tomorrow).toEqual(today);
});
