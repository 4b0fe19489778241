/** The commands in electron/tool/README.md, as an adopter types them: apps from generators, and the packed package. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { PROJECT } from '../../support/app.ts';
import { packHoldfast, type } from '../../support/package.ts';

/** How each is created in the folder `app`, what its window shows, and what its author does before adding Holdfast. */
const APPS = [
  {
    name: 'Vite, React',
    generate: 'npx --yes create-vite@9.3.0 app --no-interactive --template react-ts',
    shows: /Get started/,
    file: 'src/main.tsx',
    edit: (text: string) =>
      `import { addBreadcrumb } from 'holdfast/telemetry';\n${text}\naddBreadcrumb({ message: 'started' });\n`,
  },
  {
    name: 'Next.js, app router, exported',
    generate:
      'npx --yes create-next-app@16.4.3 app --ts --no-tailwind --no-eslint --empty --no-src-dir --no-agents-md --no-cache-components --import-alias @/* --use-npm --yes --app',
    shows: /Hello world/,
    file: 'next.config.ts',
    edit: (text: string) => text.replace('NextConfig = {', "NextConfig = {\n  output: 'export',"),
  },
];

const folder = fileFolder('adopting ö');
let tarball: string;

/** The lines in the guide's shell blocks. */
async function guide(): Promise<string[]> {
  const text = await readFile(join(PROJECT, 'electron', 'tool', 'README.md'), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, lines = '']) => lines.trim().split('\n'));
}

beforeAll(async () => {
  tarball = await packHoldfast(folder);
});

describe.each(APPS)('$name', ({ name, generate, shows, file, edit }) => {
  let root: string;
  beforeAll(async () => {
    const parent = join(folder, name);
    await mkdir(parent);
    await type(parent, generate);
    root = join(parent, 'app');
    await type(root, 'npm install --no-audit --no-fund');
    await writeFile(join(root, file), edit(await readFile(join(root, file), 'utf8')));
  });

  it("is shown by the guide's commands", async () => {
    const said: string[] = [];
    for (const command of await guide())
      said.push(await type(root, command.replace(/\S+\.tgz$/, `--no-audit --no-fund "${tarball}"`)));
    expect(said.at(-1)).toMatch(shows);
    expect(await readFile(join(root, '.gitignore'), 'utf8')).toContain('.holdfast/');
  });

  it('is packed, and made into a deb', async () => {
    expect(await type(root, 'npx holdfast package --no-build')).toContain('read all fuses back');
    await type(root, 'npx holdfast dist --no-build --deb');
    expect((await readdir(join(root, '.holdfast', 'dist'))).join()).toMatch(/\.deb/);
  });
});
