/** `npm run dev`: pages that come, mistakes, and changes of main. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attach, page, pages, project, said, screen, withDev } from '../../support/devApp.ts';
import { until } from '../../support/until.ts';

withDev();

it('a page that comes has its address', async () => {
  await writeFile(join(pages, 'index.tsx'), page('First words'));
  await screen.shows('First words');
  await mkdir(join(pages, 'orders'));
  await writeFile(join(pages, 'orders', '[id].tsx'), page('An order'));
  await until('the build', () => said.match(/reloaded/g)?.length === 2);
  await screen.page(`void location.assign('/orders/7')`);
  await screen.shows('An order');
});

it('a mistake is named, and leaves the window as it is', async () => {
  await writeFile(join(pages, 'index.tsx'), 'export default function Page() { return <h1>');
  await until('the mistake', () => said.includes('the app stays as it was: not built'));
  expect(said).toContain('index.tsx');
  await screen.shows('An order');
  await writeFile(join(pages, 'index.tsx'), page('Third words'));
  await until('the build', () => said.match(/reloaded/g)?.length === 3);
});

it('a change of main starts the app again', async () => {
  const file = join(project.folder, 'electron', 'main.ts');
  await writeFile(file, `${await readFile(file, 'utf8')}\nconsole.error('the new main');\n`);
  await attach();
  await screen.shows('Third words');
  expect(said).toContain('the new main');
});
