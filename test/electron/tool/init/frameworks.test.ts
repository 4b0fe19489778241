import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as frameworks from '../../../../electron/tool/init/frameworks.ts';
import { testFolder } from '../../testFolder.ts';

const { angularFolder, frameworkOf, nameOf, portIn, scriptFor } = frameworks;

it.each([
  [{ '@sveltejs/kit': '2', vite: '8', svelte: '5' }, 'SvelteKit'],
  [{ 'next-themes': '1', 'vite-plugin-x': '1' }, undefined],
])('%j is %s, by whole names of dependencies', (devDependencies, name) => {
  expect(frameworkOf({ devDependencies })?.name).toBe(name);
});

it.each([
  ['dev', { start: 'vite build && vite preview', serve: 'vite --host' }, 'vite', 'serve'],
  ['dev', { web: 'PORT=1 next dev', start: 'next start' }, 'next dev', 'web'],
  ['build', { build: 'tsc -b && vite build', 'build:lib': 'vite build --lib' }, 'vite build', 'build'],
  ['build', { compile: 'ng build' }, 'ng build', 'compile'],
  ['build', { build: 'turbo run web' }, 'next build', 'build'],
  ['build', { 'build:x': 'vite build', build: 'yarn build:x && yarn v', v: 'node v' }, 'vite build', 'build'],
  ['dev', { web: 'vite', dev: 'concurrently "npm run api" "npm run web"' }, 'vite', 'dev'],
  ['dev', { dev: 'concurrently yarn:web:watch', 'web:watch': 'vite --port 3' }, 'vite', 'dev'],
  ['dev', { dev: 'yarn --cwd ./app dev', web: 'vite' }, 'vite', 'web'],
  ['build', { build: 'nuxt build' }, 'nuxt generate', undefined],
  ['dev', { start: 'node server.js' }, undefined, 'start'],
  ['dev', { lint: 'biome ci' }, 'vite', undefined],
  ['build', { 'build-web': 'node build.js --target=web', 'build-electron': 'x' }, undefined, 'build-web'],
  ['build', { 'rebuild-web': 'x' }, undefined, undefined],
] as const)('the %s script of %j, with %s, is %s', (kind, scripts, program, name) => {
  expect(scriptFor(kind, scripts as Record<string, string>, program)).toBe(name);
});

it.each([
  ['next dev -p 4000', 4000],
  ['vite --port=5200 --host', 5200],
  ['PORT=3001 react-scripts start', 3001],
  ['vite --prefix -p', undefined],
  ['next dev', undefined],
])('the port in %j is %s', (script, port) => {
  expect(portIn(script)).toBe(port);
});

it.each([
  [{ name: '@acme/web-shop' }, 'Web Shop'],
  [{ name: 'shop', productName: 'The Shop' }, 'The Shop'],
  [{}, 'My Folder'],
  [{ name: '@/-' }, 'App'],
])('%j is called %s', (own, name) => {
  expect(nameOf(own, 'my_folder')).toBe(name);
});

const NEW = '@angular/build:application';

it.each([
  [NEW, undefined, 'dist/shop/browser'],
  [NEW, 'out', 'out/browser'],
  [NEW, { base: 'out', browser: '' }, 'out'],
  [NEW, { base: 'out', browser: 'web' }, 'out/web'],
  ['@angular-devkit/build-angular:browser', 'dist/shop', 'dist/shop'],
])('%s with outputPath %j builds into %s', async (builder, outputPath, folder) => {
  const root = testFolder();
  expect(angularFolder(root)).toBeUndefined();
  const architect = { build: { builder, options: { outputPath } } };
  const projects = { lib: { projectType: 'library' }, shop: { projectType: 'application', architect } };
  await writeFile(join(root, 'angular.json'), JSON.stringify({ projects }));
  expect(angularFolder(root)).toBe(folder);
});
