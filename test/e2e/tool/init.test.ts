/** `holdfast init` in folders as generators of apps write them. */
import { existsSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../../support/app.ts';
import { loadInNode } from '../../support/loadInNode.ts';
import { holdfast, repository } from '../../support/tool.ts';

const loadConfig = async (root: string) => (await loadInNode(root)).config;
const app = (name: string, dependencies: object, scripts: object) => ({
  'package.json': { name, scripts, dependencies },
});
const NEXT = app('next-app', { next: '16' }, { dev: 'next dev', build: 'next build', start: 'next start' });
const EXPORT = "export default { output: 'export' };";
const ANGULAR = {
  ...app('ng-app', { '@angular/core': '21' }, { start: 'ng serve', build: 'ng build' }),
  'angular.json': {
    projects: { 'ng-app': { architect: { build: { builder: '@angular/build:application' } } } },
  },
};
const CRA = app(
  'cra',
  { 'react-scripts': '5' },
  { start: 'react-scripts start', build: 'react-scripts build' },
);
const VUE_CLI = app(
  'vue-cli',
  { '@vue/cli-service': '5' },
  { serve: 'vue-cli-service serve', build: 'vue-cli-service build' },
);
const SVELTE_KIT = {
  ...app('kit', { '@sveltejs/kit': '2', vite: '8' }, { dev: 'vite dev', build: 'vite build' }),
  'svelte.config.js': "import adapter from '@sveltejs/adapter-static'; export default { kit: { adapter } };",
  'pnpm-lock.yaml': '',
};
const ASTRO = { ...app('stars', { astro: '6' }, { dev: 'astro dev', build: 'astro build' }), 'bun.lock': '' };
const GATSBY = { ...app('gats', { gatsby: '5' }, { develop: 'gatsby develop' }), 'yarn.lock': '' };

it.each([
  ['Next.js', { ...NEXT, 'next.config.ts': EXPORT }, 3000, 'out', 'npm run dev', 'npm run build'],
  ['Angular', ANGULAR, 4200, 'dist/ng-app/browser', 'npm run start', 'npm run build'],
  ['Create React App', CRA, 3000, 'build', 'npm run start', 'npm run build'],
  ['Vue CLI', VUE_CLI, 8080, 'dist', 'npm run serve', 'npm run build'],
  ['SvelteKit', SVELTE_KIT, 5173, 'build', 'pnpm run dev', 'pnpm run build'],
  ['Astro', ASTRO, 4321, 'dist', 'bun run dev', 'bun run build'],
  ['Gatsby', GATSBY, 8000, 'public', 'yarn run develop', 'yarn gatsby build'],
])('finds %s', async (what, files, port, build, devCommand, buildCommand) => {
  const root = await repository(files);
  const { code, stdout, stderr } = await holdfast(root, 'init');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`init: ${what}, `);
  expect(stdout).not.toContain('must write static files');
  const dev = `http://localhost:${port}`;
  expect((await loadConfig(root)).web).toEqual({ build, buildCommand, dev, devCommand });
  expect(await readFile(join(root, '.gitignore'), 'utf8')).toBe('.holdfast/\n');
});

it('asks the Vite of the app for its folder and port', async () => {
  const root = await repository({
    ...app('vite-app', { vite: '8' }, { dev: 'vite', build: 'vite build' }),
    'vite.config.js':
      "console.log('noise'); export default { base: '/shop/', server: { port: 5199 }, build: { outDir: 'out/web' } };",
  });
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
  const { stdout } = await holdfast(root, 'init');
  expect((await loadConfig(root)).web).toMatchObject({ build: 'out/web', dev: 'http://localhost:5199' });
  expect(stdout).toContain('Vite\'s base is "/shop/"');
});

it('takes the defaults of a Vite that is not installed, and says so', async () => {
  const root = await repository(app('vite-app', { vite: '8' }, { dev: 'vite', build: 'vite build' }));
  const { stdout } = await holdfast(root, 'init');
  expect(stdout).toContain("Vite's configuration could not be read");
  expect((await loadConfig(root)).web).toMatchObject({ build: 'dist', dev: 'http://localhost:5173' });
});

it('says what Next.js needs where its configuration lacks it', async () => {
  const root = await repository({ ...NEXT, 'next.config.js': 'module.exports = {};' });
  const { stdout } = await holdfast(root, 'init');
  expect(stdout).toContain("Next.js must write static files. Add output: 'export'");
});

it('proposes the pages of a Next.js app that is not exported, and says what they need', async () => {
  const root = await repository({
    ...NEXT,
    'src/pages/index.tsx': '',
    'next.config.ts': 'export default {};',
  });
  const { code, stdout } = await holdfast(root, 'init');
  expect(code).toBe(0);
  expect(stdout).toContain('Holdfast builds src/pages itself');
  expect((await loadConfig(root)).web).toEqual({
    pages: 'src/pages',
    dev: 'http://localhost:3000',
    devCommand: 'npm run dev',
  });
});

it('takes a folder of plain files, without package.json', async () => {
  const root = await repository({ 'public/index.html': '<h1>Shop</h1>' });
  const { code, stdout } = await holdfast(root, 'init', '--name', "Anna's Shop");
  expect(code).toBe(0);
  expect(stdout).toContain('There is no package.json');
  expect(await loadConfig(root)).toEqual({
    name: "Anna's Shop",
    id: 'com.example.anna-s-shop',
    web: { build: 'public' },
  });
});

it('says that it leaves out a server whose address nobody knows', async () => {
  const root = await repository(app('own', {}, { start: 'node server.js', build: 'make' }));
  const { stdout } = await holdfast(root, 'init');
  expect(stdout).toContain('"npm run start" is left out');
  expect((await loadConfig(root)).web).toEqual({ build: 'dist', buildCommand: 'npm run build' });
});

it('takes each answer from an option', async () => {
  const root = await repository({});
  const args = ['--name', 'Shop', '--id', 'org.example.s', '--build', 'b', '--build-command', 'make "x y"'];
  await holdfast(root, 'init', '--yes', ...args, '--dev', 'http://[::1]:99', '--dev-command', 'serve');
  expect(await loadConfig(root)).toEqual({
    name: 'Shop',
    id: 'org.example.s',
    web: { build: 'b', buildCommand: 'make "x y"', dev: 'http://[::1]:99', devCommand: 'serve' },
  });
});

it.each([
  [['--name', '../Shop'], '"name" must be a name'],
  [['--id', 'shop'], '"id" must be a reverse domain name'],
  [['--dev', 'http://192.168.0.1:5173'], '"web.dev" must be the address of a server on this machine'],
])('%j is refused, and nothing is written', async (args, problem) => {
  const root = await repository(CRA);
  const { code, stderr } = await holdfast(root, 'init', ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(problem);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(existsSync(join(root, 'holdfast.config.ts'))).toBe(false);
  expect(existsSync(join(root, '.gitignore'))).toBe(false);
});

it('replaces a configuration only when told to', async () => {
  const root = await repository({
    ...CRA,
    'holdfast.config.mjs': 'export default {};',
    '.gitignore': '.holdfast/',
  });
  const { code, stderr } = await holdfast(root, 'init');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'holdfast: holdfast.config.mjs is here already: edit it, or replace it by --force.\n',
  });
  expect((await holdfast(root, 'init', '--force')).code).toBe(0);
  expect((await loadConfig(root)).name).toBe('Cra');
  expect(await readFile(join(root, '.gitignore'), 'utf8')).toBe('.holdfast/');
});

it('writes a release workflow where the repository has a folder .github, or when asked to, and never over one', async () => {
  const root = await repository({ '.git/HEAD': '', '.github/x': '', 'apps/shop/package.json': '{}' });
  const [shop, file] = [join(root, 'apps', 'shop'), join(root, '.github/workflows/desktop-release.yml')];
  expect((await holdfast(shop, 'init')).stdout).toMatch(/^init: wrote .*desktop-release\.yml, /m);
  const text = await readFile(file, 'utf8');
  expect(text).toContain('working-directory: apps/shop\n');
  await writeFile(file, 'mine');
  expect((await holdfast(shop, 'init', '--force', '--release-workflow')).stdout).not.toContain('.yml');
  expect(await readFile(file, 'utf8')).toBe('mine');
  const plain = await repository(CRA);
  await holdfast(plain, 'init');
  expect(existsSync(join(plain, '.github'))).toBe(false);
  await holdfast(plain, 'init', '--force', '--release-workflow');
  expect(existsSync(join(plain, '.github/workflows/desktop-release.yml'))).toBe(true);
});

it('names a package.json that is none', async () => {
  const root = await repository({ 'package.json': '{ "name": ' });
  const { code, stderr } = await holdfast(root, 'init');
  expect(code).toBe(1);
  expect(stderr).toContain('package.json is no JSON object: correct it first.');
});

it.runIf(process.platform === 'linux')('names the file that cannot be written', async () => {
  // Nobody can write there, not even root.
  const { code, stderr } = await holdfast('/proc', 'init', '--yes');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^holdfast: \/proc\/holdfast\.config\.ts cannot be written: \w+/);
});
