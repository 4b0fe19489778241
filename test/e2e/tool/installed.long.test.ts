/**
 * The package as a stranger gets it: by the first lines of README.md, from a git address, and by each package manager, in a
 * folder whose name has a space and an umlaut.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../../support/app.ts';
import { typedEnvironment } from '../../support/package.ts';

const PUBLINT = 'npx --yes publint@0.3.25';
const ATTW = 'npx --yes --package @arethetypeswrong/cli@0.18.5 attw';
const PAGE = '<!doctype html><title>Shop</title><h1>The shop is open</h1>';

let folder: string;
/** A clone with nothing in it but the sources. */
let clone: string;

/** Types a command in a folder. Resolves to what it said. */
async function run(root: string, command: string, path: readonly string[] = []): Promise<string> {
  const env = typedEnvironment();
  env.PATH = [...path, env.PATH].join(delimiter);
  const ran = promisify(execFile)('sh', ['-c', `${command} </dev/null`], { cwd: root, env });
  const { stdout, stderr } = await ran.catch((error: { code: number; stdout: string; stderr: string }) => {
    throw new Error(`${command} ended with ${error.code}:\n${error.stdout}${error.stderr}`);
  });
  return stdout + stderr;
}

/** An app of plain files, without any dependency. */
async function makeApp(root: string, manifest: object = {}): Promise<void> {
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'shop', private: true, ...manifest }));
  await writeFile(join(root, 'dist', 'index.html'), PAGE);
  await linkElectron(root);
}

/** Fetching Electron is another test's. */
async function linkElectron(root: string): Promise<void> {
  await mkdir(join(root, '.holdfast'), { recursive: true });
  await symlink(join(PROJECT, '.cache'), join(root, '.holdfast', 'cache'));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast installed ü '));
  clone = join(folder, 'holdfast');
  const isSource = (path: string) =>
    !/^(?:node_modules|\.cache|\.build|\.git)$|\.tgz$/.test(relative(PROJECT, path));
  await cp(PROJECT, clone, { recursive: true, filter: isSource });
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

describe('the first lines of README.md', () => {
  it('lead from a clone that nobody prepared to installers of an app', async () => {
    const readme = await readFile(join(PROJECT, 'README.md'), 'utf8');
    const [, block = ''] =
      /## An app of your own\n[^`]*(?:`[^`]+`[^`]*)*\n```sh\n(.*?)```/s.exec(readme) ?? [];
    const lines = block.trim().split('\n');
    expect(lines.slice(0, 2)).toEqual(['npm pack', 'cd ../shop']);
    await makeApp(join(folder, 'shop'));
    expect(await run(clone, 'npm pack')).toContain('types made');
    const shop = join(folder, 'shop');
    // It runs until its window is closed: dev.test.ts.
    const typed = lines.slice(2).filter((line) => line !== 'npx holdfast dev');
    expect(typed).toHaveLength(3);
    for (const line of typed) await run(shop, line);
    expect((await readdir(join(shop, '.holdfast', 'dist'))).join()).toMatch(/\.deb/);
    expect(await run(shop, 'npx holdfast start')).toContain('The shop is open');
  });

  it('make a package that publint and attw find nothing wrong in', async () => {
    const [tarball = ''] = (await readdir(clone)).filter((name) => name.endsWith('.tgz'));
    expect(await run(clone, `${PUBLINT} ${tarball} --strict`)).toContain('All good');
    // It has modules only, which any `moduleResolution` but "node10" finds. `holdfast/sign` is a program.
    const args = '--profile esm-only --exclude-entrypoints ./sign';
    // It ends with 1 if it finds anything.
    expect(await run(clone, `${ATTW} ${tarball} ${args}`)).toContain('holdfast/main');
  });
});

it('a dependency on a git address is built as it is installed', async () => {
  const git = 'git -c user.name=a -c user.email=a@example.com';
  await run(clone, `git init -q . && git add . && ${git} commit -qm all`);
  const root = join(folder, 'by git');
  await makeApp(root);
  await run(root, `npm install --save-dev "git+file://${clone.replaceAll(' ', '%20')}"`);
  expect(await run(root, 'npx holdfast --version')).toMatch(/^\d+\.\d+\.\d+/);
  await run(root, 'npx holdfast init');
  expect(await run(root, 'npx holdfast start')).toContain('The shop is open');
});
