import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { angularFolder } from '../../../../electron/tool/init/angular.ts';
import { testFolder } from '../../testFolder.ts';

const NEW = '@angular/build:application';

it.each([
  [NEW, undefined, 'dist/shop/browser'],
  [NEW, 'out', 'out/browser'],
  [NEW, { base: 'out', browser: '' }, 'out'],
  [NEW, { base: 'out', browser: 'web' }, 'out/web'],
  ['@angular-devkit/build-angular:browser', 'dist/shop', 'dist/shop'],
])('%s with outputPath %j builds into %s', async (builder, outputPath, folder) => {
  const root = testFolder();
  const architect = { build: { builder, options: { outputPath } } };
  const projects = { lib: { projectType: 'library' }, shop: { projectType: 'application', architect } };
  await writeFile(join(root, 'angular.json'), JSON.stringify({ projects }));
  expect(angularFolder(root)).toBe(folder);
});

it('finds nothing without angular.json', () => {
  expect(angularFolder(testFolder())).toBeUndefined();
});
