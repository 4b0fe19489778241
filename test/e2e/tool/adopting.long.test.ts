/** The commands in electron/tool/README.md, as an adopter types them: apps from generators, and the packed package. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { PROJECT } from '../../support/app.ts';
import { packHoldfast, typedEnvironment } from '../../support/package.ts';

const VITE = 'npx --yes create-vite@9.3.0 app --no-interactive --template';
const NEXT =
  'npx --yes create-next-app@16.4.3 app --ts --no-tailwind --no-eslint --empty --no-src-dir --no-agents-md --no-cache-components --import-alias @/* --use-npm --yes';

interface App {
  name: string;
  /** Creates it in the folder `app`. */
  generate: string;
  /** The text in its window. */
  shows: RegExp;
  /** What its author does before adding Holdfast. */
  edit?: (root: string) => Promise<unknown>;
}

const exported = async (root: string) => {
  const file = join(root, 'next.config.ts');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('NextConfig = {', "NextConfig = {\n  output: 'export',"));
};

const APPS: readonly App[] = [
  { name: 'Vite, React', generate: `${VITE} react-ts`, shows: /Get started/ },
  {
    name: 'Vite with SCSS, Tailwind, a worker, lazy routes, IndexedDB and an API',
    generate: `${VITE} react-ts`,
    shows: /Rich/,
    async edit(root) {
      await run(root, 'npm install --no-audit --no-fund react-router sass tailwindcss @tailwindcss/vite');
      await run(root, install());
      await rm(join(root, 'src'), { recursive: true });
      await cp(join(PROJECT, 'test', 'support', 'richApp'), root, { recursive: true });
    },
  },
  { name: 'Vite, Svelte', generate: `${VITE} svelte-ts`, shows: /Get started/ },
  { name: 'Next.js, app router, exported', generate: `${NEXT} --app`, shows: /Hello world/, edit: exported },
  {
    name: 'Next.js, pages router, exported',
    generate: `${NEXT} --no-app`,
    shows: /Hello world/,
    edit: exported,
  },
];

const folder = fileFolder('adopting ö');
let tarball: string;

/** Runs a command in a folder. Returns its output. */
async function run(root: string, command: string): Promise<string> {
  // A generator with an open input waits for answers.
  const typed = ['-c', `${command} </dev/null`];
  const { stdout, stderr } = await promisify(execFile)('sh', typed, {
    cwd: root,
    env: typedEnvironment(),
  });
  return stdout + stderr;
}

/** The guide's first command, with the packed package. */
const install = () => `npm install --save-dev --no-audit --no-fund "${tarball}"`;

/** The lines in the guide's shell blocks. */
async function guide(): Promise<string[]> {
  const text = await readFile(join(PROJECT, 'electron', 'tool', 'README.md'), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, lines = '']) => lines.trim().split('\n'));
}

beforeAll(async () => {
  tarball = await packHoldfast(folder);
});

describe.each(APPS)('$name', ({ name, generate, shows, edit }) => {
  let root: string;
  beforeAll(async () => {
    const parent = join(folder, name);
    await mkdir(parent);
    await run(parent, generate);
    root = join(parent, 'app');
    await run(root, 'npm install --no-audit --no-fund');
    await edit?.(root);
  });

  it("is shown by the guide's commands", async () => {
    const said: string[] = [];
    for (const command of await guide())
      said.push(await run(root, command.replace(/\S+\.tgz$/, `--no-audit --no-fund "${tarball}"`)));
    expect(said.at(-1)).toMatch(shows);
    expect(await readFile(join(root, '.gitignore'), 'utf8')).toContain('.holdfast/');
  });

  it('is packed, and made into a deb', async () => {
    expect(await run(root, 'npx holdfast package --no-build')).toContain('read all fuses back');
    await run(root, 'npx holdfast dist --no-build --deb');
    expect((await readdir(join(root, '.holdfast', 'dist'))).join()).toMatch(/\.deb/);
  });
});
